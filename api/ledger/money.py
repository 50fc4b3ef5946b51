"""What chips are worth in money, in whole units of the currency's smallest coin.

Nets in money sum to zero as nets in chips do: each is rounded down to a whole unit, and the units that are left over
go one each to those who lost most by the rounding, the first listed first.  Nobody is a whole unit off.
"""

from collections.abc import Mapping

from api.rules.terms import ChipValue

# How many decimal places the smallest coin of a currency is, where it is not two (ISO 4217).
PLACES: Mapping[str, int] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND"), 0),
    **dict.fromkeys(("VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


def places(currency: str) -> int:
    """How many decimal places an amount of that currency is written with."""
    return PLACES.get(currency, 2)


def in_money(chips: Mapping[int, int], value: ChipValue) -> dict[int, int]:
    """The same nets in smallest coins; they sum to zero if those in chips do."""
    exact = {key: amount * value.minor for key, amount in chips.items()}
    down = {key: amount // value.chips for key, amount in exact.items()}
    left_over = (sum(exact.values()) - sum(down.values()) * value.chips) // value.chips
    by_loss = sorted(exact, key=lambda key: -(exact[key] % value.chips))
    for key in by_loss[:left_over]:
        down[key] += 1
    return down


def written(minor: int, currency: str) -> str:
    """An amount of smallest coins as people write it, without the currency: `-12.05`."""
    decimals = places(currency)
    if not decimals:
        return str(minor)
    sign, digits = "-" if minor < 0 else "", f"{abs(minor):0{decimals + 1}d}"
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
