"""What a player is shown during play: clocks, chips that move, talk, the showdown, and every state in words."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import AtTable, Player
from tests.servers import wait_until

Seats = Callable[..., AtTable]
# What the page says to those who listen, from when it is loaded.
LISTEN = """
  window.said = [];
  document.addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = target.closest?.('.heard[role]');
      if (region?.textContent) window.said.push(region.textContent);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true }));
"""


def listen(player: Player, *, clock: bool = False) -> Page:
    """Load the page anew, for somebody who listens, and whose clock may be moved."""
    page = player.page
    if clock:
        page.clock.install()
    page.add_init_script(LISTEN)
    page.reload()
    expect(page.locator("own-hand")).to_be_visible()
    return page


def said(page: Page, text: str) -> int:
    """How often something was said that holds this text."""
    return len([one for one in page.evaluate("() => window.said") if text in one])


def first_to_act(table: AtTable) -> str:
    """Whose turn it is."""
    return next(name for name, guest in table.guests.items() if guest.decisions())


def test_a_clock_warns_three_times(seats: Seats) -> None:
    """At half of the time, at ten seconds and at five, once each; what comes then stands there, and the bank apart."""
    table = seats("Ann", "Ben", game="real-poker", options={"decision_seconds": 24, "time_bank_seconds": 40})
    table.host.deal()
    page = listen(table.browse(first_to_act(table)), clock=True)
    expect(page.locator("decision-area .default")).to_have_text("then: check")
    expect(page.locator("decision-area .bank")).to_have_text("Time bank: 40 seconds more")
    shown = page.locator("decision-area clock-ring .seconds")
    for until, warned in ((12, "12 seconds left"), (10, "10 seconds left"), (5, "5 seconds left")):
        while int(shown.inner_text()) > until:
            page.clock.run_for(500)
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
    table = seats("Ann", "Ben", game="real-poker", deal_after_seconds=20)
    table.host.deal()
    ann = table.browse("Ann")
    page = listen(ann, clock=True)
    expect(page.locator("next-deal")).to_be_hidden()
    table.guests[first_to_act(table)].play(type="fold")
    expect(page.locator("next-deal")).to_contain_text("until the next hand")
    assert 0 < int(page.locator("next-deal .seconds").inner_text()) <= 20
    wait_until(lambda: said(page, "The next hand is dealt in") == 1, "being told", 5)
    page.clock.fast_forward(20_000)
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
