"""Random hands, the same on every run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def deal(hands: int, size: int, seed: int = 7) -> NDArray[np.uint8]:
    """Deal hands of so many cards, each from a full deck: an (n, size) array of card numbers."""
    order = np.random.default_rng(seed).random((hands, 52)).argsort(axis=1)
    return order[:, :size].astype(np.uint8)
