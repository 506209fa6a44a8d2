import { Readable } from 'node:stream';
import { SourceError, type PhotoSource } from '../../../core/plugin-api/index.ts';

/** Turns a good source into one that breaks the contract in one way. */
export type Break = (good: PhotoSource) => Partial<PhotoSource>;

/** What is broken → a test of the contract that must fail because of it. */
export const brokenSources: readonly (readonly [what: string, test: string, broken: Break])[] = [
  [
    'reports the store as unreachable',
    'health reports the store as reachable and logged in',
    (good) => ({ health: async (options) => ({ ...(await good.health(options)), reachable: false }) }),
  ],
  [
    'returns a new store id each time',
    'health reports the same storeId every time',
    (good) => ({ health: async (options) => ({ ...(await good.health(options)), storeId: String(Math.random()) }) }),
  ],
  [
    'lists the oldest first',
    'timeline is sorted by capture time, newest first, and by uid for equal times',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return { ...answer, items: [...answer.items].reverse() };
      },
    }),
  ],
  [
    'loses photos between pages',
    'timeline is the same in pages of one or two as on a single page',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return page.cursor === null ? answer : { ...answer, items: answer.items.slice(1) };
      },
    }),
  ],
  [
    'lists a photo twice',
    'timeline lists each photo once',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return { ...answer, items: [...answer.items.slice(0, 1), ...answer.items] };
      },
    }),
  ],
  [
    'returns capture times with a fraction',
    'timeline gives each photo a uid, a rev and a capture time in whole seconds',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return { ...answer, items: answer.items.map((item) => ({ ...item, captureTime: item.captureTime + 0.5 })) };
      },
    }),
  ],
  [
    'never returns a last page',
    'timeline is the same in pages of one or two as on a single page',
    (good) => ({
      timeline: async (page) => ({ ...(await good.timeline({ ...page, cursor: null })), next: 'again' }),
    }),
  ],
  [
    'does not report missing photos',
    'nodes report unknown uids as missing',
    (good) => ({ nodes: async (uids, options) => ({ ...(await good.nodes(uids, options)), missing: [] }) }),
  ],
  [
    'returns nodes with another rev',
    'nodes have the same revs and capture times as the timeline',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, rev: `${node.rev}x` })), missing };
      },
    }),
  ],
  [
    'omits fields of nodes',
    'nodes have all required fields, with valid values',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, location: undefined })) as never, missing };
      },
    }),
  ],
  ...(
    [
      ['returns empty names of people', { people: [{ name: ' ' }] }],
      ['returns boxes of people in pixels', { people: [{ name: 'Anna', box: { x: 10, y: 20, w: 300, h: 400 } }] }],
      ['returns tags that are not strings', { tags: [7] }],
      ['returns a word instead of true', { favourite: 'yes' }],
      ['returns stills as motion parts', { motion: { mediaType: 'image/jpeg', size: null } }],
    ] as const
  ).map(([what, said]): (typeof brokenSources)[number] => [
    what,
    'nodes have all required fields, with valid values',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, ...said })) as never, missing };
      },
    }),
  ]),
  [
    'reports no changes',
    'changes bring a reader up to date after a change',
    () => ({ changes: ({ since }) => Promise.resolve({ events: [], next: since, more: false }) }),
  ],
  [
    'reports no deletions',
    'changes bring a reader up to date after a change',
    (good) => ({
      changes: async (page) => {
        const answer = await good.changes(page);
        return { ...answer, events: answer.events.filter(({ type }) => type !== 'delete') };
      },
    }),
  ],
  [
    'accepts any cursor for changes',
    'changes since an unknown cursor fail with cursor_expired',
    () => ({ changes: ({ since }) => Promise.resolve({ events: [], next: since, more: false }) }),
  ],
  [
    'returns an empty album for a missing one',
    'albums fail with not_found if the uid is unknown',
    () => ({ albumPhotos: () => Promise.resolve({ items: [], next: null }) }),
  ],
  [
    'returns thumbnails that are not pictures',
    'thumbnails are JPEG or WebP, or null',
    () => ({ thumbnail: () => Promise.resolve({ mediaType: 'image/jpeg', bytes: Buffer.from('not a picture') }) }),
  ],
  [
    'announces a wrong length',
    'content has the length that the node announces',
    (good) => ({
      open: async (uid, options) => {
        const content = await good.open(uid, options);
        return { ...content, length: content.length + 1 };
      },
    }),
  ],
  [
    'announces a wrong sha1',
    'content has the sha1 that the node announces, if any',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, sha1: '0'.repeat(40) })), missing };
      },
    }),
  ],
  [
    'is off by one in ranges',
    'content can be read in part',
    (good) => ({
      open: (uid, { range, signal }) =>
        good.open(uid, { signal, ...(range && { range: { start: range.start, end: (range.end ?? 1e9) - 1 } }) }),
    }),
  ],
  [
    'reads a suffix range as an offset',
    'content can be requested by its last bytes, with a negative start',
    (good) => ({
      open: (uid, { range, signal }) =>
        good.open(uid, { signal, ...(range && { range: { ...range, start: Math.abs(range.start) } }) }),
    }),
  ],
  [
    'returns empty content beyond the end',
    'content fails with bad_range for a range that starts beyond its last byte',
    (good) => ({
      open: async (uid, options) => {
        if (options.range && options.range.start >= 200) {
          return { ...(await good.open(uid, { signal: options.signal })), body: Readable.from([]), length: 0 };
        }
        return good.open(uid, options);
      },
    }),
  ],
  [
    'changes its rev with each read',
    'content is the same when read again, with the rev of the node',
    (good) => ({ open: async (uid, options) => ({ ...(await good.open(uid, options)), rev: String(Math.random()) }) }),
  ],
  [
    'throws errors without a code',
    'content fails with not_found for an unknown photo',
    (good) => ({
      open: (uid, options) =>
        good.open(uid, options).catch(() => {
          throw new Error('no such file');
        }),
    }),
  ],
  [
    'throws a wrong code',
    'content fails with not_found for an unknown photo',
    (good) => ({
      open: (uid, options) =>
        good.open(uid, options).catch(() => {
          throw new SourceError('unreachable', 'no such file');
        }),
    }),
  ],
  [
    'continues reading after an abort',
    'content fails when its signal is aborted',
    (good) => ({
      open: (uid, { range }) => good.open(uid, { signal: new AbortController().signal, ...(range && { range }) }),
    }),
  ],
  [
    'ignores signals',
    'signals make timeline reject when aborted',
    (good) => ({ timeline: (page) => good.timeline({ ...page, signal: new AbortController().signal }) }),
  ],
];
