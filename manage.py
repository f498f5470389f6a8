#!/usr/bin/env python
"""The door for the host's commands: `python manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line

from config.environment import SettingRefused
from engines.native.builds import EngineRefused

if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a terminal may not know a sign of a ship's name
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except (EngineRefused, SettingRefused) as refused:
        sys.exit(str(refused))
