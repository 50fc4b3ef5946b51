// Follows one table: a snapshot, then an event a line, over a connection that may break, stall or be refused at any
// moment. Says what happens, and keeps the newest view; the view is what is drawn, the events are what is told.

import { Problem } from "./api.js";

const LINES = "application/x-ndjson";
const SILENT_MS = 17_000; // the server says something every 15 seconds
const OPENING_MS = 5_000; // and begins at once
const LOST_MS = 2_000;
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
const BETWEEN_VIEWS_MS = 120;
const MISSED_MS = 1_000;
const FINAL = new Set([401, 403, 404]);

/** Emits `view` (a table view), `begun` (a view before which events were not told), `event` (an event), `state` ("live", "lost" or "gone", with the Problem if any). */
export class Follower extends EventTarget {
  constructor(api, table) {
    super();
    this.api = api;
    this.path = `v1/tables/${table}`;
    this.cursor = null;
    this.view = null;
    this.state = "new";
    this.failures = 0;
    this.running = false;
    this.wake = this.wake.bind(this);
  }

  start() {
    if (this.running) return;
    this.running = true;
    if (this.state === "gone") this.state = "new";
    for (const name of ["online", "offline", "pageshow"]) addEventListener(name, this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.loop();
  }

  stop() {
    this.running = false;
    for (const name of ["online", "offline", "pageshow"]) removeEventListener(name, this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.loseNot();
    this.attempt?.abort();
    this.sleeper?.();
  }

  /** Begin anew with another token. */
  restart() {
    this.cursor = null;
    this.attempt?.abort();
    this.sleeper?.();
  }

  /** The server's time now, in milliseconds, whatever this device's clock says. */
  now() {
    return this.view ? this.serverMs + (performance.now() - this.heardAt) : Date.now();
  }

  /** Take a view that came as a reply. Older ones are left aside. */
  take(view) {
    if (this.view && view.event < this.view.event) return;
    this.view = view;
    this.serverMs = Date.parse(view.server_time);
    this.heardAt = performance.now();
    this.emit("view", view);
  }

  /** Fetch the table anew, soon: many events in a row make one request. */
  look(delay = BETWEEN_VIEWS_MS) {
    if (this.looking || !this.running) return;
    const looking = (this.looking = new AbortController());
    setTimeout(async () => {
      let wait = BETWEEN_VIEWS_MS;
      try {
        this.take(await this.api.get(this.path, { signal: looking.signal }));
      } catch (fault) {
        if (!(fault instanceof Problem || looking.signal.aborted)) throw fault;
        wait = fault.retryAfter ? fault.retryAfter * 1_000 : MISSED_MS;
      }
      if (this.looking !== looking) return;
      this.looking = null;
      // A line that is lost looks by itself when it is back.
      if (this.view && this.cursor > this.view.event && this.state === "live") this.look(wait);
    }, delay);
  }

  /** Fetch the table anew at once; a request that went out before the line broke may never be answered. */
  lookAnew() {
    this.looking?.abort();
    this.looking = null;
    this.look(0);
  }

  async loop() {
    while (this.running) {
      try {
        await this.listen();
        this.failures = 0; // it ended in order, as it does when a server restarts
      } catch (fault) {
        if (FINAL.has(fault.status)) {
          // Whoever hears of it may start anew with another token.
          this.running = false;
          this.loseNot();
          this.become("gone", fault);
          return;
        }
        this.failures += 1;
      }
      if (!this.running) return;
      this.lose();
      await this.pause(WAITS_MS[Math.min(this.failures, WAITS_MS.length - 1)]);
    }
  }

  async listen() {
    this.attempt = new AbortController();
    let watchdog;
    const feed = (ms = SILENT_MS) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => this.attempt.abort(), ms);
    };
    feed(OPENING_MS);
    try {
      const since = this.cursor === null ? "" : `?since=${this.cursor}`;
      const reply = await this.api.open(`${this.path}/events${since}`, LINES, this.attempt.signal);
      feed();
      this.live();
      if (this.cursor !== null) this.lookAnew();
      await eachLine(reply.body, (line) => {
        feed();
        this.live();
        this.hear(JSON.parse(line));
      });
    } finally {
      clearTimeout(watchdog);
    }
  }

  hear(line) {
    if (line.snapshot || line.reset) {
      const view = line.snapshot ?? line.reset;
      this.cursor = view.event;
      this.view = null;
      this.take(view);
      this.emit("begun", view);
    } else if (line.event) {
      if (this.cursor !== null && line.event.event <= this.cursor) return;
      this.cursor = line.event.event;
      this.emit("event", line.event);
      this.look();
    } else if (line.presence) {
      this.look();
    }
  }

  live() {
    this.failures = 0;
    this.loseNot();
    this.become("live");
  }

  /** A gap shorter than two seconds is nobody's business. */
  lose() {
    if (this.state === "lost") return;
    this.lostTimer ??= setTimeout(() => this.become("lost"), LOST_MS);
  }

  loseNot() {
    clearTimeout(this.lostTimer);
    this.lostTimer = null;
  }

  wake(happened) {
    if (happened.type === "offline") {
      this.lose();
      this.attempt?.abort();
      return;
    }
    if (document.visibilityState === "hidden") return;
    // After sleep a connection may look open and be dead: fetch at once, and listen anew if that was long.
    if (performance.now() - (this.heardAt ?? 0) > SILENT_MS) this.attempt?.abort();
    this.sleeper?.();
    this.look(0);
  }

  pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.sleeper = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  become(state, problem = null) {
    if (this.state === state) return;
    this.state = state;
    this.emit("state", { state, problem });
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Call back with each whole line of a stream of bytes. */
async function eachLine(body, call) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim()) call(line);
  }
}
