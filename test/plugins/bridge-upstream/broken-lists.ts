import type { FakeRequest } from '../../support/fake-bridge-exchange.ts';
import { answering, each, hearing, lacking, telling, type Exhibit } from './broken-bridges.ts';

const withQuery = (request: FakeRequest, change: (query: URLSearchParams) => void): FakeRequest => {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query };
};

export const brokenLists: readonly Exhibit[] = [
  [
    'omits its state',
    ['reports its health in the format of the contract'],
    telling(/ \/health/, (health) => lacking(health, 'state')),
  ],
  [
    'states a reason while it is healthy',
    ['reports its health in the format of the contract'],
    telling(/ \/health/, (health) => ({ ...health, reason: 'unreachable' })),
  ],
  [
    'has wrong counts',
    ['reports the correct numbers of photos and albums'],
    telling(/ \/health/, (health) => ({ ...health, counts: { photos: 0, albums: 0, failed: 0 } })),
  ],
  [
    'has another storeId each time',
    ['reports the same storeId every time'],
    telling(/ \/health/, (health) => ({ ...health, storeId: String(Math.random()) })),
  ],
  [
    'omits the rev in the timeline',
    ['returns timeline pages in the format of the contract', 'reports the same data in nodes as in the timeline'],
    telling(/ \/timeline/, (page) => each(page, 'items', (item) => lacking(item, 'rev'))),
  ],
  [
    'states times in milliseconds',
    [
      'returns timeline pages in the format of the contract',
      'lists photos in albums as in the timeline, with correct counts and covers',
      'reports the same data in nodes as in the timeline',
    ],
    telling(/ \/timeline/, (page) =>
      each(page, 'items', (item) => ({ ...item, captureTime: Number(item['captureTime']) * 1000 })),
    ),
  ],
  [
    'lists the oldest photos first',
    [
      'sorts the timeline by captureTime descending, then uid ascending',
      'lists the same photos in pages of one',
      'lists the same photos in pages of two',
      'lists the same photos in pages of seven',
    ],
    telling(/ \/timeline/, (page) => ({ ...page, items: (page['items'] as unknown[]).toReversed() })),
  ],
  [
    'repeats the last photo of a page on the next',
    [
      'lists the same photos in pages of one',
      'lists the same photos in pages of two',
      'lists the same photos in pages of seven',
    ],
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
      'reports the correct numbers of photos and albums',
      'lists no motion parts that belong to other photos',
      'lists the same photos in pages of one',
      'lists the same photos in pages of two',
      'lists the same photos in pages of seven',
      'returns no more items than the limit, and no empty page before the last',
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
    [
      'lists the same photos in pages of one',
      'lists the same photos in pages of two',
      'lists the same photos in pages of seven',
    ],
    telling(/ \/timeline/, (page, { query }) => (query.has('cursor') ? { ...page, next: null } : page)),
  ],
  [
    'lists other photos on a repeated request',
    ['lists the same photos when requested again'],
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
    ['returns no more items than the limit, and no empty page before the last'],
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
    ['returns the same changesCursor on all pages of the timeline'],
    telling(/ \/timeline/, (page) => ({ ...page, changesCursor: `c${Math.random()}` })),
  ],
  [
    'clamps limits',
    ['rejects an invalid limit for the timeline'],
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
    ['rejects an invalid cursor for the timeline'],
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
    ['returns albums in the format of the contract'],
    telling(/ \/albums$/, (page) => each(page, 'albums', (album) => ({ ...album, name: 7 }))),
  ],
  [
    'has no second page of albums',
    ['lists the same albums in pages of one'],
    telling(/ \/albums$/, (page) => ({ ...page, next: null })),
  ],
  [
    'counts too many photos in an album',
    ['lists photos in albums as in the timeline, with correct counts and covers'],
    telling(/ \/albums$/, (page) =>
      each(page, 'albums', (album) => ({ ...album, photoCount: Number(album['photoCount']) + 1 })),
    ),
  ],
  [
    'has covers from outside the album',
    ['lists photos in albums as in the timeline, with correct counts and covers'],
    telling(/ \/albums$/, (page) => each(page, 'albums', (album) => ({ ...album, coverUid: 'elsewhere' }))),
  ],
  [
    'omits albums in nodes',
    ['reports the albums of each photo in its node', 'returns a single node as in a batch'],
    telling(/^POST \/nodes/, (page) => each(page, 'nodes', (node) => ({ ...node, albums: [] }))),
  ],
  [
    'returns an empty album for an unknown one',
    ['answers not_found for an unknown album'],
    answering(/^GET \/albums\/no-such/, (answer) =>
      answer.status === 404 ? { status: 200, headers: {}, body: { items: [], next: null } } : answer,
    ),
  ],
  [
    'accepts any limit for albums',
    ['rejects an invalid limit for albums'],
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
    ['rejects an invalid limit for the photos of an album'],
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
    ['rejects an invalid cursor for the photos of an album'],
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
    ['rejects an invalid cursor for albums'],
    hearing((request) =>
      request.path === '/albums' && request.query.get('cursor') === '..nonsense'
        ? withQuery(request, (query) => {
            query.delete('cursor');
          })
        : request,
    ),
  ],
];
