import { expect } from 'chai';
import { OwnAlbumPhotos } from '../../../../core/store/albums/own-album-photos.ts';
import { OwnAlbums } from '../../../../core/store/albums/own-albums.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('the photos of an album that people made', () => {
  let index: ReturnType<typeof newIndex>;
  let albums: OwnAlbums;
  let photos: OwnAlbumPhotos;
  let ids: number[];

  beforeEach(() => {
    index = newIndex();
    albums = new OwnAlbums(index.db);
    photos = new OwnAlbumPhotos(index.db);
    const rows = new PhotoRows(index.db);
    ids = ['a', 'b', 'c'].map((uid, at) => rows.add({ uid, takenAt: 100 - at }));
  });
  afterEach(() => {
    index.remove();
  });

  const make = (name: string): number => {
    const { uid } = albums.add({ name, rule: null, by: 1, now: 0 });
    return albums.byUid(uid)?.id ?? 0;
  };

  it('do not come back in another album when a kill left the deletion of theirs half done', () => {
    const first = make('First');
    photos.add(first, ids, 0);
    albums.remove(first);
    const second = make('Second');
    expect(photos.inOrder(second)).to.deep.equal([]);
    albums.remove(second);
    while (photos.dropSome(2));
    expect(index.db.prepare('SELECT count(*) FROM own_album_photos').pluck().get()).to.equal(0);
  });

  it('can be moved between the same two neighbours as often as somebody likes', () => {
    const album = make('Moved');
    photos.add(album, ids, 0);
    const [a = 0, b = 0, c = 0] = ids;
    for (let turn = 0; turn < 60; turn++) {
      const [moved, other] = turn % 2 === 0 ? [b, c] : [c, b];
      photos.arrange(album, [moved], other);
      expect(photos.inOrder(album)).to.deep.equal([a, moved, other]);
    }
  });

  it('is their cover no more once the photo is gone for good', () => {
    const album = make('Covered');
    photos.add(album, ids, 0);
    albums.change(album, { cover: ids[0] });
    expect(albums.all()[0]?.coverUid).to.equal('a');
    index.db.prepare('DELETE FROM photos WHERE id = ?').run(ids[0]);
    expect([albums.all()[0]?.coverUid, photos.inOrder(album)]).to.deep.equal([null, ids.slice(1)]);
  });
});
