// The public API as this page calls it: JSON in, JSON out, refusals as Problems with the server's own code.

export const JSON_TYPE = "application/json";
const REPLY_MS = 10_000;

/** What the server refused, or `code` "offline" where it could not be reached. */
export class Problem extends Error {
  constructor(status, body, retryAfter = null) {
    super(body.detail ?? "");
    this.status = status;
    this.code = body.code ?? "refused";
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** A key that makes a creating request safe to repeat. `randomUUID` is missing where a page came without TLS. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** One holder's way to the API; `token` may be null, and change. */
export class Api {
  constructor(token = null) {
    this.token = token;
  }

  get(path, options = {}) {
    return this.call("GET", path, undefined, options);
  }

  /** Send a request and return what it answers. Creating requests carry a key of their own. */
  async call(method, path, body, { key = method === "POST" ? freshKey() : null, headers = {}, signal } = {}) {
    const sent = { Accept: JSON_TYPE, ...headers };
    if (this.token) sent.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) sent["Content-Type"] = JSON_TYPE;
    if (key) sent["Idempotency-Key"] = key;
    const limit = new AbortController();
    const request = { method, headers: sent, signal: limit.signal, cache: "no-store" };
    if (body !== undefined) request.body = JSON.stringify(body);
    signal?.addEventListener("abort", () => limit.abort());
    const timer = setTimeout(() => limit.abort(), REPLY_MS);
    try {
      const reply = await reach(path, request);
      if (!reply.ok) throw await problemOf(reply);
      return await reply.json();
    } catch (fault) {
      if (fault instanceof Problem || signal?.aborted) throw fault;
      // Nothing came in time, or what came broke off, or it is a proxy's and no JSON.
      throw new Problem(0, { code: "offline", detail: String(fault) });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Fetch a file in one of its forms: what is in it, and the name that the server gives it, if any. */
  async file(path, accept) {
    const reply = await this.open(path, accept);
    const [, name = null] = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition")) ?? [];
    return { name, blob: await reply.blob() };
  }

  /** Open a stream or a file; the caller reads `reply.body`. */
  async open(path, accept, signal) {
    const headers = { Accept: accept };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const reply = await reach(path, { headers, signal, cache: "no-store" });
    if (!reply.ok) throw await problemOf(reply);
    return reply;
  }
}

async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem(0, { code: "offline", detail: String(fault) });
  }
}

async function problemOf(reply) {
  const retryAfter = Number(reply.headers.get("Retry-After")) || null;
  let body = {};
  try {
    body = await reply.json();
  } catch {
    // A proxy's own error page is no JSON; the status must do.
  }
  return new Problem(reply.status, body, retryAfter);
}
