import { createRequire } from 'node:module';
import { API_VERSION } from '@photofinch/plugin-api';

const { name, version } = createRequire(import.meta.url)('./package.json');

/** Counts, for each day, how many photos came and how many went. */
class DayBook {
  kinds = ['photo.indexed', 'photo.gone'];

  constructor(state) {
    this.state = state;
  }

  get book() {
    return JSON.parse(this.state.get('book') ?? '{"last": null, "days": {}}');
  }

  async take(events, { gap, signal }) {
    signal.throwIfAborted();
    const book = this.book;
    // Events come again after a sudden end: those up to the last one are counted already.
    const lastCounted = events.findIndex(({ cursor }) => cursor === book.last);
    for (const { at, kind, cursor } of events.slice(lastCounted + 1)) {
      const day = (book.days[dayOf(at * 1000)] ??= { came: 0, went: 0, complete: true });
      day[kind === 'photo.indexed' ? 'came' : 'went'] += 1;
      book.last = cursor;
    }
    // The server kept nothing of what happened before: the plugin was not loaded, or far behind.
    const today = dayOf(Date.now());
    if (gap) book.days[today] = { came: 0, went: 0, ...book.days[today], complete: false };
    this.state.set('book', JSON.stringify(book));
  }
}

const dayOf = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10);

/** Schemas can come from a library, such as joi or zod. This one accepts an object with days. */
const answer = {
  '~standard': {
    version: 1,
    vendor: name,
    validate: (value) => (typeof value?.days === 'object' ? { value } : { issues: [{ message: 'must have days' }] }),
  },
};

/** @type {import('@photofinch/plugin-api').Plugin} */
export default {
  name,
  version,
  apiVersion: API_VERSION,
  register(host) {
    const dayBook = new DayBook(host.state);
    host.provide('event-sink', dayBook);
    host.routes([
      {
        method: 'GET',
        path: '/api/my-plugin/days',
        access: 'read',
        summary: 'How many photos came and went on each day',
        answer,
        errors: [],
        handler: async () => ({ days: dayBook.book.days }),
      },
    ]);
  },
};
