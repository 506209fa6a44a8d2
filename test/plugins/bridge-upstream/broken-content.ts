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

const whole = 'answers a photo with its length, type, ETag and Last-Modified';

export const brokenNodes: readonly Exhibit[] = [
  [
    'writes sha1 in upper case',
    [
      'answers nodes of the contract’s form',
      'answers one node as it does in a batch',
      'answers bytes with the sha1 that their node has',
    ],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => ({ ...node, sha1: String(node['sha1']).toUpperCase() })),
    ),
  ],
  [
    'has an orientation of 9',
    ['answers nodes of the contract’s form', 'answers one node as it does in a batch'],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => ({ ...node, camera: { device: '', orientation: 9 } })),
    ),
  ],
  [
    'states a sha1 without its source',
    ['answers nodes of the contract’s form', 'answers one node as it does in a batch'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, sha1Source: null }))),
  ],
  [
    'claims to know every sha1, but knows none',
    ['knows the sha1 of all photos when it says so'],
    telling(/ \/nodes/, (page) => {
      const ignorant = (node: object) => ({ ...node, sha1: null, sha1Source: null });
      return 'nodes' in page ? each(page, 'nodes', ignorant) : ignorant(page);
    }),
  ],
  [
    'lists trashed photos',
    ['lists no photo that lies in the trash'],
    telling(/ \/nodes/, (page) => {
      const trashed = (node: object) => ({ ...node, trashed: true });
      return 'nodes' in page ? each(page, 'nodes', trashed) : trashed(page);
    }),
  ],
  [
    'returns a single node without its path',
    ['answers one node as it does in a batch'],
    telling(/^GET \/nodes\//, (node) => lacking(node, 'path')),
  ],
  [
    'has other tags in the timeline than in nodes',
    ['says in nodes what the timeline says'],
    telling(/ \/timeline$/, (page) => each(page, 'items', (item) => ({ ...item, tags: ['odd'] }))),
  ],
  [
    'does not name missing uids',
    [
      'says which nodes are missing, and answers the others',
      'answers a uid once that is asked for twice',
      'takes a hundred uids and refuses one more',
    ],
    telling(/^POST \/nodes$/, (page) => ({ ...page, missing: [] })),
  ],
  [
    'returns a node twice for a repeated uid',
    ['answers a uid once that is asked for twice'],
    telling(/^POST \/nodes$/, (page, { body }) => {
      const { uids } = JSON.parse(body) as { uids: unknown[] };
      const nodes = page['nodes'] as unknown[];
      return uids[0] !== undefined && uids[0] === uids[1] ? { ...page, nodes: [...nodes, ...nodes] } : page;
    }),
  ],
  [
    'rejects an empty batch',
    ['answers an empty batch'],
    answering(/^POST \/nodes$/, (answer, { body }) =>
      answer.status === 200 && body === '{"uids":[]}'
        ? { status: 400, headers: {}, body: { code: 'bad_request', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'accepts batches of any size',
    ['takes a hundred uids and refuses one more'],
    hearing((request) => {
      if (request.path !== '/nodes' || !request.body.startsWith('{"uids":["no-such')) return request;
      const { uids } = JSON.parse(request.body) as { uids: unknown[] };
      return { ...request, body: JSON.stringify({ uids: uids.slice(0, 100) }) };
    }),
  ],
  [
    'returns null for an unknown node',
    ['answers not_found for a node that is not there'],
    answering(/^GET \/nodes\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  [
    'omits the photo that a motion part belongs to',
    ['tells of mains and motion parts from both sides'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, mainUid: null }))),
  ],
];

export const brokenContent: readonly Exhibit[] = [
  [
    'has one content type for all photos',
    [whole, 'never answers several ranges as multipart'],
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
    ['answers bytes with the sha1 that their node has'],
    answering(/ \/photos\/.*\/full/, (answer) => ({ ...answer, headers: lacking(answer.headers, 'x-content-sha1') })),
  ],
  [
    'states a wrong sha1',
    ['answers bytes with the sha1 that their node has'],
    withHeader('x-content-sha1', '0'.repeat(40)),
  ],
  [
    'has a wrong length in HEAD',
    ['answers HEAD as GET, without the body'],
    answering(/^HEAD .*\/full/, (answer) => ({ ...answer, body: Buffer.alloc(0) })),
  ],
  [
    'answers HEAD of an unknown photo with 200',
    ['answers HEAD of what is not there without a body'],
    answering(/^HEAD \/photos\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  [
    'ignores weak tags in If-None-Match',
    ['answers 304 to an If-None-Match that names the photo'],
    deafTo('if-none-match', /^W\//),
  ],
  [
    'ignores further tags in If-None-Match',
    ['answers 304 to an If-None-Match that names the photo'],
    deafTo('if-none-match', /^"other", "[0-9a-f]/),
  ],
  [
    'accepts any tag in If-None-Match',
    ['answers 200 to an If-None-Match that names another'],
    hearing((request) =>
      request.headers['if-none-match']?.includes('W/"another"')
        ? { ...request, headers: { ...request.headers, 'if-none-match': '*' } }
        : request,
    ),
  ],
  [
    'returns an empty photo for an unknown one',
    ['answers not_found for a photo that is not there'],
    answering(/^GET \/photos\/x+\/full/, () => ({ status: 200, headers: {}, body: Buffer.alloc(0) })),
  ],

  ['denies support for ranges', ['says that it takes ranges'], withHeader('accept-ranges', 'none')],
  [
    'ignores the range 0-0',
    ['answers the first byte', 'answers the part when If-Range names the photo'],
    deafTo('range', /^bytes=0-0$/),
  ],
  [
    'ignores ranges without an end',
    ['answers a range without an end', 'answers 416 to what lies behind the end'],
    deafTo('range', /^bytes=\d+-$/),
  ],
  [
    'treats a suffix as an offset',
    ['answers a range that counts from the end', 'answers the whole to more than there is from the end'],
    mishearing(/^bytes=-(\d+)$/, 'bytes=$1-'),
  ],
  [
    'is off by one at the edges of blocks',
    ['answers ranges across the edges of blocks'],
    mishearing(/=4096-4097$/, '=4095-4096'),
  ],
  [
    'returns at most 4 KiB of a range',
    [
      'answers a range without an end',
      'answers the whole to more than there is from the end',
      'answers ranges across the edges of blocks',
    ],
    answering(/^GET .*\/full/, (answer) =>
      answer.status === 206 ? { ...answer, body: (answer.body as Buffer).subarray(0, 4096) } : answer,
    ),
  ],
  [
    'omits the length of the photo in 416',
    ['answers 416 to what lies behind the end'],
    answering(/^GET .*\/full/, (answer) => (answer.status === 416 ? { ...answer, headers: {} } : answer)),
  ],
  [
    'rejects malformed ranges',
    ['answers the whole to a range that it cannot read'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range === 'bytes=5-2'
        ? { status: 416, headers: {}, body: { code: 'bad_range', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'answers several ranges as multipart',
    ['never answers several ranges as multipart'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range?.includes(',')
        ? { status: 206, headers: { 'content-type': 'multipart/byteranges; boundary=x' }, body: Buffer.from('--x') }
        : answer,
    ),
  ],
  ['ignores If-Range', ['answers the whole when If-Range names another'], deafTo('if-range', /./)],
  ['compares If-Range weakly', ['answers the whole when If-Range names another'], deafTo('if-range', /^W\//)],
  [
    'evaluates ranges before If-None-Match',
    ['answers 304 before it looks at a range'],
    hearing((request) => (request.headers.range === undefined ? request : without(request, 'if-none-match'))),
  ],
];

export const brokenMedia: readonly Exhibit[] = [
  [
    'declares its thumbnails as PNG',
    ['answers thumbnails as the JPEG or WebP that they are, with their length'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, 'content-type': 'image/png' } } : answer,
    ),
  ],
  [
    'omits the ETag of thumbnails',
    ['gives thumbnails an ETag, and answers 304 to it'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) => {
      return { ...answer, headers: lacking(answer.headers, 'etag') };
    }),
  ],
  [
    'accepts any thumbnail size',
    ['refuses sizes that it has not'],
    hearing((request) => {
      if (!request.path.endsWith('/thumbnail')) return request;
      const query = new URLSearchParams(request.query);
      query.set('size', query.get('size') === '1920' ? '1920' : '512');
      return { ...request, query };
    }),
  ],
  [
    'answers no_thumbnail for an unknown photo',
    ['answers not_found for the thumbnail of a photo that is not there'],
    answering(/ \/photos\/no-such.*\/thumbnail/, () => ({
      status: 404,
      headers: {},
      body: { code: 'no_thumbnail', detail: 'No.', retryable: false },
    })),
  ],
  [
    'ignores ranges of videos',
    ['answers a picture or no_thumbnail for a video, and the video whole'],
    deafTo('range', /^bytes=4-7$/),
  ],
];
