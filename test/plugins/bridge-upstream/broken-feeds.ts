import type { FakeBridge } from '../../support/fake-bridge.ts';
import { answering, lacking, telling, type Exhibit } from './broken-bridges.ts';

const renames = 'keeps the uid and rev of a renamed photo';
const replaces = 'keeps the uid and changes the rev of a replaced photo';

export const brokenFeeds: readonly Exhibit[] = [
  [
    'treats a renamed photo as another one',
    [renames],
    ({ library }) => {
      library.rename = (photo, to) => {
        const bytes = library.bytes(library.uidOf(photo)) ?? Buffer.alloc(0);
        library.remove(photo);
        library.put(to, bytes);
      };
    },
  ],
  [
    'treats a replaced photo as another one',
    [replaces],
    ({ library }) => {
      const put = library.put.bind(library);
      library.put = (path, bytes, facts) => {
        if (library.node(library.uidOf(path))) library.remove(path);
        return put(path, bytes, facts);
      };
    },
  ],
  [
    'changes the rev of a touched photo',
    ['keeps the rev of a photo if only its modification time changes'],
    (bridge) => {
      let turn = 0;
      const touch = bridge.library.touch.bind(bridge.library);
      bridge.library.touch = (photo) => {
        turn += 1;
        touch(photo);
      };
      telling(/^POST \/nodes$/, (page) => ({
        ...page,
        nodes: (page['nodes'] as { rev: string }[]).map((node) => ({
          ...node,
          rev: turn > 0 ? `${node.rev}-${turn}` : node.rev,
        })),
      }))(bridge);
    },
  ],
  [
    'does not report removed photos',
    [
      'reports a removed photo, and no longer returns it',
      'never reuses the uid of a removed photo',
      'keeps the rev of a photo if only its modification time changes',
      'skips no photo if another is removed while the timeline is read',
    ],
    telling(/ \/changes/, (page) => ({
      ...page,
      events: (page['events'] as { type: string; kind: string }[]).filter(
        ({ type, kind }) => type !== 'delete' || kind !== 'photo',
      ),
    })),
  ],
  [
    'still returns nodes of removed photos',
    ['reports a removed photo, and no longer returns it'],
    (bridge) => {
      const last = new Map<string, unknown>();
      bridge.tamper = async (request, next) => {
        const answer = await next(request);
        if (!request.path.startsWith('/nodes/')) return answer;
        if (answer.status === 200) last.set(request.path, answer.body);
        return answer.status === 404 ? { status: 200, headers: {}, body: last.get(request.path) ?? {} } : answer;
      };
    },
  ],
  [
    'derives uids from paths',
    [renames, 'never reuses the uid of a removed photo'],
    ({ library }) => {
      const put = library.put.bind(library);
      library.put = (path, bytes, facts) => put(path, bytes, { uid: path.replaceAll('/', '.'), ...facts });
      library.rename = (photo, to) => {
        const bytes = library.bytes(library.uidOf(photo)) ?? Buffer.alloc(0);
        library.remove(photo);
        library.put(to, bytes);
      };
    },
  ],
  [
    'derives uids from content',
    ['gives a copy of a photo its own uid'],
    ({ library }) => {
      const put = library.put.bind(library);
      const remove = library.remove.bind(library);
      library.remove = (photo) => {
        if (library.node(library.uidOf(photo))) remove(photo);
      };
      library.put = (path, bytes, facts) => {
        const copyOf = library
          .timeline()
          .find(({ uid, path: other }) => other !== path && library.bytes(uid)?.equals(bytes));
        if (!copyOf) return put(path, bytes, facts);
        library.rename(copyOf.uid, path);
        return copyOf.uid;
      };
    },
  ],
  [
    'reports events without a rev',
    ['reports an added photo, lists it and returns its bytes', 'returns changes in the format of the contract'],
    telling(/ \/changes/, (page) => ({
      ...page,
      events: (page['events'] as Record<string, unknown>[]).map((event) => lacking(event, 'rev')),
    })),
  ],
  [
    'reports events in another order on a repeated request',
    ['returns the same changes for the same cursor', 'returns the same changes in pages of one'],
    (bridge) => {
      const answered = new Map<string, boolean>();
      telling(/ \/changes/, (page, { query }) => {
        const since = query.get('since') ?? '';
        if (query.get('limit') !== '1000') return page;
        const events = page['events'] as unknown[];
        const isOdd = answered.get(since) === true;
        answered.set(since, !isOdd);
        return isOdd ? { ...page, events: events.toReversed() } : page;
      })(bridge);
    },
  ],
  [
    'never reports that there are more changes',
    ['returns the same changes in pages of one'],
    telling(/ \/changes/, (page) => ({ ...page, more: false })),
  ],
  [
    'accepts an invalid cursor',
    ['rejects a missing or invalid cursor and an invalid limit for changes'],
    answering(/ \/changes/, (answer, { query }) =>
      query.get('since') === 'nonsense'
        ? { status: 200, headers: {}, body: { events: [], next: 'x', more: false } }
        : answer,
    ),
  ],
  [
    'answers expired cursors without events',
    ['answers cursor_expired for an expired cursor'],
    (bridge) => {
      answering(/ \/changes/, (answer) =>
        answer.status === 410
          ? { status: 200, headers: {}, body: { events: [], next: bridge.library.cursor(), more: false } }
          : answer,
      )(bridge);
    },
  ],
  [
    'has a changesCursor that is too late',
    [
      'misses no photo that is added while the timeline is read',
      // When this check begins, the library is still that of the other check.
      'skips no photo if another is removed while the timeline is read',
    ],
    (bridge) => {
      let latest = '';
      telling(/ \/timeline/, (page, { query }) => {
        // Beyond the state when the page was read.
        latest = bridge.library.cursor(Number(bridge.library.cursor().split('.')[1]) + 1);
        return query.get('limit') === '1' && query.has('limit') && !query.has('since') && isReading(bridge)
          ? { ...page, changesCursor: latest }
          : page;
      })(bridge);
    },
  ],
  [
    'updates the changesCursor after changes',
    ['misses no photo that is added while the timeline is read'],
    (bridge) => {
      telling(/ \/timeline/, (page) => ({ ...page, changesCursor: bridge.library.cursor() }))(bridge);
    },
  ],
  [
    'pages by offset',
    [
      'skips no photo if another is removed while the timeline is read',
      'misses no photo that is added while the timeline is read',
    ],
    (bridge) => {
      bridge.tamper = async (request, next) => {
        if (request.path !== '/timeline') return next(request);
        const query = new URLSearchParams(request.query);
        const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
        if (Number.isNaN(start) || !(limit >= 1 && limit <= 1000)) return next(request);
        query.delete('cursor');
        const answer = await next({ ...request, query });
        const all = bridge.library.timeline();
        const items = all.slice(start, start + limit);
        const end = start + limit < all.length ? String(start + limit) : null;
        return { ...answer, body: { ...(answer.body as object), items, next: end } };
      };
    },
  ],
  [
    'does not report removed albums',
    ['reports an album that appears and disappears with its photos'],
    telling(/ \/changes/, (page) => ({
      ...page,
      events: (page['events'] as { type: string; kind: string }[]).filter(
        ({ type, kind }) => type !== 'delete' || kind !== 'album',
      ),
    })),
  ],
];

/** Whether the kit runs the check that reads the timeline and adds to it. */
function isReading({ library }: FakeBridge): boolean {
  const names = library.timeline().map(({ name }) => name);
  return names.includes('reading-2.jpg') && !names.includes('leaving-1.jpg');
}
