"""The parts of a benchmark, each run in a process of its own with Django ready."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
