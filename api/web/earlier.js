// What happened at a table before this device followed it: the newest events, and of a longer time what was said.

const MOST_EVENTS = 100;
const MOST_LOOKED_THROUGH = 4_000;

/** The events after `since` up to `upTo`, in their order, as far back as one looks. */
export async function earlier(api, path, since, upTo) {
  const recent = Math.max(since, upTo - MOST_EVENTS);
  const [events, said] = await Promise.all([
    recent < upTo ? api.get(`${path}/events?since=${recent}&limit=${MOST_EVENTS}`) : { events: [] },
    messages(api, path, Math.max(since, upTo - MOST_LOOKED_THROUGH), recent),
  ]);
  return [...said, ...events.events.filter((event) => event.event <= upTo)];
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
