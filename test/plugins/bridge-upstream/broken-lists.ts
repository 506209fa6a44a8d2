import type { FakeRequest } from '../../support/fake-bridge-exchange.ts';
import { answering, each, hearing, lacking, telling, type Exhibit } from './broken-bridges.ts';

const withQuery = (request: FakeRequest, change: (query: URLSearchParams) => void): FakeRequest => {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query };
};

export const brokenLists: readonly Exhibit[] = [
  ['omits its state', ['says how it is'], telling(/ \/health/, (health) => lacking(health, 'state'))],
  [
    'states a reason while it is healthy',
    ['says how it is'],
    telling(/ \/health/, (health) => ({ ...health, reason: 'unreachable' })),
  ],
  [
    'has wrong counts',
    ['counts its photos and albums'],
    telling(/ \/health/, (health) => ({ ...health, counts: { photos: 0, albums: 0, failed: 0 } })),
  ],
  [
    'has another storeId each time',
    ['keeps its storeId'],
    telling(/ \/health/, (health) => ({ ...health, storeId: String(Math.random()) })),
  ],
  [
    'omits the rev in the timeline',
    ['answers timeline pages of the contract’s form', 'says in nodes what the timeline says'],
    telling(/ \/timeline/, (page) => each(page, 'items', (item) => lacking(item, 'rev'))),
  ],
  [
    'states times in milliseconds',
    [
      'answers timeline pages of the contract’s form',
      'has in albums what the timeline has',
      'says in nodes what the timeline says',
    ],
    telling(/ \/timeline/, (page) =>
      each(page, 'items', (item) => ({ ...item, captureTime: Number(item['captureTime']) * 1000 })),
    ),
  ],
  [
    'lists the oldest photos first',
    [
      'sorts the timeline by captureTime descending, then uid ascending',
      'lists the same in pages of one',
      'lists the same in pages of two',
      'lists the same in pages of seven',
    ],
    telling(/ \/timeline/, (page) => ({ ...page, items: (page['items'] as unknown[]).toReversed() })),
  ],
  [
    'repeats the last photo of a page on the next',
    ['lists the same in pages of one', 'lists the same in pages of two', 'lists the same in pages of seven'],
    (bridge) => {
      let last: unknown;
      telling(/ \/timeline/, (page, { query }) => {
        const items = page['items'] as unknown[];
        const repeated = query.has('cursor') && last !== undefined ? [last, ...items.slice(1)] : items;
        last = items.at(-1);
        return { ...page, items: repeated };
      })(bridge);
    },
  ],
  [
    'lists motion parts of live photos',
    [
      'counts its photos and albums',
      'lists no motion part that hangs on another photo',
      'lists the same in pages of one',
      'lists the same in pages of two',
      'lists the same in pages of seven',
      'fills its pages as far as it is asked to, and no further',
    ],
    (bridge) => {
      telling(/ \/timeline/, (page, { query }) => {
        const video = bridge.library.node(bridge.library.uidOf('Live/a.mov'));
        const items = page['items'] as unknown[];
        if (query.has('cursor') || !video) return page;
        const { uid, rev, tags } = video;
        return { ...page, items: [...items, { uid, rev, tags, captureTime: video.captureTime }] };
      })(bridge);
    },
  ],
  [
    'ends the timeline too early',
    ['lists the same in pages of one', 'lists the same in pages of two', 'lists the same in pages of seven'],
    telling(/ \/timeline/, (page, { query }) => (query.has('cursor') ? { ...page, next: null } : page)),
  ],
  [
    'lists other photos on a repeated request',
    ['lists the same when it is asked again'],
    (bridge) => {
      let asked = 0;
      telling(/ \/timeline/, (page, { query }) => {
        if (query.get('limit') !== '1000' || query.has('cursor')) return page;
        asked += 1;
        return asked === 3 ? { ...page, items: (page['items'] as unknown[]).slice(1) } : page;
      })(bridge);
    },
  ],
  [
    'returns more than the requested limit',
    ['fills its pages as far as it is asked to, and no further'],
    hearing((request) =>
      request.path === '/timeline' && request.query.get('limit') === '3'
        ? withQuery(request, (query) => {
            query.set('limit', '4');
          })
        : request,
    ),
  ],
  [
    'has another changesCursor on each page',
    ['gives the changesCursor of the first page on all pages'],
    telling(/ \/timeline/, (page) => ({ ...page, changesCursor: `c${Math.random()}` })),
  ],
  [
    'clamps limits',
    ['refuses a limit of the timeline that is out of range'],
    hearing((request) =>
      request.path === '/timeline' && Number(request.query.get('limit')) > 1000
        ? withQuery(request, (query) => {
            query.set('limit', '1000');
          })
        : request,
    ),
  ],
  [
    'restarts the timeline at an invalid cursor',
    ['refuses a cursor of the timeline that is none'],
    hearing((request) =>
      request.path === '/timeline' && request.query.get('cursor') === 'nonsense'
        ? withQuery(request, (query) => {
            query.delete('cursor');
          })
        : request,
    ),
  ],
  [
    'has album names that are not text',
    ['answers albums of the contract’s form'],
    telling(/ \/albums$/, (page) => each(page, 'albums', (album) => ({ ...album, name: 7 }))),
  ],
  [
    'has no second page of albums',
    ['lists the same albums in pages of one'],
    telling(/ \/albums$/, (page) => ({ ...page, next: null })),
  ],
  [
    'counts too many photos in an album',
    ['has in albums what the timeline has'],
    telling(/ \/albums$/, (page) =>
      each(page, 'albums', (album) => ({ ...album, photoCount: Number(album['photoCount']) + 1 })),
    ),
  ],
  [
    'has covers from outside the album',
    ['has in albums what the timeline has'],
    telling(/ \/albums$/, (page) => each(page, 'albums', (album) => ({ ...album, coverUid: 'elsewhere' }))),
  ],
  [
    'omits albums in nodes',
    ['knows of every photo which albums it is in', 'answers one node as it does in a batch'],
    telling(/^POST \/nodes/, (page) => each(page, 'nodes', (node) => ({ ...node, albums: [] }))),
  ],
  [
    'returns an empty album for an unknown one',
    ['answers not_found for an album that is not there'],
    answering(/^GET \/albums\/no-such/, (answer) =>
      answer.status === 404 ? { status: 200, headers: {}, body: { items: [], next: null } } : answer,
    ),
  ],
  [
    'accepts any limit for albums',
    ['refuses a limit of the albums that is out of range'],
    hearing((request) =>
      request.path === '/albums' && request.query.get('limit') === '0'
        ? withQuery(request, (query) => {
            query.delete('limit');
          })
        : request,
    ),
  ],
  [
    'accepts any limit for the photos of an album',
    ['refuses a limit of the photos of an album that is out of range'],
    hearing((request) =>
      request.path.endsWith('/photos') && Number(request.query.get('limit')) > 1000
        ? withQuery(request, (query) => {
            query.set('limit', '1000');
          })
        : request,
    ),
  ],
  [
    'restarts an album at an invalid cursor',
    ['refuses a cursor of the photos of an album that is none'],
    hearing((request) =>
      request.path.endsWith('/photos') && request.query.get('cursor') === '..nonsense'
        ? withQuery(request, (query) => {
            query.delete('cursor');
          })
        : request,
    ),
  ],
  [
    'accepts any cursor for albums',
    ['refuses a cursor of the albums that is none'],
    hearing((request) =>
      request.path === '/albums' && request.query.get('cursor') === '..nonsense'
        ? withQuery(request, (query) => {
            query.delete('cursor');
          })
        : request,
    ),
  ],
];
