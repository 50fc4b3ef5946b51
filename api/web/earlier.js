// What happened at a table before this device followed it: the newest events, and of a longer time what was said.

const MOST_EVENTS = 100;
const MOST_LOOKED_THROUGH = 4_000;
const MOST_LOOKED_FOR = 20_000;
const PAGE = 1_000;
const OVERLAP = 50;

/** The events after `since` up to `upTo`, in their order, as far back as one looks. */
export async function earlier(api, path, since, upTo) {
  const recent = Math.max(since, upTo - MOST_EVENTS);
  const [events, said] = await Promise.all([
    recent < upTo ? api.get(`${path}/events?since=${recent}&limit=${MOST_EVENTS}`) : { events: [] },
    messages(api, path, Math.max(since, upTo - MOST_LOOKED_THROUGH), recent),
  ]);
  return [...said, ...events.events.filter((event) => event.event <= upTo)];
}

/** How a seat that sits out came to it: the newest such event, after what the clock did at that moment; none if it is too long ago. */
export async function absence(api, path, seat, upTo) {
  // Pages overlap: what the clock did stands shortly before, and else may be on another page.
  for (let until = upTo; until > 0 && until > upTo - MOST_LOOKED_FOR; until -= PAGE - OVERLAP) {
    const since = Math.max(0, until - PAGE);
    const { events } = await api.get(`${path}/events?since=${since}&limit=${PAGE}`);
    const own = events.filter((event) => event.seat === seat && event.event <= upTo);
    const at = own.findLastIndex(({ kind }) => kind === "sat-out" || kind === "seated");
    if (at >= 0) return own.slice(0, at + 1).filter((event) => event.server_time === own[at].server_time);
  }
  return [];
}

/** What was said after `since` and up to `upTo`. */
async function messages(api, path, since, upTo) {
  const found = [];
  while (since < upTo) {
    const page = await api.get(`${path}/messages?since=${since}&limit=200`);
    found.push(...page.messages.filter((one) => one.event <= upTo));
    if (!page.more) break;
    since = page.last;
  }
  return found;
}
