import assert from 'node:assert/strict';
import type { PhotoSource } from '../photo-source.ts';
import { failsWith, timelineOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

export const healthChecks: Checks<PhotoSourceSubject> = {
  'reports the store as reachable and logged in': async ({ source }) => {
    const { reachable, loggedIn } = await source.health({ signal: neverAborted() });
    assert.deepEqual({ reachable, loggedIn }, { reachable: true, loggedIn: true });
  },

  'reports the same storeId every time': async ({ source }) => {
    const { storeId } = await source.health({ signal: neverAborted() });
    assert.ok(typeof storeId === 'string' && storeId !== '', 'storeId must be a non-empty string');
    assert.equal((await source.health({ signal: neverAborted() })).storeId, storeId);
  },
};

const signatures = { 'image/jpeg': /^\xff\xd8\xff/, 'image/webp': /^RIFF[^]{4}WEBP/ };

export const thumbnailChecks: Checks<PhotoSourceSubject> = {
  'are JPEG or WebP, or null': async ({ source }) => {
    for (const { uid } of (await timelineOf(source)).slice(0, 10)) {
      for (const size of [512, 1920] as const) {
        const thumbnail = await source.thumbnail(uid, { size, signal: neverAborted() });
        if (thumbnail === null) continue;
        const signature = (signatures as Record<string, RegExp | undefined>)[thumbnail.mediaType];
        assert.ok(signature, `a thumbnail of ${uid} has the media type ${thumbnail.mediaType}`);
        const head = Buffer.from(thumbnail.bytes.subarray(0, 12)).toString('latin1');
        assert.match(head, signature, `a thumbnail of ${uid} is not ${thumbnail.mediaType}`);
      }
    }
  },

  'are null or not_found for an unknown photo': async ({ source }) => {
    await failsWith(async () => {
      const thumbnail = await source.thumbnail(unknownUid, { size: 512, signal: neverAborted() });
      if (thumbnail === null) throw Object.assign(new Error('none'), { code: 'not_found' });
    }, 'not_found');
  },
};

type Call = (source: PhotoSource, signal: AbortSignal, there: { uid: string; cursor: string }) => Promise<unknown>;

const calls: Readonly<Record<string, Call>> = {
  health: (source, signal) => source.health({ signal }),
  timeline: (source, signal) => source.timeline({ cursor: null, limit: 10, signal }),
  nodes: (source, signal, { uid }) => source.nodes([uid], { signal }),
  albums: (source, signal) => source.albums({ cursor: null, limit: 10, signal }),
  thumbnail: (source, signal, { uid }) => source.thumbnail(uid, { size: 512, signal }),
  open: (source, signal, { uid }) => source.open(uid, { signal }),
  changes: (source, signal, { cursor }) => source.changes({ since: cursor, limit: 10, signal }),
};

export const signalChecks: Checks<PhotoSourceSubject> = Object.fromEntries(
  Object.entries(calls).map(([method, call]) => [
    `make ${method} reject when aborted`,
    async ({ source }: PhotoSourceSubject) => {
      const { items, changesCursor } = await source.timeline({ cursor: null, limit: 1, signal: neverAborted() });
      const [first] = items;
      assert.ok(first);
      await assert.rejects(
        async () => call(source, AbortSignal.abort(), { uid: first.uid, cursor: changesCursor }),
        `${method} must reject when its signal is aborted`,
      );
    },
  ]),
);
