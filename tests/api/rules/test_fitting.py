"""What is wrong with an answer that is not legal, in words (2.3, 2.4, 6.2); drafts, which may have empty places."""

import pytest

from api.rules.actions import (
    Answer,
    Arrange,
    Bet,
    Call,
    Check,
    Declare,
    Discard,
    Draft,
    DraftArrange,
    DraftPlace,
    Keep,
    Legal,
    LegalArrange,
    LegalBet,
    LegalCheck,
    LegalDeclare,
    LegalFold,
    LegalKeep,
    LegalPlace,
    Place,
    Room,
    RowSize,
)
from api.rules.fitting import check_fits, faults
from api.rules.refusals import NotLegal

PLACING = (LegalPlace(("4c", "9d"), {"right": Room(1), "left": Room(4)}),)
ARRANGING = (LegalArrange(("2c", "3c", "4c", "5c"), {"1": RowSize(2), "2": RowSize(2)}),)
BETTING = (LegalFold(), LegalCheck(), LegalBet(20, 90, (20, 90), ("min", "all-in")))


@pytest.mark.parametrize(
    ("options", "given"),
    [
        (PLACING, Place(("right", "left"))),
        (PLACING, Place(("left", "left"))),
        (PLACING, DraftPlace(())),
        (PLACING, DraftPlace(("left",))),
        (PLACING, DraftPlace((None, "right"))),
        (PLACING, DraftPlace((None, None))),
        (ARRANGING, Arrange((("5c", "2c"), ("3c", "4c")))),
        (ARRANGING, DraftArrange(())),
        (ARRANGING, DraftArrange(((), ("3c",)))),
        (ARRANGING, DraftArrange(((None, "3c"), (None, None)))),
        (BETTING, Bet(20)),
        (BETTING, Bet(90)),
        ((LegalKeep(),), Keep()),
        ((LegalDeclare(("high", "low")),), Declare("low")),
    ],
)
def test_what_is_legal_has_no_fault(options: tuple[Legal, ...], given: Answer | Draft) -> None:
    """Whole answers fill every place; a draft may leave any of them empty."""
    assert faults(options, given) == []


@pytest.mark.parametrize(
    ("options", "given", "said"),
    [
        (PLACING, Place(("right", "right")), "row right has room for 1 more, not for 2"),
        (PLACING, Place(("left",)), "2 cards are to be placed, and rows are named for 1"),
        (PLACING, Place(("left", "top")), "there is no row 'top'; there are right, left"),
        (PLACING, DraftPlace(("right", "right")), "row right has room for 1 more, not for 2"),
        (PLACING, DraftPlace((None, None, None)), "2 cards are to be placed, and rows are named for 3"),
        (ARRANGING, Arrange((("5c", "2c", "3c"), ("4c",))), "row 1 takes 2 cards, not 3; row 2 takes 2 cards, not 1"),
        (ARRANGING, Arrange((("5c", "2c"),)), "the cards go in 2 rows, not in 1"),
        (ARRANGING, Arrange((("5c", "2c"), ("3c", "Kh"))), "Kh, in row 2, is not among your cards"),
        (ARRANGING, Arrange((("5c", "2c"), ("3c", "2c"))), "2c is given twice, in row 1 and in row 2"),
        (ARRANGING, Arrange((("5c", "5c"), ("3c", "2c"))), "5c is given twice, in row 1 and in row 1"),
        (ARRANGING, DraftArrange(((None, None, "2c"),)), "row 1 takes 2 cards, not 3"),
        (ARRANGING, DraftArrange(((), ("3c", None), ())), "the cards go in 2 rows, not in 3"),
        (ARRANGING, DraftArrange((("2c",), ("2c",))), "2c is given twice, in row 1 and in row 2"),
        (BETTING, Bet(10), "a bet is to 20 at least and to 90 at most, not to 10"),
        (BETTING, Call(), "call is not legal now; legal is fold, check, bet"),
        (BETTING, Keep(), "keep is not legal now; legal is fold, check, bet"),
        ((LegalKeep(),), Discard(), "discard is not legal now; legal is keep"),
        ((LegalDeclare(("high", "low")),), Declare("both"), "'both' is no way to declare; there are high, low"),
        ((), Check(), "check is not legal now; legal is nothing"),
    ],
)
def test_a_fault_is_told_beside_what_is_legal(options: tuple[Legal, ...], given: Answer | Draft, said: str) -> None:
    """The wrong size of a row, a card that is not among yours or is given twice, an amount out of bounds."""
    with pytest.raises(NotLegal) as refused:
        check_fits(options, given)
    assert (refused.value.detail, refused.value.facts["legal"]) == (said, options)


def test_many_faults_are_not_all_told() -> None:
    """The first few are enough to mend an answer by."""
    with pytest.raises(NotLegal) as refused:
        check_fits(ARRANGING, Arrange((("Ah", "Kh"), ("Qh", "Jh"))))
    assert refused.value.detail.count("is not among your cards") == 3
