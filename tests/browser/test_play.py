"""What a player is shown during play: clocks, chips that move, talk, and every state in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import BUY_INS, PHONE, AtTable, Watched, first_to_act, listen, said, shove
from tests.servers import wait_until

Json = dict[str, Any]
Seats = Callable[..., AtTable]


def test_a_clock_warns_three_times(seats: Seats) -> None:
    """At half of the time, at ten seconds and at five, once each; what comes then stands there, and the bank apart."""
    table = seats("Ann", "Ben", game="real-poker", options={"decision_seconds": 22, "time_bank_seconds": 40})
    page = listen(table.browse("Ann"), clock=True)
    table.host.deal()
    if first_to_act(table) == "Ben":
        table.guests["Ben"].play(type="check")
    expect(page.locator("decision-area .default")).to_have_text("then: check")
    expect(page.locator("decision-area .bank")).to_have_text("Time bank: 40 seconds more")
    shown = page.locator("decision-area clock-ring .seconds")
    for until, warned in ((11, "11 seconds left"), (10, "10 seconds left"), (5, "5 seconds left")):
        while int(shown.inner_text()) > until:
            page.clock.run_for(1_000)
        wait_until(lambda warned=warned: said(page, warned), warned, 5)
    assert said(page, "seconds left") == 3


def test_the_time_bank_runs_apart(seats: Seats) -> None:
    """When the time of a decision is over, the seat and its player say that the bank runs, with what is left of it."""
    table = seats("Ann", "Ben", game="real-poker", options={"decision_seconds": 1, "time_bank_seconds": 300})
    table.host.deal()
    name = first_to_act(table)
    other = table.browse("Ben" if name == "Ann" else "Ann")
    page = listen(table.browse(name))
    expect(page.locator("decision-area .banking .bank")).to_have_text("Your time bank runs")
    expect(page.locator("decision-area clock-ring .seconds")).to_have_text("5 min")
    expect(other.page.locator("seat-box.banking .status")).to_have_text("On the time bank…")
    wait_until(lambda: said(page, "your time bank runs: 300 seconds") == 1, "being told", 5)


def test_a_countdown_to_the_next_deal(seats: Seats) -> None:
    """Where the table deals by itself, everybody sees when; once the moment has passed the table is asked."""
    table = seats("Ann", "Ben", game="real-poker", deal_after_seconds=14)
    table.host.deal()
    ann = table.browse("Ann")
    page = listen(ann, clock=True)
    expect(page.locator("next-deal")).to_be_hidden()
    table.guests[first_to_act(table)].play(type="fold")
    expect(page.locator("next-deal")).to_contain_text("until the next hand")
    assert 0 < int(page.locator("next-deal .seconds").inner_text()) <= 14
    wait_until(lambda: said(page, "The next hand is dealt in") == 1, "being told", 5)
    page.clock.fast_forward(14_000)
    expect(page.locator("next-deal")).to_contain_text("Dealing…")
    with page.expect_request(lambda one: one.url.endswith(table.host.table)):
        page.clock.fast_forward(1_500)
    table.host.deal()
    expect(page.locator("next-deal")).to_be_hidden()


WATCH_CHIPS = """() => {
  window.flown = [];
  const pot = () => document.querySelector('.top .pot').textContent;
  new MutationObserver((changes) => {
    const chips = changes.flatMap((change) => [...change.addedNodes]);
    window.flown.push(...chips.map((chip) => [chip.textContent, pot()]));
  }).observe(document.querySelector('.flights'), { childList: true });
  for (const one of document.querySelectorAll('seat-box, own-hand, decision-area')) one.kept = true;
  document.querySelector('[aria-expanded], .top button').focus();
  window.focused = document.activeElement;
}"""


UNTOUCHED = """() => document.activeElement === window.focused && window.focused !== document.body
  && [...document.querySelectorAll('seat-box, own-hand, decision-area')].every((one) => one.kept)"""


def test_chips_move_to_the_pot_and_from_it(seats: Seats) -> None:
    """Bets fly to a pot that is drawn already, and the pot to who wins it; focus and elements stay.

    Who asks for less motion sees none, and the same table.
    """
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    pages = [table.browse("Ann").page, table.browse("Ben", reduced_motion="reduce").page]
    for page in pages:
        expect(page.locator("seat-box")).to_have_count(1)
        page.evaluate(WATCH_CHIPS)
    before = int(table.host.view()["pot_total"])
    table.guests[first_to_act(table)].play(type="bet", to=2)
    table.guests[first_to_act(table)].play(type="call")
    expect(pages[0].locator(".pots li")).to_contain_text(str(before + 4))
    table.guests[first_to_act(table)].play(type="fold")
    for page in pages:
        expect(page.locator("showdown-panel .awards li")).to_have_count(1)
        assert page.evaluate(UNTOUCHED)
    lively, calm = (page.evaluate("() => window.flown") for page in pages)
    assert lively == [["2", f"Pot {before + 4}"], ["2", f"Pot {before + 4}"], [str(before + 4), ""]]
    assert calm == []
    expect(pages[0].locator(".flight")).to_have_count(0)


def test_what_was_said_before_stands_there(seats: Seats) -> None:
    """Earlier lines are there when the page is loaded, with the names of then, and only what comes is announced."""
    table = seats("Ann", "Ben")
    table.guests["Ben"].call("POST", "/messages", json={"text": "Good evening"})
    for _ in range(50):
        table.host.change(paused=True)
        table.host.change(paused=False)
    cy = table.host.sit("Cy", 200)
    cy.leave(cy.seat)
    table.guests["Dee"] = table.host.sit("Dee", 200, seat=cy.seat)
    page = listen(table.browse("Ann"))
    lines = page.locator("talk-panel .lines li")
    expect(lines.first).to_have_text("Ben: Good evening")
    expect(lines.last).to_have_text("Dee sits down")
    texts = lines.all_inner_texts()
    assert texts[-3:] == ["Cy sits down", "Cy leaves", "Dee sits down"]
    assert texts.count("Ben: Good evening") == 1
    assert page.locator(".lines").evaluate("(one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 8")
    table.guests["Ben"].call("POST", "/messages", json={"text": "Well met"})
    expect(lines.last).to_have_text("Ben: Well met")
    wait_until(lambda: said(page, "Ben: Well met") == 1, "being told", 5)
    assert not said(page, "Good evening")
    assert not said(page, "sits down")


FORMATS = {
    "text": ("text/plain", "text/plain"),
    "json": ("application/json", "application/x-ndjson"),
    "ohh": ("application/vnd.openhandhistory+json", "application/vnd.openhandhistory"),
    "phh": ("application/vnd.phh+toml", "application/vnd.phhs+toml"),
}


def test_a_hand_is_saved_in_every_form(seats: Seats) -> None:
    """A hand, and the night, as the API gives them to this player; the token is in no address."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    table.guests[first_to_act(table)].play(type="fold")
    ann = table.browse("Ann")
    page = ann.page
    page.get_by_role("tab", name="Hands").click()
    buttons = ("Save hand 1", "Download the night")
    for name, forms in FORMATS.items():
        page.get_by_label("Files as").select_option(name)
        for button, form, path in zip(buttons, forms, ("/hands/1", "/hands"), strict=True):
            with page.expect_download() as download:
                page.get_by_role("button", name=button).click()
            url = f"{table.url}/v1/tables/{table.host.table}{path}"
            told = table.guests["Ann"].session.get(
                url, headers={"Accept": form, "Authorization": f"Bearer {table.guests['Ann'].token}"}, timeout=15
            )
            assert told.ok and download.value.path().read_bytes() == told.content
            named = told.headers.get("Content-Disposition", '"hand-1.json"')
            assert f'"{download.value.suggested_filename}"' in named
    assert not any(str(table.guests["Ann"].token) in one.url.partition("#")[0] for one in ann.asked)


def test_waiting_and_a_choice_in_secret(seats: Seats) -> None:
    """Who is waited for stands beside the clock; an own choice is told to its player, to others that there is one."""
    table = seats("Ann", "Ben", "Cy", options={"decision_seconds": 90})
    table.host.deal()
    ann, ben = table.browse("Ann"), table.browse("Ben")
    page = listen(ann)
    expect(page.locator(".state")).to_have_text("Waiting for Ben, Cy")
    expect(page.locator(".middle .line .seconds")).to_have_text(re.compile(r"\d+"))
    ann.act()
    expect(page.locator("own-hand[data-state=chosen] .status")).to_have_text("You chose: placed")
    wait_until(lambda: said(page, "You chose: placed") == 1, "being told", 5)
    expect(page.locator("decision-area")).to_be_hidden()
    expect(ben.page.locator("seat-box.chosen .status")).to_have_text("Fist closed")
    assert ben.page.locator("own-hand[data-state=chosen]").count() == 0
    ben.act()
    expect(page.locator(".state")).to_have_text("Waiting for Cy")
    page.wait_for_timeout(200)
    assert said(page, "You chose") == 1


def test_all_in_and_folded(seats: Seats) -> None:
    """All-in has a badge and marks the pots that can be won; who has folded has no actions; each is announced once."""
    table = seats(game="real-poker", options={"limit": "none"}, min_buy_in=50, max_buy_in=500)
    table.guests |= {name: table.host.sit(name, most) for name, most in BUY_INS.items()}
    table.host.deal()
    cy, dee = listen(table.browse("Cy")), listen(table.browse("Dee"))
    while (phase := table.host.view()["phase"])["round"] == 1 and phase["code"] == "bet":
        name = first_to_act(table)
        (decision,) = table.guests[name].decisions()
        table.guests[name].answer(decision["decision"], shove(name, decision))
    expect(cy.locator("own-hand[data-state=all-in] .status")).to_have_text("All in")
    expect(cy.locator(".pots .can-win")).to_have_text([re.compile("^184 for .*, yours to win$")])
    expect(cy.locator("seat-box .badge >> visible=true")).to_have_count(1)
    expect(dee.locator("own-hand[data-state=folded] .status")).to_have_text("Folded")
    expect(dee.locator("decision-area")).to_be_hidden()
    expect(dee.locator(".can-win")).to_have_count(0)
    wait_until(lambda: said(cy, "All in.") == 1 and said(cy, "Ann is all in") == 1, "being told", 5)
    wait_until(lambda: said(dee, "Folded.") == 1 and said(dee, "Cy is all in") == 1, "being told", 5)


def test_sat_out_and_why(seats: Seats) -> None:
    """Who sits out is told why, also when the page is loaded anew, and comes back by one button."""
    table = seats("Ann", "Ben", options={"decision_seconds": 1, "time_bank_seconds": 0})
    page = listen(table.browse("Ann"))
    table.host.deal()
    why = page.locator("own-hand .why")

    def twice_late() -> bool:
        for decision in table.guests["Ben"].decisions():
            ben = table.guests["Ben"]
            ben.answer(decision["decision"], decision["default"] if decision["type"] != "bet" else {"type": "check"})
        return why.is_visible()

    wait_until(twice_late, "being sat out", 15)
    expect(why).to_have_text("The clock answered for you twice in a row.")
    expect(page.locator("own-hand .status")).to_have_text("Sitting out")
    wait_until(lambda: said(page, "Sitting out. The clock answered") == 1, "being told", 5)
    # Also when it is longer ago than the page looks back by itself.
    for number in range(110):
        table.host.change(paused=number % 2 == 0)
    page.reload()
    expect(page.locator("talk-panel .resumed")).not_to_have_count(0)
    expect(page.locator("talk-panel .sat-out")).to_have_count(0)
    expect(why).to_have_text("The clock answered for you twice in a row.")
    page.get_by_role("button", name="I'm back").click()
    expect(why).to_be_hidden()
    table.guests["Ann"].change_seat(table.guests["Ann"].seat, sitting_out=True)
    expect(why).to_have_text("You asked to.")


COUNTING = {"state": "counting", "decisions": [], "deal_at": None}


def test_counting_paused_and_watching(seats: Seats, visitor: Watched) -> None:
    """A table whose hands are counted has no clock and no actions; one that is paused says so; who looks on is told."""
    table = seats("Ann", "Ben", options={"decision_seconds": 90})
    table.host.deal()
    page = table.browse("Ann").page
    expect(page.locator("place-cards")).to_be_visible()
    view = f"**/v1/tables/{table.host.table}"

    def count(route: Route) -> None:
        told = route.fetch().json() | COUNTING
        told["seats"] = [seat | {"deciding": False, "deadline": None} for seat in told["seats"]]
        route.fulfill(json=told)

    page.route(view, count)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator(".state[data-state=counting]")).to_have_text("Counting the hands")
    expect(page.locator("clock-ring >> visible=true")).to_have_count(0)
    expect(page.locator("decision-area")).to_be_hidden()
    page.unroute(view)
    table.host.change(paused=True)
    expect(page.locator(".state[data-state=paused]")).to_have_text("Paused by the host")
    assert page.locator(".state").get_attribute("role") == "status"
    visitor.go(f"/?table={table.host.table}")
    expect(visitor.page.locator(".watching")).to_have_text("You are watching")
    expect(visitor.page.locator("decision-area")).to_be_hidden()


def test_a_hand_is_played_again(seats: Seats) -> None:
    """Step by step to its end, each step in words, with the sentence that it was awarded by; then back to the table."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    table.guests[first_to_act(table)].play(type="fold")
    table.host.deal()
    page = table.browse("Ann").page
    expect(page.locator("showdown-panel")).to_be_hidden()
    page.get_by_role("tab", name="Hands").click()
    page.get_by_role("button", name="Replay hand 1").click()
    said = page.locator(".replay [role=status]")
    expect(said).to_have_text("Hand 1 begins")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(said).to_have_text("The antes are paid")
    page.get_by_role("button", name="To the end").click()
    expect(said).to_have_text("The hand is over")
    expect(page.locator("showdown-panel .awards li")).to_contain_text("uncontested")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(said).to_have_text("The pot is awarded")
    page.get_by_role("button", name="Back to the table").last.click()
    expect(page.locator("showdown-panel")).to_be_hidden()
    expect(page.locator(".top .phase")).to_have_text(table.host.view()["phase"]["text"])


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, PHONE])
def test_a_replay_leaves_the_tabs_to_the_table(seats: Seats, size: dict[str, int]) -> None:
    """While an old hand is watched, a seat is told and changed as it stands, and the way back is in sight."""
    table = seats("Ann", "Ben", game="real-poker")
    table.host.deal()
    table.guests[first_to_act(table)].play(type="fold")
    page = table.browse("Ann", viewport=size, locale="en-GB").page
    expect(page.locator("showdown-panel")).to_be_visible()
    if size == PHONE:
        page.locator(".top [aria-expanded]").click()
    bar = page.locator(".replaying")
    expect(bar).to_be_hidden()
    page.get_by_role("tab", name="Hands").click()
    page.get_by_role("button", name="Replay hand 1").click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page.locator("table-screen[data-replay]")).to_be_attached()
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("button", name="Buy chips")).to_be_visible()
    expect(page.get_by_role("button", name="Leave after this hand")).to_be_hidden()
    table.host.deal()
    expect(page.get_by_role("button", name="Leave after this hand")).to_be_visible()
    page.get_by_role("button", name="Leave after this hand").click()
    expect(page.get_by_role("button", name="Stay after all")).to_be_visible()
    expect(bar.locator("[role=status]")).to_have_text("You are watching hand 1")
    bar.get_by_role("button", name="Back to the table").click()
    expect(bar).to_be_hidden()
    expect(page.locator("table-screen[data-replay]")).to_have_count(0)
    page.get_by_role("tab", name="Hands").click()
    expect(page.locator(".replay")).to_be_hidden()
