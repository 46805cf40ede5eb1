"""What the sample library holds: every picture with its file name and the facts to be written into it."""

from __future__ import annotations

from resources.plan.entry import Entry
from resources.plan.family import FAMILY
from resources.plan.travels import TRAVELS
from resources.plan.weekend import WEEKEND

PLAN: tuple[Entry, ...] = (*WEEKEND, *TRAVELS, *FAMILY)
