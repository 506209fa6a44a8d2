import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ByteRange, PhotoSource, SourceNode } from '../photo-source.ts';
import { bytesOf, failsWith, isReadable, nodesOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

/** Some photos of the library; reading all of them from a remote store would be slow. */
async function sample(source: PhotoSource): Promise<SourceNode[]> {
  const nodes = (await nodesOf(source)).filter(isReadable);
  const step = Math.max(1, Math.floor(nodes.length / 8));
  return nodes.filter((_, index) => index % step === 0);
}

/** The smallest photo that is large enough to request a part of it. */
async function seekable(source: PhotoSource): Promise<{ uid: string; bytes: Buffer }> {
  const nodes = (await nodesOf(source)).filter((node) => isReadable(node) && node.size >= 16);
  const [node] = nodes.sort((a, b) => a.size - b.size);
  assert.ok(node, 'create() must return a source with a readable photo of 16 bytes or more');
  const { body } = await source.open(node.uid, { signal: neverAborted() });
  return { uid: node.uid, bytes: await bytesOf(body) };
}

/** Reads `range`; `start` and `end` (exclusive) are the bytes that must arrive. */
async function checkRange(
  source: PhotoSource,
  rangeOf: (size: number) => { range: ByteRange; start: number; end: number },
): Promise<void> {
  const { uid, bytes } = await seekable(source);
  const { range, start, end } = rangeOf(bytes.length);
  const content = await source.open(uid, { range, signal: neverAborted() });
  const received = await bytesOf(content.body);
  assert.equal(content.totalLength, bytes.length, 'totalLength must be the length of the photo');
  assert.equal(content.length, received.length, 'length must be the number of bytes in the body');
  const part = content.range;
  if (part === null) {
    // A store that cannot seek may return the whole photo.
    assert.ok(received.equals(bytes), 'range is null, so the body must have all bytes of the photo');
    return;
  }
  assert.deepEqual(part, { start, end: end - 1 });
  assert.ok(received.equals(bytes.subarray(start, end)), 'the bytes are not those of the range');
}

export const contentChecks: Checks<PhotoSourceSubject> = {
  'has the length that the node announces': async ({ source }) => {
    for (const { uid, size } of await sample(source)) {
      const content = await source.open(uid, { signal: neverAborted() });
      const { length } = await bytesOf(content.body);
      assert.deepEqual(
        { length: content.length, totalLength: content.totalLength, size, range: content.range },
        { length, totalLength: length, size: length, range: null },
      );
    }
  },

  'has the sha1 that the node announces, if any': async ({ source }) => {
    for (const { uid, sha1 } of await sample(source)) {
      if (sha1 === null) continue;
      const { body } = await source.open(uid, { signal: neverAborted() });
      assert.equal(
        createHash('sha1')
          .update(await bytesOf(body))
          .digest('hex'),
        sha1,
      );
    }
  },

  'is the same when read again, with the rev of the node': async ({ source }) => {
    for (const { uid, rev } of await sample(source)) {
      const first = await source.open(uid, { signal: neverAborted() });
      const bytes = await bytesOf(first.body);
      const second = await source.open(uid, { signal: neverAborted() });
      assert.ok(bytes.equals(await bytesOf(second.body)), `two reads of ${uid} returned different bytes`);
      assert.deepEqual([first.rev, second.rev], [rev, rev]);
    }
  },

  'is not mixed up when several photos are read at once': async ({ source }) => {
    const nodes = await sample(source);
    const contentOfAll = await Promise.all(nodes.map(({ uid }) => source.open(uid, { signal: neverAborted() })));
    const bytesOfAll = await Promise.all(contentOfAll.map(({ body }) => bytesOf(body)));
    for (const [index, { uid }] of nodes.entries()) {
      const { body } = await source.open(uid, { signal: neverAborted() });
      assert.ok(
        bytesOfAll[index]?.equals(await bytesOf(body)),
        `${uid} has other bytes when several photos are read at once`,
      );
    }
  },

  'can be read in part': ({ source }) => checkRange(source, () => ({ range: { start: 3, end: 9 }, start: 3, end: 10 })),

  'can be read from an offset to the end': ({ source }) =>
    checkRange(source, (size) => ({ range: { start: 5 }, start: 5, end: size })),

  'is returned up to its end if the range reaches further': ({ source }) =>
    checkRange(source, (size) => ({ range: { start: size - 4, end: size + 100 }, start: size - 4, end: size })),

  'can be requested by its last bytes, with a negative start': ({ source }) =>
    checkRange(source, (size) => ({ range: { start: -6 }, start: size - 6, end: size })),

  'is returned completely if a negative start exceeds its length': ({ source }) =>
    checkRange(source, (size) => ({ range: { start: -size - 100 }, start: 0, end: size })),

  'fails with bad_range for a range that starts beyond its last byte': async ({ source }) => {
    const { uid, bytes } = await seekable(source);
    await failsWith(() => source.open(uid, { range: { start: bytes.length }, signal: neverAborted() }), 'bad_range');
  },

  'fails with not_found for an unknown photo': async ({ source }) => {
    await failsWith(() => source.open(unknownUid, { signal: neverAborted() }), 'not_found');
  },

  'can be abandoned without reading it': async ({ source }) => {
    const { uid, bytes } = await seekable(source);
    const { body } = await source.open(uid, { signal: neverAborted() });
    const closed = once(body, 'close');
    body.destroy();
    await closed;
    const again = await source.open(uid, { signal: neverAborted() });
    assert.ok(bytes.equals(await bytesOf(again.body)), 'after an abandoned read, the next one must return all bytes');
  },

  'fails when its signal is aborted': async ({ source }) => {
    const { uid } = await seekable(source);
    const controller = new AbortController();
    const { body } = await source.open(uid, { signal: controller.signal });
    controller.abort();
    await assert.rejects(bytesOf(body), 'a body whose signal is aborted must fail, not end');
    assert.ok(body.destroyed, 'a body whose signal is aborted must be destroyed');
  },
};
