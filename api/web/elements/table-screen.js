// <table-screen>: a table: top bar, seats around the felt, the viewer's own cards, what is to be decided, and at the
// side talk, history and settings. It draws what the view holds and knows no game.

import { h, keyed, setAttr, setText, show } from "../dom.js";
import { changeSetting, settings } from "../keep.js";
import { icon } from "../icons.js";
import { ChipMotion, boxOf } from "../motion.js";
import { Played } from "../played.js";
import { announce, note } from "../say.js";
import { play } from "../sound.js";
import { Table } from "../table.js";
import { chips, code, has, phaseWords, t } from "../words.js";
import { BoardView } from "./board-view.js";
import { DecisionArea } from "./decision-area.js";
import { FirstHand, firstWords, waitsForFirst } from "./first-hand.js";
import { FreeSeats } from "./free-seats.js";
import { JoinPanel } from "./join-panel.js";
import { NextDeal } from "./next-deal.js";
import { NoTable } from "./no-table.js";
import { OwnHand } from "./own-hand.js";
import { SeatBox } from "./seat-box.js";
import { ShowdownPanel, winningCards } from "./showdown-panel.js";
import { SidePanel } from "./side-panel.js";

export class TableScreen extends HTMLElement {
  constructor(id) {
    super();
    this.table = new Table(id);
    this.played = new Played(this.table);
    this.turning = new Map();
  }

  connectedCallback() {
    const { table } = this;
    this.name = h("h1", {});
    this.pot = h("span", { class: "pot" });
    this.phase = h("span", { class: "phase" });
    this.mute = h("button", { type: "button", class: "icon", onclick: () => this.toggleSound() });
    this.menu = h("button", { type: "button", class: "icon", "aria-label": t("table.menu"), title: t("table.menu"), "aria-expanded": "false", onclick: () => this.toggleSide() }, icon("menu"));
    this.banner = h("p", { class: "banner", role: "status", hidden: true });
    this.again = h("span", { role: "status" });
    this.replaying = h("p", { class: "replaying", hidden: true }, this.again, h("button", { type: "button", onclick: () => table.replay(null) }, t("history.close")));
    this.seats = h("div", { class: "seats" });
    this.pots = h("ul", { class: "pots" });
    this.board = new BoardView();
    this.state = h("p", { class: "state", role: "status" });
    this.clock = h("clock-ring");
    this.watching = h("p", { class: "watching", hidden: true }, t("table.watching"));
    this.first = new FirstHand(table);
    this.next = new NextDeal(table);
    this.showdown = new ShowdownPanel();
    this.own = new OwnHand(table);
    this.area = new DecisionArea(table);
    this.join = new JoinPanel(table);
    this.side = new SidePanel(table);
    this.round = h("div", { class: "round" }, this.seats, h("div", { class: "middle" }, this.board, this.pots, h("div", { class: "line" }, this.state, this.clock), this.watching, this.first, this.next, this.showdown));
    this.motion = new ChipMotion({ seat: (number) => this.placeOf(number), pot: () => boxOf(this.pots.firstElementChild) ?? boxOf(this.pot) });
    this.append(
      h("header", { class: "top" }, h("a", { href: ".", "data-go": true, class: "home", "aria-label": t("table.lobby"), title: t("table.lobby") }, icon("back")), this.name, this.phase, this.pot, this.mute, this.menu),
      h("div", { class: "bars" }, this.banner, this.replaying),
      h("div", { class: "play" }, h("div", { class: "felt" }, this.round, this.own), this.join, this.area),
      this.side,
      this.motion.layer,
    );
    this.free = new FreeSeats(table, (seat) => this.join.choose(seat));
    this.seats.after(this.free);
    this.join.addEventListener("change", () => this.later());
    this.showdown.addEventListener("let-go", () => this.draw());
    table.addEventListener("change", () => this.later());
    table.addEventListener("refused", ({ detail }) => note(refusal(detail), "bad"));
    table.addEventListener("event", ({ detail }) => this.hear(detail));
    this.onkeydown = (event) => this.key(event);
    this.tellSound();
    table.start();
  }

  disconnectedCallback() {
    this.table.stop();
    document.title = t("app");
  }

  /** Several changes in a row are drawn once. */
  later() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      if (!this.isConnected) return;
      const focused = document.activeElement;
      this.draw();
      this.keepFocus(focused);
    });
  }

  /**
   * What had the focus may be gone, as buttons are once they have answered. Then the viewer's own hand gets it: it stays,
   * the next decision follows it, and Enter means nothing there.
   */
  keepFocus(focused) {
    if (!focused || focused === document.body) return;
    if (focused.isConnected && focused.checkVisibility() && !focused.matches(":disabled") && !focused.closest("[inert]")) return;
    (this.own.hidden ? this.closest("main") : this.own).focus({ preventScroll: true });
  }

  draw() {
    const { table } = this;
    this.drawBanner();
    const { view } = table;
    setAttr(this, "data-unseen", !view && table.gone);
    if (!view) {
      if (table.gone) this.drawUnseen(table.gone);
      return;
    }
    const fly = this.motion.before(view, Boolean(table.replayed));
    const used = winningCards(view);
    setText(this.name, view.name);
    setText(this.phase, waitsForFirst(view) ? firstWords(table, view) : view.phase && view.state !== "closed" ? phaseWords(view.phase) : code("state", view.state));
    setAttr(this, "data-hand", view.hand !== null && view.result === null);
    setText(this.pot, view.pot_total ? t("table.pot", { chips: chips(view.pot_total) }) : "");
    keyed(this.seats, this.around(view), (seat) => seat.seat, () => new SeatBox(), (box, seat) => {
      box.connectedCallback();
      box.update(table, seat);
      this.turnSoon(box, seat, used);
    });
    this.round.className = `round around-${this.seats.children.length}`;
    this.round.style.setProperty("--seats", Math.max(this.seats.children.length, 1));
    this.round.style.setProperty("--columns", columnsFor(this.seats.children.length));
    setAttr(this, "data-seen", true);
    this.board.update(view, used, this.own.bestCards());
    keyed(this.pots, view.pots, (_pot) => view.pots.indexOf(_pot), () => h("li"), (item, pot) => this.drawPot(item, pot, view));
    this.drawState(view);
    this.first.update(view);
    this.next.update(view);
    this.showdown.connectedCallback();
    this.showdown.update(view, this.played.names(view));
    this.join.update(view);
    this.free.update(view, this.join.seatChosen);
    this.own.update(view, used);
    this.area.update(view);
    this.side.update();
    this.tellTurn();
    fly();
  }

  /** A table that this device may not see, or that is not there. Who may sit down at it may do so unseen. */
  drawUnseen(problem) {
    if (problem.code === "no-spectators") {
      setText(this.name, t("app"));
      this.join.offerUnseen();
    } else {
      this.replaceWith(new NoTable(refusal(problem)));
    }
  }

  /** Where a seat's chips are: its bet, or who sits there. */
  placeOf(number) {
    const box = number === this.table.view.you.seat ? this.own : [...this.seats.children].find((one) => one.dataset.key === String(number));
    return boxOf(box?.bet) ?? boxOf(box?.chips) ?? boxOf(box);
  }

  /** The cards of one seat a frame: all may turn at once, and on a slow device no frame may be long. */
  turnSoon(box, seat, used) {
    if (this.turning.size === 0) requestAnimationFrame(() => this.turnNext());
    this.turning.set(box, () => box.drawRows(seat, used));
  }

  turnNext() {
    const [[box, turn]] = this.turning;
    this.turning.delete(box);
    turn();
    if (this.turning.size) requestAnimationFrame(() => this.turnNext());
  }

  /** The seats clockwise, from the viewer's left; the viewer's own is drawn below. */
  around(view) {
    const from = view.you.seat ?? 0;
    return [...view.seats].filter((seat) => seat.seat !== from).sort((a, b) => ((a.seat - from + 100) % 100) - ((b.seat - from + 100) % 100));
  }

  drawPot(item, pot, view) {
    const mine = this.table.mine?.status === "all-in" && pot.eligible.includes(view.you.seat);
    item.classList.toggle("can-win", mine);
    const names = pot.eligible.map((seat) => view.seats.find((one) => one.seat === seat)?.name ?? seat);
    const words = view.pots.length > 1 ? t("table.potOf", { chips: chips(pot.amount), names: names.join(", ") }) : t("table.pot", { chips: chips(pot.amount) });
    setText(item, mine ? t("table.canWin", { pot: words }) : words);
  }

  /** What the table waits for, with the clock that runs; this region announces itself. */
  drawState(view) {
    const others = view.state === "playing" ? view.seats.filter((seat) => seat.deciding && seat.seat !== view.you.seat) : [];
    const waiting = others.length ? t("table.waitingFor", { names: others.map((seat) => seat.name).join(", ") }) : "";
    const silent = view.state === "playing" || (view.state === "waiting" && view.result) || waitsForFirst(view);
    setText(this.state, silent ? waiting : code("state", view.state));
    this.state.dataset.state = waiting ? "deciding" : view.state;
    this.clock.run(others.find((seat) => seat.deadline) ?? {}, () => this.table.now());
    show(this.watching, view.you.seat === null && view.you.waiting === null && view.state !== "closed");
  }

  drawBanner() {
    const { connection, gone } = this.table;
    const text = connection === "lost" ? t("connection.lost") : connection === "gone" ? refusal(gone) : "";
    if (this.wasLost && connection === "live") note(t("connection.back"), "good");
    this.wasLost = connection === "lost";
    show(this.banner, Boolean(text));
    setText(this.banner, text);
    this.classList.toggle("offline", connection !== "live");
  }

  /** Say once, and only once, that it is the viewer's turn. */
  tellTurn() {
    const { decision } = this.table;
    setAttr(this, "data-turn", Boolean(decision));
    const { replayed } = this.table;
    setAttr(this, "data-replay", Boolean(replayed));
    show(this.replaying, Boolean(replayed));
    setText(this.again, replayed ? t("history.watching", { hand: replayed.hand }) : "");
    document.title = decision ? t("table.turnTitle", { name: this.table.view.name }) : this.table.view.name;
    if (!decision || this.toldTurn === decision.decision) return;
    this.toldTurn = decision.decision;
    const call = decision.legal.find((entry) => entry.type === "call");
    announce(call ? t("table.turnCall", { chips: chips(call.adds) }) : t("table.turn", { what: code("ask", decision.type) }), { now: true });
    play("turn");
  }

  hear(event) {
    if (event.kind === "dealt") play("deal");
    if (event.kind === "acted" && event.adds) play("chips");
    if (event.kind === "awarded") play("won");
  }

  /** One-letter keys, where they are switched on and nothing is being typed. */
  key(event) {
    const typing = event.target.matches("input, select, textarea");
    if (!settings().keys || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.area.press(event.key.toLowerCase())) event.preventDefault();
  }

  toggleSound() {
    changeSetting("sound", !settings().sound);
    this.tellSound();
  }

  tellSound() {
    const { sound } = settings();
    const told = t(sound ? "table.soundOn" : "table.soundOff");
    setAttr(this.mute, "aria-label", told);
    setAttr(this.mute, "title", told);
    this.mute.replaceChildren(icon(sound ? "sound" : "silence"));
  }

  toggleSide() {
    const open = this.classList.toggle("side-open");
    this.menu.setAttribute("aria-expanded", String(open));
    this.side.update();
  }
}

/** In how many columns the others sit where all of them sit across the table: up to five in a row. */
function columnsFor(seats) {
  return Math.max(seats > 5 ? Math.ceil(seats / 2) : seats, 1);
}

/** A refusal in words: the page's own for codes it knows, else the server's. */
export function refusal(problem) {
  if (!problem) return "";
  return has(`problem.${problem.code}`) ? t(`problem.${problem.code}`) : problem.message || code("problem", problem.code);
}

customElements.define("table-screen", TableScreen);
