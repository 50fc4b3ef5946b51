"""How the page tells what became of a hand: a sentence for each award, in the language of the page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from api.rules.deck import DECK
from tests.acting import play_on
from tests.browser.people import BUY_INS, AtTable, Watched, first_to_act, listen, said, shove
from tests.servers import wait_until

Json = dict[str, Any]
Seats = Callable[..., AtTable]
IN_GERMAN = {
    "pair": "Paar",
    "two-pair": "zwei Paare",
    "three-of-a-kind": "Drilling",
    "straight": "Straße",
    "full-house": "Full House",
    "four-of-a-kind": "Vierling",
    "straight-flush": "Straight Flush",
    "royal-flush": "Royal Flush",
}


def test_a_closed_table_keeps_the_names_of_its_last_hand(seats: Seats) -> None:
    """Who won is told by name when everybody has gone home, also when the page is loaded then; nothing invites."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    loser = first_to_act(table)
    winner = "Ben" if loser == "Ann" else "Ann"
    table.guests[loser].play(type="fold")
    page = table.browse(loser).page
    expect(page.locator("showdown-panel .awards li").first).to_contain_text(f"{winner}, uncontested")
    table.host.change(closed=True)
    for load in (lambda: None, page.reload):
        load()
        expect(page.locator(".top .phase")).to_have_text("Closed")
        expect(page.locator("showdown-panel .awards li").first).to_contain_text(f"{winner}, uncontested")
        page.get_by_role("tab", name="Table").click()
        expect(page.locator("free-seats, invitation-link").filter(visible=True)).to_have_count(0)


# Everything that comes from the API, the stream too, as text.


TRAFFIC = """
  window.traffic = [];
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const reply = await ask(...request);
    const read = async () => {
      const reader = reply.clone().body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part; !(part = await reader.read()).done; ) window.traffic.push(part.value);
    };
    if (reply.body) read().catch(() => {});
    return reply;
  };
"""


NAMES = dict(enumerate(BUY_INS, 1))


def to_showdown(table: AtTable) -> Json:
    """Play the hand out; its result, and the cards that Dee threw away under `mucked`."""
    (dee,) = (seat for seat in table.guests["Dee"].view()["seats"] if seat["name"] == "Dee")
    mucked = [card for row in dee["rows"] for card in row["cards"]]
    while not (result := table.host.view()["result"]):
        name = first_to_act(table)
        (decision,) = (one for one in table.guests[name].decisions() if one["required"])
        table.guests[name].answer(decision["decision"], shove(name, decision))
    return {**result, "mucked": mucked}


def test_the_showdown_says_who_won_what(seats: Seats) -> None:
    """A sentence for each award, whose parts add up to the pots; what was thrown away is nowhere.

    The cards that won stand out. The sentences are announced once, and a viewer may hold them.
    """
    table = seats(game="real-poker", options={"limit": "none"}, min_buy_in=50, max_buy_in=500)
    table.guests |= {name: table.host.sit(name, most) for name, most in BUY_INS.items()}
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    table.host.deal(deck=deck)
    ben = table.browse("Ben")
    ben.page.add_init_script(TRAFFIC)
    page = listen(ben)
    result = to_showdown(table)
    lines = page.locator("showdown-panel .awards li")
    expect(lines).to_have_count(6)
    told = lines.all_inner_texts()
    awards, rest = told[:4], told[4:]
    assert [int(line.split(", ")[1].split(":")[0]) for line in awards] == [one["part"] for one in result["awards"]]
    assert sum(one["part"] for one in result["awards"]) == 184 + 278
    for line, award in zip(awards, result["awards"], strict=True):
        (winner,) = award["winners"]
        assert line.startswith(f"{award['share'].capitalize()} half of pot {award['pot']}, ")
        assert NAMES[winner["seat"]] in line and winner["hand"]["text"] in line
        for beaten in award["beaten"][:1]:
            assert f", over {NAMES[beaten['seat']]}'s {beaten['hand']['text']}." in line
    assert any(award["beaten"] for award in result["awards"])
    assert rest == [
        "Pot 1: Ann declared both and lost Low to Cy: nothing.",
        "3 that nobody called went back to Ben.",
    ]
    wait_until(lambda: said(page, told[0]) == 1, "being told", 5)
    used = {card for award in result["awards"] for winner in award["winners"] for card in winner["hand"]["cards"]}
    lit = page.locator("playing-card[used]")
    # One seat a frame: all of them have turned soon.
    codes = "all => all.map((one) => one.getAttribute('code'))"
    wait_until(lambda: set(lit.evaluate_all(codes)) == used, "the cards that won being raised", 5)
    expect(page.locator("seat-box playing-card[dim]:not(.back)").first).to_be_visible()
    seen = set(cards_in(page))
    assert used <= seen and result["mucked"] and not seen & set(result["mucked"])
    page.get_by_role("button", name="Hold this").click()
    table.host.deal()
    expect(page.locator("decision-area, seat-box.deciding").first).to_be_visible()
    assert lines.all_inner_texts() == told
    page.get_by_role("button", name="Hold this").click()
    expect(page.locator("showdown-panel")).to_be_hidden()


def cards_in(page: Page) -> list[str]:
    """Every card that the page shows, or has been told of."""
    shown = page.locator("playing-card").evaluate_all("all => all.map((one) => one.getAttribute('code'))")
    traffic = page.evaluate("() => window.traffic.join('')")
    assert '"result"' in traffic and '"event":{' in traffic
    return [*shown, *re.findall(r'"([2-9TJQKA][cdhs])"', traffic)]


SENTENCES = """async ([seats, result]) => {
  const { sentences } = await import("/web/elements/showdown-panel.js");
  return sentences(result, new Map(seats));
}"""


def test_ties_odd_chips_and_what_is_left_over(visitor: Watched) -> None:
    """A tie says who gets how much and who has the odd chip; what nobody wins, and a void hand, are said as well."""
    page = visitor.go()
    # Until then the page has no words.
    expect(page.locator("lobby-screen h1")).to_be_visible()
    seats = [[seat, name] for seat, name in NAMES.items()]
    hand = {"text": "pair of aces", "cards": ["As", "Ad", "Kc", "Qd", "9h"]}
    worse = {"text": "pair of twos", "cards": ["2s", "2d", "Kc", "Qd", "9h"]}
    award = {"pot": 1, "amount": 31, "share": "high", "part": 16, "carried": 0, "beaten": [{"seat": 3, "hand": worse}]}
    winners = [{"seat": 1, "chips": 9, "odd": 1, "hand": hand}, {"seat": 2, "chips": 7, "odd": 0, "hand": hand}]
    left = award | {"share": "low", "part": 15, "winners": [], "beaten": [], "carried": 15}
    failed = [{"pot": 1, "seat": 4, "share": "high", "how": "tied", "beaten_by": 1}]
    nothing = {"failed": [], "returned": [], "rulings": [], "void": False}
    result = nothing | {"awards": [award | {"winners": winners}, left], "failed": failed}
    assert page.evaluate(SENTENCES, [seats, result]) == [
        "High half, 16: Ann 9, pair of aces (with the odd chip); Ben 7, pair of aces,"
        " over Cy's pair of twos: a tie, shared.",
        "Low half, 15: nobody wins it; 15 go into the next hand.",
        "Dee declared both and only tied High with Ann: nothing.",
    ]
    alone = award | {
        "share": None,
        "part": 31,
        "winners": [{"seat": 2, "chips": 31, "odd": 0, "hand": None}],
        "beaten": [],
    }
    assert page.evaluate(SENTENCES, [seats, nothing | {"awards": [alone]}]) == ["The pot, 31: Ben, uncontested."]
    ruled = result | {"void": True, "rulings": ["a misdeal"]}
    assert page.evaluate(SENTENCES, [seats, ruled]) == [
        "The host has ruled this hand void. Every chip went back.",
        "The host rules: a misdeal",
    ]


def test_hands_are_said_in_the_language_of_the_page(seats: Seats) -> None:
    """What the API says in English: the step, what the rows make, and the hands that win, in German by their codes."""
    table = seats("Ann", "Ben", game="ten-card-regrets")
    page = table.browse("Ann", locale="de-DE").page
    table.host.deal()
    expect(page.locator(".top .phase")).to_have_text("Karten anlegen")
    play_on(table.guests.values())
    result = table.host.view()["result"]
    lines = page.locator("showdown-panel .awards li")
    expect(lines).to_have_count(len(result["awards"]))
    for line, award in zip(lines.all_inner_texts(), result["awards"], strict=True):
        hand = award["winners"][0]["hand"]
        ranks = "-".join(card[0].replace("T", "10") for card in hand["cards"])
        assert IN_GERMAN.get(hand["category"], ranks) in line and hand["text"] not in line
    expect(page.locator("own-hand .status")).to_have_text("Bereit")
