// <decision-area>: what the viewer is asked, by the decision's type, and what may be done between hands. It is the one
// place where answers start from.

import { h, setText, show } from "../dom.js";
import { announce } from "../say.js";
import { play } from "../sound.js";
import { code, t } from "../words.js";
import { AnnounceGame } from "./announce-game.js";
import { ArrangeCards } from "./arrange-cards.js";
import { BetBar } from "./bet-bar.js";
import { DeclareWay, KeepOrDiscard } from "./choices.js";
import { mayDeal, readySeats, waitsForFirst } from "./first-hand.js";
import { PlaceCards } from "./place-cards.js";
import "./clock-ring.js";

const MAKERS = { bet: BetBar, place: PlaceCards, keep: KeepOrDiscard, arrange: ArrangeCards, declare: DeclareWay, announce: AnnounceGame };

export class DecisionArea extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("decide.title"));
    this.parts = new Map();
    this.clock = h("clock-ring");
    this.default = h("span", { class: "default" });
    this.bank = h("span", { class: "bank" });
    this.time = h("p", { class: "time" }, this.clock, this.default, this.bank);
    this.sent = h("p", { class: "sent", role: "status" });
    this.take = h("button", { type: "button", onclick: () => this.withdraw() }, t("decide.withdraw"));
    this.deal = h("button", { type: "button", class: "primary", onclick: () => table.deal() }, t("decide.deal"));
    this.append(this.time, this.sent, h("div", { class: "buttons" }, this.take, this.deal));
  }

  update(view) {
    const { table } = this;
    const { decision } = table;
    const sending = table.sending !== null;
    this.drawPart(sending ? null : decision);
    setText(this.sent, sending ? t("decide.sent") : "");
    show(this.sent, sending);
    this.drawTime(decision);
    show(this.take, !sending && table.optional.some((one) => one.type === "withdraw") && table.connection === "live");
    show(this.deal, view.state === "waiting" && readySeats(view).length > 1 && mayDeal(table, view));
    setText(this.deal, t(waitsForFirst(view) ? "decide.dealFirst" : "decide.deal"));
    this.deal.disabled = table.connection !== "live";
    show(this, !this.deal.hidden || !this.take.hidden || sending || decision !== null);
  }

  drawPart(decision) {
    const type = decision?.type ?? null;
    for (const [name, part] of this.parts) show(part, name === type);
    if (!type) return;
    if (!this.parts.has(type)) {
      const part = new MAKERS[type](this.table);
      this.parts.set(type, part);
      this.insertBefore(part, this.lastElementChild);
    }
    const part = this.parts.get(type);
    part.inert = this.table.connection !== "live";
    part.update(decision, decision.legal.find((entry) => entry.type === type));
  }

  drawTime(decision) {
    const { mine } = this.table;
    const deadline = decision?.deadline ?? null;
    show(this.time, deadline !== null);
    const warn = (seconds) => {
      announce(t("clock.left", { count: seconds }));
      if (seconds <= 10) play("late");
    };
    this.clock.run({ since: mine?.since, deadline }, () => this.table.now(), { warn });
    this.drawBank(deadline === null ? null : decision, mine);
    if (!decision?.default) return;
    setText(this.default, t("clock.then", { answer: code("default", decision.default.way ?? decision.default.type) }));
  }

  /** The time bank stands apart: it waits behind a decision that is taken in turn, and then runs instead of its time. */
  drawBank(decision, mine) {
    const running = Boolean(decision && mine?.on_time_bank);
    const behind = decision && !decision.secret && mine ? mine.time_bank_seconds : 0;
    this.time.classList.toggle("banking", running);
    show(this.bank, running || behind > 0);
    setText(this.bank, running ? t("clock.onBank") : t("clock.bank", { count: behind }));
    if (!running || this.toldBank === decision.decision) return;
    this.toldBank = decision.decision;
    announce(t("clock.bankRuns", { count: mine.time_bank_seconds }), { now: true });
    play("late");
  }

  /** A key that was pressed; whether it meant anything here. */
  press(key) {
    const part = this.parts.get(this.table.decision?.type);
    return Boolean(this.table.ready && part?.pressKey?.(key));
  }

  withdraw() {
    const open = this.table.optional.find((one) => one.type === "withdraw");
    if (open) this.table.answer(open.decision, { type: "withdraw" });
  }
}

customElements.define("decision-area", DecisionArea);
