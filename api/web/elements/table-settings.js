// <table-settings>: what the host may change about a table later. It shows what holds, says from when a change holds,
// and sends only what has been changed. Options wait here until the hand that runs is over.

import { h, setText, show } from "../dom.js";
import { optionsOf } from "../games.js";
import { note } from "../say.js";
import { code, t } from "../words.js";
import { clearFaults, showFaults, unfold } from "./form-parts.js";
import { OptionFields } from "./option-fields.js";
import { TermFields } from "./term-fields.js";

const OVERTAKEN_MS = 10_000;

export class TableSettings extends HTMLElement {
  constructor(table) {
    super();
    this.table = table;
    this.terms = new TermFields();
    this.options = null;
    this.house = h("details", {}, h("summary", {}, t("open.options")), h("p", { class: "hint" }, t("terms.fromNextHand")));
    this.kept = h("p", { class: "hint", role: "status" });
    this.forget = h("button", { type: "button", onclick: () => this.takeBack() }, t("terms.forget"));
    this.send = h("button", { type: "submit", class: "primary" }, t("terms.save"));
    this.form = h("form", { class: "settings", onsubmit: (event) => this.submit(event) },
      h("p", { class: "hint" }, t("terms.atOnce")),
      this.terms.called,
      this.terms.coming,
      this.terms.dealing,
      this.terms.money,
      this.house,
      this.kept,
      h("div", { class: "buttons" }, this.send, this.forget),
    );
    unfold(this.form);
    this.append(this.form);
  }

  update(view) {
    if (this.view && view.event < this.view.event) return;
    this.view = view;
    this.terms.fill(view);
    this.fillOptions(view);
    this.tellOvertaken(view);
    this.send.disabled = view.state === "closed" || Boolean(this.sending);
    if (this.waiting && !this.sending && !running(view) && view.event > this.refusedAt) this.sendOptions();
    setText(this.kept, this.waiting ? t("terms.kept") : "");
    show(this.kept, this.waiting);
    show(this.forget, this.waiting);
  }

  async fillOptions(view) {
    this.known ??= optionsOf(view.games);
    const options = await this.known.catch(() => {
      this.known = null;
    });
    if (!options || this.view !== view) return;
    if (!this.options) this.house.append((this.options = new OptionFields({ options })));
    this.options.fill(view.next_options);
  }

  /** First what holds at once, then the options, which may have to wait. */
  async submit(event) {
    event.preventDefault();
    clearFaults(this.form);
    const changed = this.terms.changed;
    if (!Object.keys(changed).length && !this.options?.touched) {
      note(t("terms.nothing"));
      return;
    }
    const terms = Object.keys(changed).length > 0;
    if (terms) {
      const view = await this.ask(changed);
      if (!view) return;
      this.terms.fill(view, { anew: true });
    }
    this.waiting = Boolean(this.options?.touched);
    this.refusedAt = 0;
    this.base = this.view.next_options;
    const now = this.waiting && !running(this.view);
    if (terms && !now) note(t(this.waiting ? "terms.savedBoth" : "terms.saved"), "good");
    if (now) await this.sendOptions(terms);
    else this.update(this.view);
  }

  /** One note for all that was saved, `terms` that hold already with it. */
  async sendOptions(terms = false) {
    this.waiting = false;
    this.sending = this.send.disabled = true;
    const { view, others } = await alone(`options.${this.table.id}`, () => this.exchange());
    if (view) {
      this.options.fill(view.next_options, { anew: true });
      note(t(terms ? "terms.savedBoth" : "terms.savedOptions"), "good");
      if (others.length) note(t("terms.meanwhile", { options: named(others) }));
    } else if (terms) {
      note(t(this.waiting ? "terms.savedBoth" : "terms.saved"), "good");
    }
  }

  /**
   * Options are sent all together. Those that were left alone here are sent as they are by now: another page of the host
   * may have changed them since this one was asked to, `others` are which.
   */
  async exchange() {
    const now = await this.table.hosting.current();
    const others = now ? differing(this.base, now.next_options) : [];
    if (now) {
      this.update(now);
      this.options.fill(now.next_options);
    }
    const view = await this.ask({ options: this.options.value });
    this.sent = view && { options: view.next_options, event: view.event, until: performance.now() + OVERTAKEN_MS };
    return { view, others };
  }

  /** Another device may have sent at the same moment, and not known of what was sent from here. */
  tellOvertaken(view) {
    if (!this.sent || view.event <= this.sent.event) return;
    const others = differing(this.sent.options, view.next_options);
    if (performance.now() < this.sent.until && others.length) note(t("terms.overtaken", { options: named(others) }), "bad");
    if (others.length) this.sent = null;
  }

  async ask(fields) {
    this.sending = this.send.disabled = true;
    const view = await this.table.hosting.change(fields, (problem) => {
      // A hand began in between: the options go on waiting.
      if (problem.code !== "hand-in-progress") return showFaults(this.form, problem);
      [this.waiting, this.refusedAt] = [true, this.view.event];
      return true;
    });
    this.sending = false;
    this.update(view ?? this.view);
    return view;
  }

  takeBack() {
    this.waiting = false;
    this.options.fill(this.view.next_options, { anew: true });
    this.update(this.view);
  }
}

/** The names of the options that differ. */
function differing(before, after) {
  return Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function named(options) {
  return options.map((name) => code("option", name)).join(", ");
}

/** Do it while no other page of this browser does; without TLS a browser cannot see to that. */
function alone(name, act) {
  return navigator.locks ? navigator.locks.request(name, act) : act();
}

/** Whether a hand is on the table that has not been awarded; a pause does not change that. */
export function running(view) {
  return view.state === "announcing" || (view.hand !== null && view.result === null);
}

customElements.define("table-settings", TableSettings);
