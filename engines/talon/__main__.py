"""`python -m engines.talon`: battles at the command line."""

import sys

from engines.talon.shell.main import main

sys.exit(main())
