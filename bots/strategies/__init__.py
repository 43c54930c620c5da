"""House strategies: pure, they see a view and nothing else."""

from .registry import Strategy, UnknownStrategy, strategy, strategy_names

__all__ = ["Strategy", "UnknownStrategy", "strategy", "strategy_names"]
