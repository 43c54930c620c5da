"""House strategies: pure, they see a view and nothing else."""

from .registry import Listener, Strategy, UnknownStrategy, strategy, strategy_names

__all__ = ["Listener", "Strategy", "UnknownStrategy", "strategy", "strategy_names"]
