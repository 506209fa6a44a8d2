import { answering, each, hearing, lacking, telling, type Exhibit } from './broken-bridges.ts';
import type { FakeRequest } from '../../support/fake-bridge-exchange.ts';

const without = (request: FakeRequest, name: string): FakeRequest => {
  const headers = { ...request.headers };
  Reflect.deleteProperty(headers, name);
  return { ...request, headers };
};

/** Ignores a header where it says something of the kind. */
const deafTo = (name: string, pattern: RegExp) =>
  hearing((request) => (pattern.test(String(request.headers[name])) ? without(request, name) : request));

/** Hears another range than was asked for. */
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
    'writes sha1 in capitals',
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
    'gives a sha1 and does not say where it comes from',
    ['answers nodes of the contract’s form', 'answers one node as it does in a batch'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, sha1Source: null }))),
  ],
  [
    'says that it knows every sha1, and knows none',
    ['knows the sha1 of all photos when it says so'],
    telling(/ \/nodes/, (page) => {
      const ignorant = (node: object) => ({ ...node, sha1: null, sha1Source: null });
      return 'nodes' in page ? each(page, 'nodes', ignorant) : ignorant(page);
    }),
  ],
  [
    'goes on listing what was trashed',
    ['lists no photo that lies in the trash'],
    telling(/ \/nodes/, (page) => {
      const trashed = (node: object) => ({ ...node, trashed: true });
      return 'nodes' in page ? each(page, 'nodes', trashed) : trashed(page);
    }),
  ],
  [
    'gives one node without its path',
    ['answers one node as it does in a batch'],
    telling(/^GET \/nodes\//, (node) => lacking(node, 'path')),
  ],
  [
    'has other times in nodes than in the timeline',
    ['says in nodes what the timeline says'],
    telling(/ \/timeline$/, (page) => each(page, 'items', (item) => ({ ...item, tags: ['odd'] }))),
  ],
  [
    'passes over uids that are missing',
    [
      'says which nodes are missing, and answers the others',
      'answers a uid once that is asked for twice',
      'takes a hundred uids and refuses one more',
    ],
    telling(/^POST \/nodes$/, (page) => ({ ...page, missing: [] })),
  ],
  [
    'answers a uid as often as it is asked for',
    ['answers a uid once that is asked for twice'],
    telling(/^POST \/nodes$/, (page, { body }) => {
      const { uids } = JSON.parse(body) as { uids: unknown[] };
      const nodes = page['nodes'] as unknown[];
      return uids[0] !== undefined && uids[0] === uids[1] ? { ...page, nodes: [...nodes, ...nodes] } : page;
    }),
  ],
  [
    'refuses an empty batch',
    ['answers an empty batch'],
    answering(/^POST \/nodes$/, (answer, { body }) =>
      answer.status === 200 && body === '{"uids":[]}'
        ? { status: 400, headers: {}, body: { code: 'bad_request', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'takes batches of any size',
    ['takes a hundred uids and refuses one more'],
    hearing((request) => {
      if (request.path !== '/nodes' || !request.body.startsWith('{"uids":["no-such')) return request;
      const { uids } = JSON.parse(request.body) as { uids: unknown[] };
      return { ...request, body: JSON.stringify({ uids: uids.slice(0, 100) }) };
    }),
  ],
  [
    'answers null for a node that is not there',
    ['answers not_found for a node that is not there'],
    answering(/^GET \/nodes\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  [
    'forgets what a motion part hangs on',
    ['tells of mains and motion parts from both sides'],
    telling(/^POST \/nodes$/, (page) => each(page, 'nodes', (node) => ({ ...node, mainUid: null }))),
  ],
];

export const brokenContent: readonly Exhibit[] = [
  [
    'has one type for all',
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
  ['was changed today', [whole], withHeader('last-modified', new Date().toUTCString())],
  [
    'keeps the sha1 to itself',
    ['answers bytes with the sha1 that their node has'],
    answering(/ \/photos\/.*\/full/, (answer) => ({ ...answer, headers: lacking(answer.headers, 'x-content-sha1') })),
  ],
  [
    'claims another sha1',
    ['answers bytes with the sha1 that their node has'],
    withHeader('x-content-sha1', '0'.repeat(40)),
  ],
  [
    'forgets the length in HEAD',
    ['answers HEAD as GET, without the body'],
    answering(/^HEAD .*\/full/, (answer) => ({ ...answer, body: Buffer.alloc(0) })),
  ],
  [
    'does not know photos by HEAD',
    ['answers HEAD of what is not there without a body'],
    answering(/^HEAD \/photos\/no-such/, () => ({ status: 200, headers: {}, body: null })),
  ],
  ['takes no weak tag', ['answers 304 to an If-None-Match that names the photo'], deafTo('if-none-match', /^W\//)],
  [
    'takes one tag alone',
    ['answers 304 to an If-None-Match that names the photo'],
    deafTo('if-none-match', /^"other", "[0-9a-f]/),
  ],
  [
    'takes any tag',
    ['answers 200 to an If-None-Match that names another'],
    hearing((request) =>
      request.headers['if-none-match']?.includes('W/"another"')
        ? { ...request, headers: { ...request.headers, 'if-none-match': '*' } }
        : request,
    ),
  ],
  [
    'answers an empty photo for one that is not there',
    ['answers not_found for a photo that is not there'],
    answering(/^GET \/photos\/x+\/full/, () => ({ status: 200, headers: {}, body: Buffer.alloc(0) })),
  ],

  ['is silent about ranges', ['says that it takes ranges'], withHeader('accept-ranges', 'none')],
  [
    'takes 0-0 for nothing',
    ['answers the first byte', 'answers the part when If-Range names the photo'],
    deafTo('range', /^bytes=0-0$/),
  ],
  [
    'gives no end to open ranges',
    ['answers a range without an end', 'answers 416 to what lies behind the end'],
    deafTo('range', /^bytes=\d+-$/),
  ],
  [
    'takes a suffix for an offset',
    ['answers a range that counts from the end', 'answers the whole to more than there is from the end'],
    mishearing(/^bytes=-(\d+)$/, 'bytes=$1-'),
  ],
  ['is off by one at blocks', ['answers ranges across the edges of blocks'], mishearing(/=4096-4097$/, '=4095-4096')],
  [
    'reads 4 KiB at most',
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
    'does not say how long the photo is in 416',
    ['answers 416 to what lies behind the end'],
    answering(/^GET .*\/full/, (answer) => (answer.status === 416 ? { ...answer, headers: {} } : answer)),
  ],
  [
    'refuses ranges that it cannot read',
    ['answers the whole to a range that it cannot read'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range === 'bytes=5-2'
        ? { status: 416, headers: {}, body: { code: 'bad_range', detail: 'No.', retryable: false } }
        : answer,
    ),
  ],
  [
    'answers several ranges in parts',
    ['never answers several ranges as multipart'],
    answering(/^GET .*\/full/, (answer, { headers }) =>
      headers.range?.includes(',')
        ? { status: 206, headers: { 'content-type': 'multipart/byteranges; boundary=x' }, body: Buffer.from('--x') }
        : answer,
    ),
  ],
  ['takes no notice of If-Range', ['answers the whole when If-Range names another'], deafTo('if-range', /./)],
  ['compares If-Range weakly', ['answers the whole when If-Range names another'], deafTo('if-range', /^W\//)],
  [
    'looks at ranges first',
    ['answers 304 before it looks at a range'],
    hearing((request) => (request.headers.range === undefined ? request : without(request, 'if-none-match'))),
  ],
];

export const brokenMedia: readonly Exhibit[] = [
  [
    'calls its thumbnails PNG',
    ['answers thumbnails as the JPEG or WebP that they are, with their length'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, 'content-type': 'image/png' } } : answer,
    ),
  ],
  [
    'forgets the ETag of thumbnails',
    ['gives thumbnails an ETag, and answers 304 to it'],
    answering(/ \/photos\/.*\/thumbnail/, (answer) => {
      return { ...answer, headers: lacking(answer.headers, 'etag') };
    }),
  ],
  [
    'takes any size',
    ['refuses sizes that it has not'],
    hearing((request) => {
      if (!request.path.endsWith('/thumbnail')) return request;
      const query = new URLSearchParams(request.query);
      query.set('size', query.get('size') === '1920' ? '1920' : '512');
      return { ...request, query };
    }),
  ],
  [
    'has no thumbnail of what is not there',
    ['answers not_found for the thumbnail of a photo that is not there'],
    answering(/ \/photos\/no-such.*\/thumbnail/, () => ({
      status: 404,
      headers: {},
      body: { code: 'no_thumbnail', detail: 'No.', retryable: false },
    })),
  ],
  [
    'cannot read videos in part',
    ['answers a picture or no_thumbnail for a video, and the video whole'],
    deafTo('range', /^bytes=4-7$/),
  ],
  [
    'tells another length of motion parts than they have',
    ['answers the motion part that a node tells of, with its length and type'],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => {
        const { motion } = node as { motion?: { size: number } | null };
        return motion ? { ...node, motion: { ...motion, size: motion.size + 1 } } : node;
      }),
    ),
  ],
  [
    'answers the still for its motion part',
    [
      'answers the motion part that a node tells of, with its length and type',
      'answers the motion part itself, and no other file',
      'answers not_found for the motion part of a photo without one',
    ],
    hearing((request) => ({ ...request, path: request.path.replace(/\/motion$/, '/full') })),
  ],
  [
    'answers another file for a motion part',
    ['answers the motion part itself, and no other file', 'answers a motion part in parts, and 304 to its ETag'],
    answering(/^GET \/photos\/.*\/motion/, (answer) =>
      answer.status === 200 ? { ...answer, body: Buffer.alloc((answer.body as Buffer).length, 7) } : answer,
    ),
  ],
  [
    'cannot read motion parts in part',
    ['answers a motion part in parts, and 304 to its ETag'],
    hearing((request) => (request.path.endsWith('/motion') ? without(request, 'range') : request)),
  ],
  [
    'tells of motion parts, and has no route for them',
    [
      'answers the motion part that a node tells of, with its length and type',
      'answers the motion part itself, and no other file',
      'answers a motion part in parts, and 304 to its ETag',
    ],
    answering(/ \/photos\/.*\/motion/, () => ({
      status: 404,
      headers: {},
      body: { code: 'not_found', detail: 'There is nothing here.', retryable: false },
    })),
  ],
];
