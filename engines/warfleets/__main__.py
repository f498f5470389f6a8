"""`python -m engines.warfleets`: fleets and battles at the command line."""

import sys

from engines.warfleets.shell.main import main

sys.exit(main())
