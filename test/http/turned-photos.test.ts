import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash, thumbHashToApproximateAspectRatio } from 'thumbhash';
import { faceCropPath } from '../../core/domain/face-crop-path.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { Aspects, Faces, Photo, PhotoList } from '../../core/http/wire.ts';
import { FaceRows } from '../support/face-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

/** Red in the left half, blue in the right half. */
const twoColours = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);

/** The colours in the corners: top left, top right, bottom left. */
async function corners(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => ((data[(y * info.width + x) * 3] ?? 0) > 128 ? 'red' : 'blue');
  return [at(1, 1), at(info.width - 2, 1), at(1, info.height - 2)].join(' ');
}

describe('a photo that a user rotated', () => {
  let s: LibraryServer;
  let original: Buffer;
  let face: number;

  before(async () => {
    original = await twoColours(400, 300).jpeg().toBuffer();
    s = await libraryServer({
      open: () =>
        Promise.resolve({
          body: Readable.from([original]),
          mediaType: 'image/jpeg',
          length: original.length,
          totalLength: original.length,
          range: null,
          rev: 'r1',
          modifiedTime: 0,
        }),
    });
    const id = s.rows.add({ uid: 'a' });
    const rgba = await twoColours(40, 30).ensureAlpha().raw().toBuffer();
    s.db.prepare('UPDATE photos SET thumbhash = ?').run(rgbaToThumbHash(40, 30, rgba));
    const faces = new FaceRows(s.db);
    face = faces.add({ photo: id, person: faces.person('Anna'), assignedBy: 'user' });
    for (const [file, picture] of [
      [thumbPath(join(s.dataDir, 'thumbs'), id), await twoColours(200, 150).webp().toBuffer()],
      [faceCropPath(join(s.dataDir, 'faces'), face), await twoColours(80, 60).jpeg().toBuffer()],
    ] as const) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, picture);
    }
  });
  after(() => s.stop());

  const turn = async (rotation: number | null): Promise<Photo> => {
    const answer = await s.send('PATCH', '/api/photos/a', { rotation });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as Photo;
  };
  const picture = async (url: string): Promise<string> => corners((await s.get(url)).rawPayload);

  it('is shown rotated everywhere, at other URLs', async () => {
    const before = await s.json<Photo>('/api/photos/a');
    expect(await picture('/api/photos/a/thumb')).to.equal('red blue red');
    for (const [rotation, shown] of [
      [90, 'red red blue'],
      [180, 'blue red blue'],
      [270, 'blue blue red'],
    ] as const) {
      const photo = await turn(rotation);
      expect(photo.thumb_url).not.to.equal(before.thumb_url);
      expect(await corners((await s.server.inject(photo.thumb_url!)).rawPayload)).to.equal(shown);
      expect(await picture(`/api/faces/${face}/crop`), 'crop').to.equal(shown);
      expect(await picture('/api/photos/a/full?format=jpeg'), 'full').to.equal(shown);
      const sides = rotation === 180 ? { width: 400, height: 300 } : { width: 300, height: 400 };
      expect(photo).to.include(sides);
      const listed = (await s.json<PhotoList>('/api/photos')).photos[0];
      expect(listed).to.include({ ...sides, thumbhash: photo.thumbhash });
      const ratio = thumbHashToApproximateAspectRatio(Buffer.from(photo.thumbhash!, 'base64'));
      expect(ratio > 1, 'placeholder').to.equal(rotation === 180);
      const { aspects } = await s.json<Aspects>('/api/photos/aspects');
      expect(Buffer.from(aspects, 'base64')[0]! > 128, 'shape').to.equal(rotation === 180);
    }
  });

  it('is downloaded unrotated', async () => {
    await turn(90);
    expect((await s.get('/api/photos/a/full?download=1')).rawPayload.equals(original)).to.equal(true);
  });

  it('keeps its faces, with their people, at their positions in the image', async () => {
    await turn(null);
    const at = async (): Promise<Faces['faces'][number]> =>
      (await s.json<Faces>('/api/photos/a/faces')).faces[0] ?? expect.fail('no face');
    const upright = await at();
    expect(upright.box).to.deep.equal({ x: 0.25, y: 0.5, w: 0.125, h: 0.25 });
    await turn(90);
    const turned = await at();
    expect(turned).to.deep.include({ id: face, person_name: 'Anna', box: { x: 0.25, y: 0.25, w: 0.25, h: 0.125 } });
    expect(turned.crop_url).not.to.equal(upright.crop_url);
    await turn(null);
    expect((await at()).box).to.deep.equal(upright.box);
  });
});
