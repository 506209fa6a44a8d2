import { expect } from 'chai';
import type { Db } from '../../../../core/db/open.ts';
import { CheckedSource } from '../../../../core/indexer/sync/checked-source.ts';
import { AlbumSync } from '../../../../core/indexer/sync/sync-albums.ts';
import { PhotoText, StaleTexts } from '../../../../core/store/photos/photo-text.ts';
import { SyncedAlbums } from '../../../../core/store/photos/synced-albums.ts';
import { SyncState } from '../../../../core/store/sync-state.ts';
import { transactOn, type Transact } from '../../../../core/store/transact.ts';
import { newIndex } from '../../../support/index-file.ts';
import { MemorySource } from '../../../support/memory-source.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('search by album names after an interrupted sync', () => {
  let db: Db;
  let source: MemorySource;
  let remove: () => void;

  beforeEach(async () => {
    ({ db, remove } = newIndex());
    source = new MemorySource();
    const photos = new PhotoRows(db);
    for (const uid of ['p0', 'p1']) {
      source.put(uid, Buffer.from(uid));
      photos.add({ uid });
    }
    source.putAlbum('a', 'Lisbon', ['p0', 'p1']);
    await sync();
    expect(photosWith('lisbon')).to.equal(2);
  });
  afterEach(() => {
    remove();
  });

  /** Syncs all albums, as each start of the program does if they are unread. */
  async function sync(transact: Transact = transactOn(db)): Promise<void> {
    const [state, text] = [new SyncState(db), new PhotoText(db)];
    const albums = new AlbumSync({
      source: new CheckedSource(() => source),
      albums: new SyncedAlbums(db),
      text,
      staleTexts: new StaleTexts({ db, text }),
      state,
      transact,
    });
    albums.announce('all');
    await albums.run(new AbortController().signal);
  }

  /** Interrupts the sync as soon as it has written this to the index. */
  async function syncUntil(isWritten: () => boolean): Promise<void> {
    const transact = transactOn(db);
    let isOver = false;
    const result = await sync((work) => {
      if (isOver) throw new Error('interrupted');
      const answer = transact(work);
      isOver = isWritten();
      return answer;
    }).catch((error: unknown) => error);
    expect(result).to.have.property('message', 'interrupted');
  }

  const albumNames = (): string[] => db.prepare<[], string>('SELECT name FROM albums').pluck().all();
  const photosWith = (word: string): number =>
    db.prepare<[string], number>('SELECT count(*) FROM photo_text WHERE photo_text MATCH ?').pluck().get(word) ?? 0;

  it('finds photos by the new name of a renamed album in the end, and no longer by the old one', async () => {
    source.putAlbum('a', 'Porto', ['p0', 'p1']);
    await syncUntil(() => albumNames().includes('Porto'));
    await sync();
    expect([photosWith('porto'), photosWith('lisbon')]).to.deep.equal([2, 0]);
  });

  it('finds no photo by the name of a removed album in the end', async () => {
    source.removeAlbum('a');
    await syncUntil(() => albumNames().length === 0);
    await sync();
    expect(photosWith('lisbon')).to.equal(0);
  });

  it('finds no photo by the name of a removed album that is deleted in parts', async () => {
    const uids = Array.from({ length: 500 }, (_, at) => `many${at}`);
    const photos = new PhotoRows(db);
    for (const uid of uids) photos.add({ uid });
    source.putAlbum('b', 'Everything', uids);
    await sync();
    // 200 deletions take longer than a time slice.
    db.exec(`CREATE TRIGGER takes_long BEFORE DELETE ON album_photos BEGIN
      SELECT count(*) FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) SELECT i FROM c);
    END`);
    source.removeAlbum('b');
    const left = db.prepare('SELECT count(*) FROM album_photos').pluck();
    await syncUntil(() => left.get() === 302);
    expect(albumNames()).to.deep.equal(['Lisbon', 'Everything']);
    await sync();
    expect([albumNames(), left.get(), photosWith('everything')]).to.deep.equal([['Lisbon'], 2, 0]);
  });
});
