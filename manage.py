#!/usr/bin/env python
"""The door for the host's commands: `python manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line

from battles.builds import EngineRefused

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except EngineRefused as refused:
        sys.exit(str(refused))
