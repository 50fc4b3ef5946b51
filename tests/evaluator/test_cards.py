"""Cards as people write them, one by one and many at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import CODES, ranks, score
from evaluator.batches import Batch, read_hands, read_lines
from evaluator.cards import NUMBERS, parse_cards
from evaluator.refusals import DuplicateCard, Refusal, Refusals, UnknownCard, WrongType

GLYPHS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


def spellings(code: str) -> list[str]:
    """Return the ways in which a card may be written where JSON is used."""
    rank, suit = code
    ranks_ = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    suits = {suit, suit.upper()} | {glyph + more for glyph in GLYPHS[suit] for more in ("", "\ufe0e", "\ufe0f")}
    return sorted(r + s for r in ranks_ for s in suits)


@pytest.mark.parametrize("code", CODES)
def test_every_spelling_of_a_card_is_read(code: str) -> None:
    """`Kh`, `kh`, `K♥`, `K♡`, with or without a variation selector, and `10h`."""
    for spelling in spellings(code):
        assert parse_cards(spelling) == parse_cards([spelling]) == (NUMBERS[code],)


@pytest.mark.parametrize("text", ["Kh Kd", "Kh,Kd", " KhKd ", "Kh; Kd", "Kh\tKd", "Kh\nKd"])
def test_spaces_and_commas_may_stand_between_cards(text: str) -> None:
    """Between cards there may be spaces, commas, semicolons and line ends."""
    assert parse_cards(text) == (46, 45)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("K", 1), ("h", 0), ("Khx", 2), ("Kx", 1), ("1h", 0), ("11h", 0), ("100h", 2), ("K h", 1), ("0h", 0),
        ("K\ufe0fh", 1), ("Kh\ufe0f", 2), ("\ufe0fKh", 0), ("K♥\ufe0f\ufe0f", 3), ("Jk", 1), ("??", 0), ("\u041ah", 0),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_with_its_place(text: str, position: int) -> None:
    """The refusal points at the first character that fits no card."""
    with pytest.raises(UnknownCard) as refused:
        parse_cards(text)
    assert refused.value.facts["position"] == position


def test_a_look_alike_is_named_by_its_code_point() -> None:
    """A Cyrillic letter that looks like a K is shown for what it is."""
    with pytest.raises(UnknownCard, match=r"U\+041A CYRILLIC CAPITAL LETTER KA") as refused:
        parse_cards("\u041ah")
    assert refused.value.facts["code_point"] == "U+041A"


def test_a_card_given_twice_is_named_with_both_places() -> None:
    """A duplicate names the card and where it stands."""
    with pytest.raises(DuplicateCard) as refused:
        score("Kh 9s Qc Kh 2d")
    assert refused.value.facts == {"card": "Kh", "positions": [0, 3]}


@pytest.mark.parametrize("wrong", [None, 5, True, {"a": 1}, 1.5])
def test_what_is_neither_text_nor_a_list_is_refused(wrong: object) -> None:
    """Cards are a string or a list of strings."""
    with pytest.raises(WrongType):
        parse_cards(wrong)


a_hand = st.lists(st.sampled_from(CODES), min_size=5, max_size=10, unique=True)
between = st.sampled_from(["", " ", ", ", ";", "\t"])


@st.composite
def spelt_hands(draw: st.DrawFn) -> list[tuple[list[str], object]]:
    """Draw hands, each with its codes and a way to write it."""
    hands: list[tuple[list[str], object]] = []
    for codes in draw(st.lists(a_hand, min_size=1, max_size=8)):
        written = [draw(st.sampled_from(spellings(code))) for code in codes] if draw(st.booleans()) else codes
        hands.append((codes, written if draw(st.booleans()) else draw(between).join(written)))
    return hands


def as_read(batch: Batch) -> list[list[str]]:
    hands: list[list[str]] = [[] for _ in range(batch.count)]
    for where, columns in batch.groups:
        for hand, cards in zip(where.tolist(), columns.T.tolist(), strict=True):
            hands[hand] = [CODES[card] for card in cards]
    return hands


@given(spelt_hands())
def test_many_hands_are_read_as_one_is(hands: list[tuple[list[str], object]]) -> None:
    """Whatever way a batch is written, it reads as the single hands do."""
    assert as_read(read_hands([written for _, written in hands])) == [codes for codes, _ in hands]


@given(st.lists(a_hand, min_size=1, max_size=20), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_text_is_read_line_by_line(hands: list[list[str]], end: str, ended: bool) -> None:
    """A hand a line, in mixed sizes, whatever ends the lines and whether the last is ended."""
    text = end.join("".join(codes) for codes in hands) + (end if ended else "")
    assert as_read(read_lines(text.encode())) == hands


@given(st.lists(st.one_of(st.text(max_size=12), st.lists(st.text(max_size=3), max_size=11)), min_size=1, max_size=6))
def test_nonsense_is_refused_and_never_fails(hands: list[object]) -> None:
    """Any text is read as cards or refused; a batch refuses exactly what the single reader refuses."""
    expected = set()
    for i, hand in enumerate(hands):
        try:
            score(hand)  # type: ignore[arg-type]
        except Refusal:
            expected.add(f"hands.{i}")
    try:
        read_hands(hands)
        found = set()
    except Refusal as refusal:
        found = {fault.field for fault in refusal.faults}  # type: ignore[attr-defined]
    assert found == expected


def test_a_line_within_a_line_moves_no_other() -> None:
    """Lines are counted as they end, also where each would-be line of the first one's width ends with one."""
    with pytest.raises(Refusals) as refused:
        read_lines(b"KhKd9s9hQc\nKhKd\n9s9hQ\nKhKd9s9hQx")
    assert [fault.field for fault in refused.value.faults] == ["hands.1", "hands.2", "hands.3"]


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    """Bytes that are no text are refused as hands, never with another error."""
    try:
        read_lines(data)
    except Refusal:
        return
    assert ranks(data.decode()).size


near_cards = st.lists(
    st.sampled_from(["K", "2", "10", "T", "h", "S", "♥", "\ufe0f", " ", ",", "\n", "Kh", "9s", "2c", "As", "Td", "x"]),
    max_size=14,
).map("".join)


@given(st.lists(st.one_of(near_cards, st.lists(near_cards, max_size=7)), min_size=1, max_size=6))
def test_almost_cards_are_read_or_refused_as_they_are_alone(hands: list[object]) -> None:
    """A batch takes no hand that would be refused alone, and reads each as it would be read alone."""
    alone: list[list[str] | None] = []
    for hand in hands:
        try:
            score(hand)  # type: ignore[arg-type]
            alone.append([CODES[card] for card in parse_cards(hand)])
        except Refusal:
            alone.append(None)
    try:
        assert as_read(read_hands(hands)) == alone
    except Refusals as refused:
        assert [fault.field for fault in refused.faults] == [f"hands.{i}" for i, read in enumerate(alone) if not read]


def test_nothing_stands_between_a_rank_and_its_suit() -> None:
    """A space within a card is refused among many hands as it is alone, and one between cards is not."""
    assert ranks(["Kh Kd 9s 9h Qc"] * 40).tolist() == [2634] * 40
    with pytest.raises(Refusals) as refused:
        ranks([*["Kh Kd 9s 9h Qc"] * 40, "K h Kd 9s 9h Qc"])
    (fault,) = refused.value.faults
    assert (fault.field, fault.facts["position"]) == ("hands.40", 1)
