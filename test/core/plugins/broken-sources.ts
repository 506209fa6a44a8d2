import { Readable } from 'node:stream';
import { SourceError, type PhotoSource } from '../../../core/plugin-api/index.ts';

/** Turns a good source into one that breaks the contract in one way. */
export type Break = (good: PhotoSource) => Partial<PhotoSource>;

/** What is broken → a test of the contract that must fail because of it. */
export const brokenSources: readonly (readonly [what: string, test: string, broken: Break])[] = [
  [
    'calls the store unreachable',
    'health says that the store is reachable and open',
    (good) => ({ health: async (options) => ({ ...(await good.health(options)), reachable: false }) }),
  ],
  [
    'names the store anew each time',
    'health names the store, always by the same name',
    (good) => ({ health: async (options) => ({ ...(await good.health(options)), storeId: String(Math.random()) }) }),
  ],
  [
    'lists the oldest first',
    'timeline is sorted by capture time, newest first, and by uid where the times are equal',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return { ...answer, items: [...answer.items].reverse() };
      },
    }),
  ],
  [
    'loses photos between pages',
    'timeline is the same in pages of one and of two as in one piece',
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
    'gives milliseconds with a fraction',
    'timeline gives each photo a uid, a rev and a capture time of whole seconds',
    (good) => ({
      timeline: async (page) => {
        const answer = await good.timeline(page);
        return { ...answer, items: answer.items.map((item) => ({ ...item, captureTime: item.captureTime + 0.5 })) };
      },
    }),
  ],
  [
    'never ends its pages',
    'timeline is the same in pages of one and of two as in one piece',
    (good) => ({
      timeline: async (page) => ({ ...(await good.timeline({ ...page, cursor: null })), next: 'again' }),
    }),
  ],
  [
    'keeps silent about missing photos',
    'nodes name the uids that the store does not have',
    (good) => ({ nodes: async (uids, options) => ({ ...(await good.nodes(uids, options)), missing: [] }) }),
  ],
  [
    'gives nodes of another rev',
    'nodes agree with the timeline on revs and capture times',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, rev: `${node.rev}x` })), missing };
      },
    }),
  ],
  [
    'leaves fields of nodes out',
    'nodes are complete',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, location: undefined })) as never, missing };
      },
    }),
  ],
  ...(
    [
      ['names nobody', { people: [{ name: ' ' }] }],
      ['gives boxes of people in px', { people: [{ name: 'Anna', box: { x: 10, y: 20, w: 300, h: 400 } }] }],
      ['gives tags that are no texts', { tags: [7] }],
      ['says yes where true is meant', { favourite: 'yes' }],
      ['has stills for motion parts', { motion: { mediaType: 'image/jpeg', size: null } }],
    ] as const
  ).map(([what, said]): (typeof brokenSources)[number] => [
    what,
    'nodes are complete',
    (good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        return { nodes: nodes.map((node) => ({ ...node, ...said })) as never, missing };
      },
    }),
  ]),
  [
    'tells no changes',
    'changes bring a reader up to date after a change',
    () => ({ changes: ({ since }) => Promise.resolve({ events: [], next: since, more: false }) }),
  ],
  [
    'tells no deletions',
    'changes bring a reader up to date after a change',
    (good) => ({
      changes: async (page) => {
        const answer = await good.changes(page);
        return { ...answer, events: answer.events.filter(({ type }) => type !== 'delete') };
      },
    }),
  ],
  [
    'takes any cursor of changes',
    'changes since a cursor that the source did not make ask for a new enumeration',
    () => ({ changes: ({ since }) => Promise.resolve({ events: [], next: since, more: false }) }),
  ],
  [
    'answers an empty album for one that is not there',
    'albums answer not_found when there is no such album',
    () => ({ albumPhotos: () => Promise.resolve({ items: [], next: null }) }),
  ],
  [
    'gives thumbnails that are no pictures',
    'thumbnails are JPEG or WebP, or null',
    () => ({ thumbnail: () => Promise.resolve({ mediaType: 'image/jpeg', bytes: Buffer.from('not a picture') }) }),
  ],
  [
    'announces another length',
    'content has the length that was announced',
    (good) => ({
      open: async (uid, options) => {
        const content = await good.open(uid, options);
        return { ...content, length: content.length + 1 };
      },
    }),
  ],
  [
    'lies about the sha1',
    'content has the sha1 that was announced, where one was',
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
    'takes a suffix for an offset',
    'content can be read from its end',
    (good) => ({
      open: (uid, { range, signal }) =>
        good.open(uid, { signal, ...(range && { range: { ...range, start: Math.abs(range.start) } }) }),
    }),
  ],
  [
    'answers nothing beyond the end',
    'content cannot be read beyond its end',
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
    'changes its rev from read to read',
    'content is the same when it is read again, and so is its rev',
    (good) => ({ open: async (uid, options) => ({ ...(await good.open(uid, options)), rev: String(Math.random()) }) }),
  ],
  [
    'throws errors without a code',
    'content is not_found when there is no such photo',
    (good) => ({
      open: (uid, options) =>
        good.open(uid, options).catch(() => {
          throw new Error('no such file');
        }),
    }),
  ],
  [
    'throws another code',
    'content is not_found when there is no such photo',
    (good) => ({
      open: (uid, options) =>
        good.open(uid, options).catch(() => {
          throw new SourceError('unreachable', 'no such file');
        }),
    }),
  ],
  [
    'goes on reading after an abort',
    'content ends when its signal is aborted',
    (good) => ({
      open: (uid, { range }) => good.open(uid, { signal: new AbortController().signal, ...(range && { range }) }),
    }),
  ],
  [
    'takes no notice of signals',
    'signals that are aborted stop timeline',
    (good) => ({ timeline: (page) => good.timeline({ ...page, signal: new AbortController().signal }) }),
  ],
];
