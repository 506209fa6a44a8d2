import { answering, each, hearing, lacking, telling, type Exhibit } from './broken-bridges.ts';
import type { FakeRequest } from '../../support/fake-bridge-exchange.ts';

export const without = (request: FakeRequest, name: string): FakeRequest => {
  const headers = { ...request.headers };
  Reflect.deleteProperty(headers, name);
  return { ...request, headers };
};

/** Ignores a header with a matching value. */
const deafTo = (name: string, pattern: RegExp) =>
  hearing((request) => (pattern.test(String(request.headers[name])) ? without(request, name) : request));

/** Replaces a requested range with another one. */
const mishearing = (pattern: RegExp, other: string) =>
  hearing((request) => {
    const range = request.headers.range?.replace(pattern, other);
    return range === undefined ? request : { ...request, headers: { ...request.headers, range } };
  });

const withHeader = (name: string, value: string) =>
  answering(/ \/photos\/.*\/full/, (answer) =>
    answer.status < 300 ? { ...answer, headers: { ...answer.headers, [name]: value } } : answer,
  );

const whole = 'returns a photo with its length, type, ETag and Last-Modified';

export const brokenNodes: readonly Exhibit[] = [
  [
    'writes sha1 in upper case',
    [
      'returns nodes in the format of the contract',
      'returns a single node as in a batch',
      'returns bytes with the sha1 of the node',
    ],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => ({ ...node, sha1: String(node['sha1']).toUpperCase() })),
    ),
  ],
  [
    'has an orientation of 9',
    ['returns nodes in the format of the contract', 'returns a single node as in a batch'],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => ({ ...node, camera: { device: '', orientation: 9 } })),
    ),
  ],
  [
    'states a sha1 without its source',
    ['returns nodes in the format of the contract', 'returns a single node as in a batch'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, sha1Source: null }))),
  ],
  [
    'claims to know every sha1, but knows none',
    ['knows the sha1 of all photos if it announces that'],
    telling(/ \/nodes/, (page) => {
      const ignorant = (node: object) => ({ ...node, sha1: null, sha1Source: null });
      return 'nodes' in page ? each(page, 'nodes', ignorant) : ignorant(page);
    }),
  ],
  [
    'lists trashed photos',
    ['lists no photos that are in the trash'],
    telling(/ \/nodes/, (page) => {
      const trashed = (node: object) => ({ ...node, trashed: true });
      return 'nodes' in page ? each(page, 'nodes', trashed) : trashed(page);
    }),
  ],
  [
    'returns a single node without its path',
    ['returns a single node as in a batch'],
    telling(/^GET \/nodes\//, (node) => lacking(node, 'path')),
  ],
  [
    'has other tags in the timeline than in nodes',
    ['reports the same data in nodes as in the timeline'],
    telling(/ \/timeline$/, (page) => each(page, 'items', (item) => ({ ...item, tags: ['odd'] }))),
  ],
  [
    'does not name missing uids',
    [
      'returns the known nodes of a batch, and names the missing uids',
      'returns a node once if its uid is requested twice',
      'accepts a hundred uids in a batch and rejects one more',
    ],
    telling(/^POST \/nodes$/, (page) => ({ ...page, missing: [] })),
  ],
  [
    'returns a node twice for a repeated uid',
    ['returns a node once if its uid is requested twice'],
    telling(/^POST \/nodes$/, (page, { body }) => {
      const { uids } = JSON.parse(body) as { uids: unknown[] };
      const nodes = page['nodes'] as unknown[];
      return uids[0] !== undefined && uids[0] === uids[1] ? { ...page, nodes: [...nodes, ...nodes] } : page;
    }),
  ],
  [
    'rejects an empty batch',
    ['accepts an empty batch'],
    answering(/^POST \/nodes$/, (answer, { body }) =>
      answer.status === 200 && body === '{"uids":[]}'
        ? { status: 400, headers: {}, body: { code: 'bad_request', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'accepts batches of any size',
    ['accepts a hundred uids in a batch and rejects one more'],
    hearing((request) => {
      if (request.path !== '/nodes' || !request.body.startsWith('{"uids":["no-such')) return request;
      const { uids } = JSON.parse(request.body) as { uids: unknown[] };
      return { ...request, body: JSON.stringify({ uids: uids.slice(0, 100) }) };
    }),
  ],
  [
    'returns null for an unknown node',
    ['answers not_found for an unknown node'],
    answering(/^GET \/nodes\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  [
    'omits the photo that a motion part belongs to',
    ['links photos and their motion parts in both directions'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, mainUid: null }))),
  ],
];

export const brokenContent: readonly Exhibit[] = [
  [
    'has one content type for all photos',
    [whole, 'never returns several ranges as multipart'],
    withHeader('content-type', 'application/octet-stream'),
  ],
  [
    'has weak ETags',
    [whole],
    answering(/^(GET|HEAD) \/photos\/.*\/full/, (answer) =>
      answer.status === 200
        ? { ...answer, headers: { ...answer.headers, etag: `W/${answer.headers['etag'] ?? ''}` } }
        : answer,
    ),
  ],
  ['states the current time as Last-Modified', [whole], withHeader('last-modified', new Date().toUTCString())],
  [
    'omits the sha1 in responses',
    ['returns bytes with the sha1 of the node'],
    answering(/ \/photos\/.*\/full/, (answer) => ({ ...answer, headers: lacking(answer.headers, 'x-content-sha1') })),
  ],
  ['states a wrong sha1', ['returns bytes with the sha1 of the node'], withHeader('x-content-sha1', '0'.repeat(40))],
  [
    'has a wrong length in HEAD',
    ['answers HEAD like GET, but without a body'],
    answering(/^HEAD .*\/full/, (answer) => ({ ...answer, body: Buffer.alloc(0) })),
  ],
  [
    'answers HEAD of an unknown photo with 200',
    ['answers HEAD for an unknown photo without a body'],
    answering(/^HEAD \/photos\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  [
    'ignores weak tags in If-None-Match',
    ['answers 304 if If-None-Match matches the ETag'],
    deafTo('if-none-match', /^W\//),
  ],
  [
    'ignores further tags in If-None-Match',
    ['answers 304 if If-None-Match matches the ETag'],
    deafTo('if-none-match', /^"other", "[0-9a-f]/),
  ],
  [
    'accepts any tag in If-None-Match',
    ['answers 200 if If-None-Match does not match the ETag'],
    hearing((request) =>
      request.headers['if-none-match']?.includes('W/"another"')
        ? { ...request, headers: { ...request.headers, 'if-none-match': '*' } }
        : request,
    ),
  ],
  [
    'returns an empty photo for an unknown one',
    ['answers not_found for an unknown photo'],
    answering(/^GET \/photos\/x+\/full/, () => ({ status: 200, headers: {}, body: Buffer.alloc(0) })),
  ],

  ['denies support for ranges', ['announces support for ranges'], withHeader('accept-ranges', 'none')],
  [
    'ignores the range 0-0',
    ['returns a range of only the first byte', 'returns the range if If-Range matches the ETag'],
    deafTo('range', /^bytes=0-0$/),
  ],
  [
    'ignores ranges without an end',
    ['returns a range without an end', 'answers 416 for a range beyond the end'],
    deafTo('range', /^bytes=\d+-$/),
  ],
  [
    'treats a suffix as an offset',
    ['returns a range that counts from the end', 'returns all bytes for a suffix range longer than the photo'],
    mishearing(/^bytes=-(\d+)$/, 'bytes=$1-'),
  ],
  [
    'is off by one at the edges of blocks',
    ['returns ranges across block boundaries'],
    mishearing(/=4096-4097$/, '=4095-4096'),
  ],
  [
    'returns at most 4 KiB of a range',
    [
      'returns a range without an end',
      'returns all bytes for a suffix range longer than the photo',
      'returns ranges across block boundaries',
    ],
    answering(/^GET .*\/full/, (answer) =>
      answer.status === 206 ? { ...answer, body: (answer.body as Buffer).subarray(0, 4096) } : answer,
    ),
  ],
  [
    'omits the length of the photo in 416',
    ['answers 416 for a range beyond the end'],
    answering(/^GET .*\/full/, (answer) => (answer.status === 416 ? { ...answer, headers: {} } : answer)),
  ],
  [
    'rejects malformed ranges',
    ['ignores a malformed range, and returns the whole photo'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range === 'bytes=5-2'
        ? { status: 416, headers: {}, body: { code: 'bad_range', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'answers several ranges as multipart',
    ['never returns several ranges as multipart'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range?.includes(',')
        ? { status: 206, headers: { 'content-type': 'multipart/byteranges; boundary=x' }, body: Buffer.from('--x') }
        : answer,
    ),
  ],
  ['ignores If-Range', ['returns the whole photo if If-Range does not match the ETag'], deafTo('if-range', /./)],
  [
    'compares If-Range weakly',
    ['returns the whole photo if If-Range does not match the ETag'],
    deafTo('if-range', /^W\//),
  ],
  [
    'evaluates ranges before If-None-Match',
    ['answers 304 if If-None-Match matches, even with a range'],
    hearing((request) => (request.headers.range === undefined ? request : without(request, 'if-none-match'))),
  ],
];

export const brokenMedia: readonly Exhibit[] = [
  [
    'declares its thumbnails as PNG',
    ['returns thumbnails as JPEG or WebP, with the correct type and length'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, 'content-type': 'image/png' } } : answer,
    ),
  ],
  [
    'omits the ETag of thumbnails',
    ['sends an ETag with thumbnails, and answers 304 if it matches'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) => {
      return { ...answer, headers: lacking(answer.headers, 'etag') };
    }),
  ],
  [
    'accepts any thumbnail size',
    ['rejects invalid thumbnail sizes'],
    hearing((request) => {
      if (!request.path.endsWith('/thumbnail')) return request;
      const query = new URLSearchParams(request.query);
      query.set('size', query.get('size') === '1920' ? '1920' : '512');
      return { ...request, query };
    }),
  ],
  [
    'answers no_thumbnail for an unknown photo',
    ['answers not_found for the thumbnail of an unknown photo'],
    answering(/ \/photos\/no-such.*\/thumbnail/, () => ({
      status: 404,
      headers: {},
      body: { code: 'no_thumbnail', detail: 'No.', retryable: false },
    })),
  ],
  [
    'ignores ranges of videos',
    ['returns a thumbnail or no_thumbnail for a video, and ranges of the video'],
    deafTo('range', /^bytes=4-7$/),
  ],
];
