import { Readable } from 'node:stream';
import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { SourceError, type PhotoSource, type SourceContent } from '../../../core/plugin-api/index.ts';
import { runContract, type ContractRun } from '../../support/contract-run.ts';
import { MemorySource } from '../../support/memory-source.ts';

type Open = NonNullable<PhotoSource['openMotion']>;

const clip = Buffer.from('something that moves for three seconds');
const told = { kind: 'live', motion: { mediaType: 'video/mp4', size: clip.length } } as const;

/** Returns one motion part as the contract requires. */
const openRight: Open = (uid, { range, signal }) => {
  signal.throwIfAborted();
  if (uid !== 'live') return Promise.reject(new SourceError('not_found', 'It has none.'));
  const total = clip.length;
  const start = range === undefined ? 0 : range.start < 0 ? Math.max(0, total + range.start) : range.start;
  const end = Math.min(total - 1, range?.end ?? total - 1);
  if (start > end) return Promise.reject(new SourceError('bad_range', 'outside'));
  const body = new Readable({ signal, read: () => undefined });
  setImmediate(() => {
    if (body.destroyed) return;
    body.push(clip.subarray(start, end + 1));
    body.push(null);
  });
  return Promise.resolve({
    ...{ body, mediaType: 'video/mp4', length: end + 1 - start, totalLength: total, rev: 'm1', modifiedTime: 0 },
    range: range === undefined ? null : { start, end },
  });
};

/** Runs the contract's tests of motion parts on a source with one live photo. */
async function runOn(openMotion: Open | undefined): Promise<ContractRun> {
  const run = await runContract(() => {
    describePhotoSource(() => {
      const source = new MemorySource();
      for (const uid of ['a', 'b', 'live']) {
        source.put(uid, Buffer.from(`the picture ${uid} of many colours`), uid === 'live' ? told : {});
      }
      return { source: Object.assign(source, openMotion && { openMotion }) };
    });
  });
  const isOfMotions = ({ title }: { title: string }): boolean => title.startsWith('photo source motion parts');
  return { ...run, failed: run.failed.filter(isOfMotions) };
}

const changed =
  (change: (content: SourceContent) => Partial<SourceContent>): Open =>
  async (uid, options) => {
    const content = await openRight(uid, options);
    return { ...content, ...change(content) };
  };

let revs = 0;

const length = 'have the length and the media type that the node announces';
const broken: readonly (readonly [what: string, test: string, open: Open])[] = [
  ['announces a wrong length', length, changed((content) => ({ length: content.length + 1 }))],
  ['announces the media type of a picture', length, changed(() => ({ mediaType: 'image/jpeg' }))],
  [
    'returns the still',
    'differ from the stills',
    (uid, options) => openRight(uid, options).then((content) => ({ ...content, body: still() })),
  ],
  [
    'has another rev each time',
    'are the same when read again, with the same rev',
    changed(() => ({ rev: `m${(revs += 1)}` })),
  ],
  [
    'returns another range than requested',
    'can be read in part',
    (uid, options) => openRight(uid, { ...options, ...(options.range && { range: { start: 0, end: 5 } }) }),
  ],
  [
    'reports a wrong range',
    'can be requested by their last bytes, with a negative start',
    changed(({ range }) => ({ range: range && { start: 0, end: range.end - range.start } })),
  ],
  [
    'returns content for a range beyond the end',
    'fail with bad_range for a range that starts beyond their last byte',
    (uid, { signal }) => openRight(uid, { signal }),
  ],
  [
    'returns a motion part for every photo',
    'fail with not_found for photos without one and for unknown photos',
    (_uid, options) => openRight('live', options),
  ],
  [
    'continues after an abort',
    'can be abandoned without reading them, and fail when their signal is aborted',
    (uid, { range }) => openRight(uid, { signal: new AbortController().signal, ...(range && { range }) }),
  ],
];

const still = (): Readable => Readable.from([Buffer.from('the picture live of many colours')]);

describe('contract tests of motion parts', () => {
  it('pass for a source that returns them, and for one that only announces them', async () => {
    for (const open of [openRight, undefined]) expect((await runOn(open)).failed).to.deep.equal([]);
  });

  for (const [what, test, open] of broken) {
    it(`detect a source that ${what}`, async () => {
      const { failed } = await runOn(open);
      expect(failed.map(({ title }) => title)).to.include(`photo source motion parts ${test}`);
    });
  }
});
