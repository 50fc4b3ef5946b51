// One table as this device takes part in it: the followed view, the tokens held, and every request that is sent.
// Screens draw what it says and call its methods; nothing here touches the document.

import { Api, Problem } from "./api.js";
import { absence, earlier } from "./earlier.js";
import { Follower } from "./follow.js";
import { Hosting } from "./hosting.js";
import { keepToken, tokensOf } from "./keep.js";

/**
 * Emits `change` (draw again), `event` (something happened, for sound and talk), `earlier` (what had happened before
 * this device followed, or while it did not), `refused` (a Problem for people),
 * `sent` and `settled` around each answer.
 */
export class Table extends EventTarget {
  constructor(id) {
    super();
    this.id = id;
    this.path = `v1/tables/${id}`;
    this.tokens = tokensOf(id);
    this.api = new Api(this.tokens.seat ?? this.tokens.host ?? this.tokens.guest ?? null);
    this.hostApi = this.tokens.host ? new Api(this.tokens.host) : null;
    this.follower = new Follower(this.api, id);
    this.hosting = new Hosting(this);
    this.connection = "new";
    this.sending = null;
    this.replayed = null;
    this.told = 0;
    this.satOut = new Map();
    this.late = new Map();
    this.follower.addEventListener("view", () => this.changed());
    this.follower.addEventListener("begun", ({ detail }) => this.lookBack(detail.event));
    this.follower.addEventListener("event", ({ detail }) => this.hear(detail));
    this.follower.addEventListener("state", ({ detail }) => this.connect(detail));
  }

  /** What is drawn: the table as it stands, or a moment of a hand that is watched again. */
  get view() {
    return this.replayed ?? this.live;
  }

  /** The table as it stands, also while an old hand is watched. */
  get live() {
    return this.follower.view;
  }

  /** This viewer's own seat as the view shows it, or null. */
  get mine() {
    return ownSeat(this.view);
  }

  /** The same, as it stands. */
  get seated() {
    return ownSeat(this.live);
  }

  get isHost() {
    return Boolean(this.live?.you.host || this.hostApi);
  }

  /** The decision that waits for this viewer, or null; actions are off while the connection is lost. */
  get decision() {
    if (this.replayed) return null;
    return this.view?.decisions.find((one) => one.required && one.answer === null) ?? null;
  }

  /** Decisions that may be taken but need not, such as taking an arrangement back. */
  get optional() {
    return this.view?.decisions.filter((one) => !one.required && one.answer === null) ?? [];
  }

  /** An own secret answer that waits for the others, or null. */
  get chosen() {
    return this.view?.decisions.find((one) => one.answer !== null) ?? null;
  }

  /** Whether answers can be sent now. */
  get ready() {
    return this.connection === "live" && this.sending === null;
  }

  /** Draw a moment of a finished hand; null goes back to the table. */
  replay(view) {
    this.replayed = view;
    this.changed();
  }

  now() {
    return this.follower.now();
  }

  hear(event) {
    this.told = event.event;
    this.noteAbsence(event);
    this.emit("event", event);
  }

  /** Why seats sit out: a view does not say it, but the clock answers at the very moment at which it sits a seat out. */
  noteAbsence({ kind, seat, server_time: at }) {
    if (kind === "timed-out") this.late.set(seat, at);
    else if (kind === "sat-out") this.satOut.set(seat, this.late.get(seat) === at ? "late" : "asked");
    else if (kind === "came-back" || kind === "seated") this.satOut.delete(seat);
  }

  /** Fetch what happened up to an event that this device has not been told of; whatever cannot be had is done without. */
  async lookBack(upTo) {
    const since = this.told;
    this.told = Math.max(this.told, upTo);
    try {
      const events = await earlier(this.api, this.path, since, upTo);
      events.forEach((event) => this.noteAbsence(event));
      if (events.length) this.emit("earlier", events);
      const { seat, status } = this.seated ?? {};
      if (status === "sitting-out" && !this.satOut.has(seat)) {
        (await absence(this.api, this.path, seat, upTo)).forEach((event) => this.noteAbsence(event));
      }
      this.changed();
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
    }
  }

  /** Fetch the table anew. */
  look() {
    this.follower.look(0);
  }

  start() {
    this.follower.start();
  }

  stop() {
    this.follower.stop();
  }

  connect({ state, problem }) {
    if (state === "gone" && problem?.code === "bad-token") {
      this.forgetToken();
      return;
    }
    this.connection = state;
    this.gone = state === "gone" ? problem : null;
    this.changed();
  }

  /** Take a seat's token that was given here, or came by a link. */
  hold(holder, token) {
    keepToken(this.id, holder, token);
    this.tokens = tokensOf(this.id);
    this.choose();
  }

  /** Remember a token that is not to be used as long as there is a better one. */
  keep(holder, token) {
    keepToken(this.id, holder, token);
    this.tokens = tokensOf(this.id);
  }

  /** Forget a token, and go on without it. */
  drop(holder) {
    const dropped = this.tokens[holder];
    if (dropped) this.forgetToken(dropped);
  }

  /** A token is worth nothing any more: go on with the next best one, which another tab may have kept, or as anybody. */
  forgetToken(token = this.api.token) {
    const kept = tokensOf(this.id);
    const holder = Object.keys(kept).find((name) => kept[name] === token);
    if (holder) keepToken(this.id, holder, null);
    this.tokens = tokensOf(this.id);
    this.choose();
  }

  choose() {
    this.api.token = this.tokens.seat ?? this.tokens.host ?? this.tokens.guest ?? null;
    this.hostApi = this.tokens.host ? new Api(this.tokens.host) : null;
    this.follower.restart();
    this.follower.start();
  }

  /**
   * Answer a decision. `shown` is the number of the decision that was on the screen when the pointer went down: should
   * another one be open by now, nothing is sent.
   */
  async answer(shown, answer) {
    if (!this.ready) return false;
    if (this.decision?.decision !== shown && !this.optional.some((one) => one.decision === shown)) {
      this.refuse(new Problem(409, { code: "changed-meanwhile" }));
      return false;
    }
    this.sending = shown;
    this.emit("sent", { decision: shown, answer });
    this.changed();
    try {
      const view = await this.api.call("PUT", `${this.path}/decisions/${shown}`, answer);
      this.sending = null;
      this.follower.take(view);
      return true;
    } catch (fault) {
      this.sending = null;
      this.refuse(fault);
      this.follower.look(0);
      return false;
    } finally {
      this.emit("settled", { decision: shown });
      this.changed();
    }
  }

  /** What a draft would make, in words; null where that cannot be told just now. */
  async preview(decision, draft, signal) {
    try {
      const path = `${this.path}/decisions/${decision}/preview`;
      return await this.api.call("POST", path, draft, { key: null, signal });
    } catch (fault) {
      if (fault instanceof Problem || fault.name === "AbortError") return null;
      throw fault;
    }
  }

  /**
   * Send something else than an answer; what is refused is told, and null returned. `refused(problem)` may tell it
   * itself, and then says so.
   */
  async ask(method, path, body, { asHost = false, refused = () => false } = {}) {
    const api = asHost && this.hostApi ? this.hostApi : this.api;
    try {
      const reply = await api.call(method, `${this.path}${path}`, body);
      this.follower.look(0);
      return reply;
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      if (!refused(fault)) this.refuse(fault, api.token);
      return null;
    }
  }

  changeSeat(fields) {
    return this.ask("PATCH", `/seats/${this.live.you.seat}`, fields);
  }

  changeTable(fields) {
    return this.ask("PATCH", "", fields, { asHost: true });
  }

  deal(fields = {}) {
    return this.ask("POST", "/hands", fields, { asHost: this.isHost });
  }

  say(text) {
    return this.ask("POST", "/messages", { text });
  }

  async sit(fields, how) {
    const reply = await this.ask("POST", "/seats", fields, how);
    if (reply) this.hold("seat", reply.seat_token);
    return reply;
  }

  /** Wait for a seat; the token is the seat's as soon as there is one. */
  async wait(fields, how) {
    const reply = await this.ask("POST", "/waiting-list", fields, how);
    if (reply) this.hold("seat", reply.waiting_token);
    return reply;
  }

  /** Take the viewer off the waiting list. */
  waitNoLonger() {
    return this.ask("DELETE", `/waiting-list/${this.live.you.player}`);
  }

  leave() {
    return this.ask("DELETE", `/seats/${this.live.you.seat}`);
  }

  refuse(fault, token = this.api.token) {
    if (!(fault instanceof Problem)) throw fault;
    if (fault.code === "bad-token") this.forgetToken(token);
    this.emit("refused", fault);
  }

  changed() {
    this.emit("change");
  }

  emit(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function ownSeat(view) {
  return view?.seats.find((one) => one.seat === view.you.seat) ?? null;
}
