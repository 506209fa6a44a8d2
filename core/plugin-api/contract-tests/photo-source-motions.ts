import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ByteRange, PhotoSource, SourceContent, SourceNode } from '../photo-source.ts';
import { bytesOf, failsWith, isReadable, nodesOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, skip, type Checks } from './suite.ts';

type MotionNode = SourceNode & { readonly motion: NonNullable<SourceNode['motion']> };

/** Some photos whose nodes have a motion part, at least one: without any, the test is skipped. */
async function sample(source: PhotoSource): Promise<[MotionNode, ...MotionNode[]]> {
  const [first, ...others] = source.openMotion ? (await nodesOf(source)).filter(hasMotion).slice(0, 5) : [];
  return first ? [first, ...others] : skip('the source has no motion parts');
}

const hasMotion = (node: SourceNode): node is MotionNode => Boolean(node.motion);

async function openMotion(source: PhotoSource, uid: string, range?: ByteRange): Promise<SourceContent> {
  const opened = source.openMotion?.(uid, { signal: neverAborted(), ...(range && { range }) });
  assert.ok(opened, 'openMotion must return a promise');
  return opened;
}

/**
 * Reads `range` of the motion part of each photo of the sample; `start` and `end` (exclusive) are the bytes that must
 * arrive.
 */
async function checkRange(
  source: PhotoSource,
  rangeOf: (size: number) => { range: ByteRange; start: number; end: number },
): Promise<void> {
  for (const { uid } of await sample(source)) {
    const bytes = await bytesOf((await openMotion(source, uid)).body);
    const { range, ...expected } = rangeOf(bytes.length);
    const content = await openMotion(source, uid, range);
    const received = await bytesOf(content.body);
    assert.deepEqual(
      [content.totalLength, content.length],
      [bytes.length, received.length],
      'totalLength must be the length of the motion part, and length the number of bytes in the body',
    );
    // A store that cannot seek may return the whole motion part.
    const { start, end } = content.range === null ? { start: 0, end: bytes.length } : expected;
    if (content.range !== null) assert.deepEqual(content.range, { start, end: end - 1 });
    assert.ok(received.equals(bytes.subarray(start, end)), `the bytes of ${uid} are not those of the range`);
  }
}

export const motionChecks: Checks<PhotoSourceSubject> = {
  'have the length and the media type that the node announces': async ({ source }) => {
    for (const { uid, motion } of await sample(source)) {
      const { body, ...content } = await openMotion(source, uid);
      const { length } = await bytesOf(body);
      assert.deepEqual(
        { ...content, rev: '', modifiedTime: 0 },
        { mediaType: motion.mediaType, length, totalLength: length, range: null, rev: '', modifiedTime: 0 },
      );
      if (motion.size !== null)
        assert.equal(length, motion.size, `motion.size of ${uid} must be the length of the motion part`);
    }
  },

  'are the same when read again, with the same rev': async ({ source }) => {
    for (const { uid } of await sample(source)) {
      const [first, second] = [await openMotion(source, uid), await openMotion(source, uid)];
      assert.ok(typeof first.rev === 'string' && first.rev !== '', 'rev must be a non-empty string');
      assert.equal(first.rev, second.rev, `two reads of the motion part of ${uid} had different revs`);
      const bytes = await bytesOf(first.body);
      assert.ok(
        bytes.equals(await bytesOf(second.body)),
        `two reads of the motion part of ${uid} returned different bytes`,
      );
    }
  },

  'differ from the stills': async ({ source }) => {
    for (const { uid } of (await sample(source)).filter(isReadable)) {
      const still = await bytesOf((await source.open(uid, { signal: neverAborted() })).body);
      const motion = await bytesOf((await openMotion(source, uid)).body);
      assert.ok(!motion.equals(still), `openMotion returned the still of ${uid}`);
    }
  },

  'can be read in part': ({ source }) => checkRange(source, () => ({ range: { start: 3, end: 9 }, start: 3, end: 10 })),

  'can be requested by their last bytes, with a negative start': ({ source }) =>
    checkRange(source, (size) => ({ range: { start: -6 }, start: size - 6, end: size })),

  'fail with bad_range for a range that starts beyond their last byte': async ({ source }) => {
    for (const { uid } of await sample(source)) {
      const { length } = await bytesOf((await openMotion(source, uid)).body);
      await failsWith(() => openMotion(source, uid, { start: length }), 'bad_range');
    }
  },

  'fail with not_found for photos without one and for unknown photos': async ({ source }) => {
    if (!source.openMotion) skip('the source has no openMotion');
    const withoutMotion = (await nodesOf(source)).filter(({ kind }) => kind !== 'live').slice(0, 3);
    for (const uid of [unknownUid, ...withoutMotion.map(({ uid }) => uid)]) {
      await failsWith(() => openMotion(source, uid), 'not_found');
    }
  },

  'can be abandoned without reading them, and fail when their signal is aborted': async ({ source }) => {
    const [first] = await sample(source);
    const abandoned = await openMotion(source, first.uid);
    const closed = once(abandoned.body, 'close');
    abandoned.body.destroy();
    await closed;
    const controller = new AbortController();
    const content = await source.openMotion?.(first.uid, { signal: controller.signal });
    assert.ok(content);
    controller.abort();
    await assert.rejects(bytesOf(content.body), 'a body whose signal is aborted must fail, not end');
    await assert.rejects(
      async () => source.openMotion?.(first.uid, { signal: AbortSignal.abort() }),
      'openMotion must reject when its signal is aborted',
    );
  },
};
