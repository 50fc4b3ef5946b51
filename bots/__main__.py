"""`python -m bots`: the same as `regrets bot`."""

import sys

from bots.command import main

sys.exit(main())
