import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { EndlessListing, Listing } from '../../../../core/indexer/sync/listing.ts';
import { SourceError, type PhotoSource } from '../../../../core/plugin-api/index.ts';
import { bridgeCheck } from '../../../../core/services/checks/bridge-check.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { MemorySource } from '../../../support/memory-source.ts';

type List = 'timeline' | 'changes' | 'albums' | 'albumPhotos';

/** One page of a list, as uids. */
interface Page {
  readonly uids: readonly string[];
  readonly next: string | null;
}

type Pages = (cursor: string | null) => Page;

/** Makes a source return these pages for a list. */
function listSo(source: MemorySource, list: List, pages: Pages): { calls: number } {
  const counted = { calls: 0 };
  const page = (cursor: string | null): Page => {
    counted.calls += 1;
    return pages(cursor);
  };
  const wrong: { readonly [L in List]: PhotoSource[L] } = {
    timeline: ({ cursor }) => {
      const { uids, next } = page(cursor);
      return Promise.resolve({
        items: uids.map((uid) => ({ uid, rev: 'r', captureTime: 1 })),
        next,
        changesCursor: '0',
      });
    },
    changes: ({ since }) => {
      const { uids, next } = page(since);
      const events = uids.map((uid) => ({ type: 'upsert', kind: 'photo', uid, rev: 'r' }) as const);
      return Promise.resolve({ events, next: next ?? since, more: next !== null });
    },
    albums: ({ cursor }) => {
      const { uids, next } = page(cursor);
      return Promise.resolve({ albums: uids.map((uid) => ({ uid, name: uid, photoCount: 0, coverUid: null })), next });
    },
    albumPhotos: (_album, { cursor }) => {
      const { uids, next } = page(cursor);
      return Promise.resolve({ items: uids.map((uid) => ({ uid, addedTime: null })), next });
    },
  };
  Object.assign(source, { [list]: wrong[list] });
  return counted;
}

const circle = (cursor: string | null): Page => ({ uids: [`of-${cursor}`], next: cursor === 'A' ? 'B' : 'A' });
const everNew = (uids: readonly string[]): Pages => {
  let pages = 0;
  return () => ({ uids, next: `cursor-${(pages += 1)}` });
};
const tooMany: Pages = () => ({ uids: Array.from({ length: 501 }, (_, i) => `flood-${i}`), next: null });

const manners: Record<string, { pages: () => Pages; lists: readonly List[]; why: RegExp }> = {
  'form a cycle': {
    pages: () => circle,
    lists: ['timeline', 'changes', 'albums', 'albumPhotos'],
    why: /a page is followed by one that came before\.$/,
  },
  'are empty but announce more': {
    pages: () => everNew([]),
    lists: ['timeline', 'changes', 'albums', 'albumPhotos'],
    why: /an empty page says that more follows\.$/,
  },
  'repeat under other cursors': {
    pages: () => everNew(['e', 'f']),
    lists: ['timeline', 'albums', 'albumPhotos'],
    why: /the same page came twice\.$/,
  },
  'have more items than requested': {
    pages: () => tooMany,
    lists: ['timeline', 'changes', 'albums', 'albumPhotos'],
    why: /must be a list of no more than the 500 that were asked for, not 501\.$/,
  },
};

describe('a photo source', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let jpeg: Buffer;

  before(async () => {
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    for (const uid of ['a', 'b', 'c']) source.put(uid, jpeg);
    source.putAlbum('trip', 'Trip', ['a', 'b']);
    rig = new IndexerRig({ folder, source });
    await rig.settle();
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const kept = (): unknown => {
    const photos = rig.photos().filter(({ uid }) => ['a', 'b', 'c'].includes(uid));
    const inAlbum = rig.db
      .prepare(
        `SELECT p.uid FROM album_photos JOIN albums a ON a.id = album_id JOIN photos p ON p.id = photo_id
         WHERE a.uid = 'trip' ORDER BY p.uid`,
      )
      .pluck()
      .all();
    return { photos: photos.map(({ uid, state, deleted_at: gone }) => [uid, state, gone]), inAlbum };
  };
  const whole = {
    photos: ['a', 'b', 'c'].map((uid) => [uid, 'indexed', null]),
    inAlbum: ['a', 'b'],
  };
  /** Makes the next sync read a list. */
  const announce: Record<List, () => void> = {
    timeline: () => {
      source.expireCursors();
    },
    changes: () => undefined,
    albums: () => {
      source.putAlbum('trip', 'Trip', ['a', 'b']);
    },
    albumPhotos: () => {
      source.putAlbum('trip', 'Trip', ['a', 'b']);
    },
  };
  const check = () =>
    bridgeCheck({
      sources: () => [{ plugin: 'memory', source }],
      indexer: () => rig.indexer.progress(),
      absent: () => [],
      levels: () => null,
      followed: () => true,
      clock: () => rig.now(),
      syncInterval: 3600,
    }).run({ signal: new AbortController().signal });

  for (const [what, { pages, lists, why }] of Object.entries(manners)) {
    for (const list of lists) {
      it(`whose pages of ${list} ${what} is reported as faulty, and no photos are lost`, async () => {
        announce[list]();
        const counted = listSo(source, list, pages());
        await rig.settle();
        const { trouble, state } = rig.indexer.progress();
        expect({ code: trouble?.code, state }).to.deep.equal({ code: 'bad_answer', state: 'paused' });
        expect(trouble!.message)
          .to.match(new RegExp(`^The photo source answered wrongly to ${list}: `))
          .and.match(why);
        expect(await check()).to.deep.equal({ ok: false, detail: trouble!.message });
        expect(counted.calls).to.be.within(1, 6);
        // Another sync makes no difference.
        await rig.settle();
        expect(kept()).to.deep.equal(whole);

        Reflect.deleteProperty(source, list);
        source.put('d', jpeg);
        await rig.settle();
        expect(rig.indexer.progress().trouble).to.equal(null);
        expect(rig.photo('d').state).to.equal('indexed');
        expect(kept()).to.deep.equal(whole);
        expect(await check()).to.include({ ok: true });
      });
    }
  }

  describe('that cannot describe one photo', () => {
    const isAsked = new Map<string, number>();
    /** Makes requests fail that include one of these photos. */
    const breakOver = (...broken: string[]): void => {
      isAsked.clear();
      source.nodes = async (uids, { signal }) => {
        for (const uid of uids) isAsked.set(uid, (isAsked.get(uid) ?? 0) + 1);
        if (uids.some((uid) => broken.includes(uid))) throw new SourceError('bad_answer', 'That is 40 MiB long.');
        return MemorySource.prototype.nodes.call(source, uids, { signal });
      };
    };
    const names = Array.from({ length: 60 }, (_, i) => `n${String(i).padStart(2, '0')}`);

    it('fails only that photo, with the reason', async () => {
      breakOver('n17');
      for (const uid of names) source.put(uid, jpeg);
      await rig.settle();
      expect(rig.indexer.progress().trouble).to.equal(null);
      const states = rig.photos().map(({ uid, state }) => [uid, state]);
      expect(states.filter(([, state]) => state !== 'indexed')).to.deep.equal([['n17', 'failed']]);
      expect(rig.photo('n17').error).to.equal('The photo source described this photo wrongly: That is 40 MiB long.');
    });

    it('fails it even if nothing else is new, and has it indexed once it is described', async () => {
      breakOver('alone');
      source.put('alone', jpeg);
      await rig.settle();
      expect([rig.photo('alone').state, rig.indexer.progress().trouble]).to.deep.equal(['failed', null]);
      Reflect.deleteProperty(source, 'nodes');
      rig.indexer.retryFailed();
      await rig.settle();
      expect(rig.photo('alone').state).to.equal('indexed');
    });

    it('fails it even if another photo is gone', async () => {
      breakOver('broken');
      source.put('broken', jpeg);
      source.put('gone', jpeg);
      source.loseSilently('gone');
      await rig.settle();
      expect(rig.photo('broken').state).to.equal('failed');
      expect(rig.indexer.progress().trouble).to.equal(null);
    });

    it('pauses the sync if it can describe no photo, without a request for each of them', async () => {
      breakOver(...names);
      for (const uid of names) source.put(uid, jpeg);
      await rig.settle();
      expect(rig.indexer.progress().trouble).to.include({ code: 'bad_answer', message: 'That is 40 MiB long.' });
      expect(rig.photos().map(({ uid }) => uid)).to.deep.equal(['a', 'b', 'c']);
      expect(isAsked.get('n59')).to.equal(1);
      Reflect.deleteProperty(source, 'nodes');
      await rig.settle();
      expect(rig.photos().every(({ state }) => state === 'indexed')).to.equal(true);
      expect(rig.photos()).to.have.length(63);
    });
  });
});

describe('a listing', () => {
  it('ends after 100,000 pages, although each of them is new', () => {
    const listing = new Listing('timeline', 500);
    let pages = 0;
    expect(() => {
      for (;;) {
        const uid = `uid-${pages}`;
        listing.turn(String(pages), { next: String((pages += 1)), items: [uid], uids: [uid] });
      }
    }).to.throw(EndlessListing, /has more than 100000 pages\.$/);
    expect(pages).to.equal(100_000);
  });

  it('may contain the same changes twice: a user renames a photo and renames it back', () => {
    const feed = new Listing('changes', 1);
    for (let at = 0; at < 10; at += 1) feed.turn(String(at), { next: String(at + 1), items: ['a'] });
  });
});
