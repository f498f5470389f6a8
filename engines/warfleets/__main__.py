"""`python -m engines.warfleets`: fleets at the command line."""

import sys

from engines.warfleets.shell import main

sys.exit(main())
