import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { faceCropPath } from '../../core/domain/face-crop-path.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import { PictureFiles } from '../../core/indexer/picture-files.ts';
import { PictureSeal } from '../../core/media/picture-seal.ts';
import { someKeys } from '../support/library-keys.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('pictures in an encrypted library', () => {
  let s: LibraryServer;
  let ids: number[];
  const thumb = (id: number): string => thumbPath(join(s.dataDir, 'thumbs'), id);
  const write = async (id: number, picture: string): Promise<void> => {
    await new PictureFiles(s.container.resolve(inject.thumbs)).write(id, Buffer.from(picture));
  };
  const answerOf = async (url: string): Promise<string | number> => {
    const { statusCode, payload } = await s.get(url);
    return statusCode === 200 ? payload : statusCode;
  };
  const shown = (uid: string): Promise<string | number> => answerOf(`/api/photos/${uid}/thumb`);
  const shownFace = (id: number): Promise<string | number> => answerOf(`/api/faces/${id}/crop`);

  beforeEach(async () => {
    s = await libraryServer({}, undefined, someKeys());
    ids = [s.rows.add({ uid: 'a' }), s.rows.add({ uid: 'b' })];
    await write(ids[0]!, 'picture of a');
    await write(ids[1]!, 'picture of b');
  });
  afterEach(() => s.stop());

  it('are served as they were written, but stored encrypted', async () => {
    expect([await shown('a'), await shown('b')]).to.deep.equal(['picture of a', 'picture of b']);
    expect(readFileSync(thumb(ids[0]!)).includes('picture')).to.equal(false);
    expect(readFileSync(join(s.dataDir, 'index.sqlite3')).includes('SQLite format')).to.equal(false);
    expect(existsSync(join(s.dataDir, 'signing-secret'))).to.equal(false);
  });

  for (const [what, change] of [
    ['with one bit flipped', (bytes: Buffer) => ((bytes[bytes.length >> 1]! ^= 1), bytes)],
    ['that is truncated', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['of another photo', () => readFileSync(thumb(ids[1]!))],
    ['that is not encrypted', () => Buffer.from('plain picture')],
    [
      'of another library',
      () => Buffer.from(new PictureSeal('thumbnails', someKeys(8).of('thumbnails')).close(ids[0]!, Buffer.from('x'))),
    ],
  ] as [string, (bytes: Buffer) => Buffer][]) {
    it(`are not served from a file ${what}; the photo is queued for indexing instead`, async () => {
      const state = s.db.prepare<[], string>(`SELECT state FROM photos WHERE uid = 'a'`).pluck();
      const before = state.get();
      writeFileSync(thumb(ids[0]!), change(readFileSync(thumb(ids[0]!))));
      expect(await shown('a')).to.equal(404);
      expect([before, state.get()]).to.deep.equal(['indexed', 'pending']);
      await write(ids[0]!, 'made again');
      expect(await shown('a')).to.equal('made again');
      expect(await shown('b')).to.equal('picture of b');
    });
  }

  it('of faces are not served as thumbnails, nor thumbnails as faces', async () => {
    s.rows.person('Ines', [ids[0]!]);
    // The face has the id of the photo: the two files differ only in their kind.
    const face = s.db.prepare<[], number>('SELECT id FROM faces').pluck().get();
    expect(face).to.equal(ids[0]);
    await new PictureFiles(s.container.resolve(inject.crops)).write(ids[0]!, Buffer.from('a face'));
    expect([await shown('a'), await shownFace(ids[0]!)]).to.deep.equal(['picture of a', 'a face']);

    const crop = faceCropPath(join(s.dataDir, 'faces'), ids[0]!);
    const [ofFace, ofPhoto] = [readFileSync(crop), readFileSync(thumb(ids[0]!))];
    writeFileSync(thumb(ids[0]!), ofFace);
    writeFileSync(crop, ofPhoto);
    expect([await shown('a'), await shownFace(ids[0]!)]).to.deep.equal([404, 404]);
  });
});
