import { expect } from 'chai';
import fc from 'fast-check';
import { OwnAlbumPhotos } from '../../../../core/store/albums/own-album-photos.ts';
import { OwnAlbums } from '../../../../core/store/albums/own-albums.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';
import '../../../support/seed.ts';

describe('the photos of a user’s album', () => {
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

  it('do not appear in another album after a kill left the deletion of their own incomplete', () => {
    const first = make('First');
    photos.add(first, ids, 0);
    albums.remove(first);
    const second = make('Second');
    expect(photos.inOrder(second)).to.deep.equal([]);
    albums.remove(second);
    while (photos.dropSome(2));
    expect(index.db.prepare('SELECT count(*) FROM own_album_photos').pluck().get()).to.equal(0);
  });

  it('can be moved between the same two neighbours any number of times', () => {
    const album = make('Moved');
    photos.add(album, ids, 0);
    const [a = 0, b = 0, c = 0] = ids;
    for (let turn = 0; turn < 60; turn++) {
      const [moved, other] = turn % 2 === 0 ? [b, c] : [c, b];
      photos.arrange(album, [moved], other);
      expect(photos.inOrder(album)).to.deep.equal([a, moved, other]);
    }
  });

  it('stay together in place when they are moved before one of themselves', () => {
    const album = make('Dropped');
    photos.add(album, ids, 0);
    const [a = 0, b = 0, c = 0] = ids;
    photos.arrange(album, [a, b], a);
    expect(photos.inOrder(album)).to.deep.equal([a, b, c]);
    photos.arrange(album, [b, a], a);
    expect(photos.inOrder(album)).to.deep.equal([b, a, c]);
    photos.arrange(album, [c, a], c);
    expect(photos.inOrder(album)).to.deep.equal([b, c, a]);
  });

  it('are in the arranged order after any sequence of steps', () => {
    const more = Array.from({ length: 9 }, (_, at) => new PhotoRows(index.db).add({ uid: `m${at}`, takenAt: 90 - at }));
    const all = [...ids, ...more];
    const some = fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 4 });
    const before = fc.option(fc.constantFrom(...all, undefined));
    fc.assert(
      fc.property(fc.array(fc.record({ some, before, adds: fc.boolean() }), { maxLength: 60 }), (steps) => {
        const album = make('Arranged');
        let expected: number[] = [];
        for (const step of steps) {
          if (step.adds) {
            photos.add(album, step.some, 0);
            photos.placeAll(album);
            expected.push(...all.filter((id) => step.some.includes(id) && !expected.includes(id)));
            continue;
          }
          const moved = step.some.filter((id) => expected.includes(id));
          if (typeof step.before === 'number' && !expected.includes(step.before)) continue;
          photos.arrange(album, moved, step.before);
          const from = step.before === undefined ? 0 : expected.indexOf(step.before ?? -1);
          const next = from === -1 ? undefined : expected.slice(from).find((id) => !moved.includes(id));
          const others = expected.filter((id) => !moved.includes(id));
          const at = next === undefined ? others.length : others.indexOf(next);
          expected = [...others.slice(0, at), ...moved, ...others.slice(at)];
        }
        expect(photos.inOrder(album)).to.deep.equal(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('have no cover any more once its photo is deleted', () => {
    const album = make('Covered');
    photos.add(album, ids, 0);
    albums.change(album, { cover: ids[0] });
    expect(albums.all()[0]?.coverUid).to.equal('a');
    index.db.prepare('DELETE FROM photos WHERE id = ?').run(ids[0]);
    expect([albums.all()[0]?.coverUid, photos.inOrder(album)]).to.deep.equal([null, ids.slice(1)]);
  });
});
