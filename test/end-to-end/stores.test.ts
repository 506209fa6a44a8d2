import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import type { FailedPhotos, Photo } from '../../core/http/wire.ts';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedFolder, EditedGocryptfsVault, EditedRcloneVault, type EditedStore } from '../support/edited-store.ts';
import { keptFiles } from '../support/fixture-vaults.ts';
import { healthIs } from '../support/kept-library.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { motionPhoto } from '../support/motion-photos.ts';
import { gocryptfsMounts } from '../support/mounted-vault.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { plainSet } from '../support/plain-vault.ts';
import { rcloneInstalled } from '../support/rclone.ts';
import { skip, withoutGocryptfs } from '../support/skip.ts';
import { until } from '../support/until.ts';

interface Expected {
  readonly path: string;
  readonly sha1: string;
  readonly listed: boolean;
}

/** It cannot be shown: it is listed nevertheless, and admins are told the reason. */
const broken = 'empty.jpg';

/** By folder and name of the photo; the video of a live photo is part of the photo. */
function libraryOf(files: readonly Expected[]): Record<string, string> {
  const photos = files.filter(({ path, listed }) => listed && !path.endsWith('.mov') && path !== broken);
  return Object.fromEntries(photos.map(({ path, sha1 }) => [path.split('/').slice(-2).join('/'), sha1]));
}

const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** The part of the address that makes browsers fetch a changed thumbnail. */
const revisionOf = ({ thumb_url: url }: Photo): string | null => url && new URL(url, 'http://x').searchParams.get('v');

/**
 * @param options.kept whether the store has the pictures of the fixture vaults, or those that this machine’s encoder makes
 */
function describeStore(
  name: string,
  makeStore: (root: string) => EditedStore,
  { available = true, editable = true, kept = false }: { available?: boolean; editable?: boolean; kept?: boolean } = {},
): void {
  describe(`a library with ${name} as its photo store`, function () {
    let house: BridgedService;
    let expected: Record<string, string>;
    before(async function () {
      if (!available) skip(this, withoutGocryptfs);
      house = new BridgedService(makeStore);
      if (kept) expected = libraryOf(keptFiles().filter(({ path }) => !path.includes('a name much longer')));
      else {
        const files = await plainSet();
        for (const { path, bytes } of files) house.store.put(path, bytes);
        expected = libraryOf(files);
      }
      await house.start();
    });
    after(async () => {
      if (available) await house.close();
    });

    const edits = (title: string, test: (this: Mocha.Context) => Promise<void>): void => {
      it(title, function () {
        return editable ? test.call(this) : skip(this, 'rclone is not installed');
      });
    };

    it('has all its photos, with their albums, times and places', async () => {
      const { library } = house;
      await library.untilHolds(expected);
      const beach = await library.photo('beach.jpg');
      expect(beach).to.include({ taken_at_local: '2021-07-14T18:30:05', camera: 'Canon EOS R6', state: 'indexed' });
      expect(beach.taken_at).to.equal(Date.UTC(2021, 6, 14, 16, 30, 5) / 1000);
      expect(beach.lat).to.be.closeTo(43.7033, 0.001);
      expect(beach.lng).to.be.closeTo(7.26, 0.001);
      expect(beach.city).to.be.a('string').and.not.empty;
      expect((await library.photo('Live/IMG_0001.jpg')).kind).to.equal('live');
      expect((await library.photo('Films/clip.mp4')).kind).to.equal('video');
      expect(await library.photo('2019/upright.jpg')).to.include({ width: 200, height: 320 });
      const { albums } = await library.json<{ albums: { name: string; photo_count: number }[] }>('/api/albums');
      expect(albums.map(({ name: album, photo_count: count }) => [album, count])).to.deep.include.members([
        ['2019', 2],
        ['2020', 1],
        ['Лето', 1],
        ['旅行', 1],
        ['🏖️ beach!', 1],
        ['Edges', 4],
        ['Live', 1],
      ]);
      expect(await library.bridgeCheck()).to.include({ ok: true });
      await until(healthIs(library, { reachable: true, loggedIn: true }));
    });

    it('tells admins which photo cannot be read, and why', async () => {
      let failures: FailedPhotos['failures'] = [];
      // The readable photos may all have been there before.
      await until(async () => {
        ({ failures } = await house.library.json<FailedPhotos>('/api/admin/failures'));
        return failures.length > 0;
      });
      expect(failures.map(({ name: photoName }) => photoName)).to.deep.equal([broken]);
      expect(failures[0]?.error).to.match(/empty/i);
    });

    it('serves every photo as it is in the store, and a thumbnail of each one that can be shown', async () => {
      const { library } = house;
      for (const [photoName, photo] of await library.photos()) {
        if (photo.state === 'failed') {
          expect(photo).to.deep.include({ fault: { kind: 'empty', file: broken }, thumb_url: null });
          continue;
        }
        expect(sha1Of(await library.bytes(photo)), photoName).to.equal(expected[photoName]);
        if (photo.kind === 'video') continue;
        expect(photo.state, photoName).to.equal('indexed');
        const thumb = await library.ask(photo.thumb_url ?? '');
        expect(thumb.status, photoName).to.equal(200);
        const picture = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
        expect(picture.width, photoName).to.be.at.least(1);
      }
    });

    it('serves ranges of photos', async () => {
      const { library } = house;
      const photo = await library.photo('Edges/65537.jpg');
      const path = `/api/photos/${photo.uid}/full`;
      const whole = await library.bytes(photo);
      const head = await library.ask(path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).to.equal('65537');
      const etag = head.headers.get('etag') ?? '';
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=65530-', 65_530, 65_536],
        ['bytes=65535-65536', 65_535, 65_536],
        ['bytes=-4097', 61_440, 65_536],
        ['bytes=4000-70000', 4000, 65_536],
      ] as const) {
        const part = await library.ask(path, { headers: { range, 'if-range': etag } });
        expect([part.status, part.headers.get('content-range')], range).to.deep.equal([
          206,
          `bytes ${start}-${end}/65537`,
        ]);
        const bytes = Buffer.from(await part.arrayBuffer());
        expect(bytes.equals(whole.subarray(start, end + 1)), range).to.equal(true);
      }
      const other = await library.ask(path, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } });
      expect([other.status, (await other.arrayBuffer()).byteLength]).to.deep.equal([200, 65_537]);
      const beyond = await library.ask(path, { headers: { range: 'bytes=65537-' } });
      expect([beyond.status, beyond.headers.get('content-range')]).to.deep.equal([416, 'bytes */65537']);
      expect((await library.ask(path, { headers: { 'if-none-match': etag } })).status).to.equal(304);
    });

    edits('follows photos that are added, replaced, moved and deleted', async () => {
      const { library, store } = house;
      const added = await photoLikeJpeg(50, 320, 240);
      const replaced = await photoLikeJpeg(51, 320, 240);
      const before = await library.photos();
      await library.json(`/api/photos/${before.get('sketch.webp')?.uid}/tags`, 'PUT', { tags: ['sea'] });
      await library.json(`/api/photos/${before.get('2019/upright.jpg')?.uid}`, 'PATCH', { favorited: true });

      store.put('New album/added.jpg', added);
      store.put('no-exif.jpg', replaced);
      store.rename('sketch.webp', 'Trips/drawing.webp');
      store.rename('Albums/2019', 'Albums/The year 2019');
      store.remove('chart.png');
      const wanted: Record<string, string> = {
        'New album/added.jpg': sha1Of(added),
        'no-exif.jpg': sha1Of(replaced),
        'Trips/drawing.webp': expected['sketch.webp'] ?? '',
        'The year 2019/upright.jpg': expected['2019/upright.jpg'] ?? '',
        'The year 2019/copy of beach.jpg': expected['2019/copy of beach.jpg'] ?? '',
      };
      const moved = ['sketch.webp', '2019/upright.jpg', '2019/copy of beach.jpg', 'chart.png', 'no-exif.jpg'];
      expected = {
        ...Object.fromEntries(Object.entries(expected).filter(([photoName]) => !moved.includes(photoName))),
        ...wanted,
      };
      await library.untilHolds(expected);

      const after = await library.photos();
      const drawing = after.get('Trips/drawing.webp')!;
      expect(drawing.tags).to.deep.equal(['sea']);
      expect(drawing.uid).to.equal(before.get('sketch.webp')?.uid);
      expect(revisionOf(drawing)).to.equal(revisionOf(before.get('sketch.webp')!));
      const upright = after.get('The year 2019/upright.jpg')!;
      expect(upright.favorited_by_me).to.equal(true);
      expect(revisionOf(upright)).to.equal(revisionOf(before.get('2019/upright.jpg')!));
      expect(upright.albums[0]?.uid).to.equal(before.get('2019/upright.jpg')?.albums[0]?.uid);
      const anew = after.get('no-exif.jpg')!;
      expect(anew.uid).to.equal(before.get('no-exif.jpg')?.uid);
      expect(revisionOf(anew)).not.to.equal(revisionOf(before.get('no-exif.jpg')!));
      expect((await library.bytes(anew)).equals(replaced)).to.equal(true);
    });

    edits('recognises a deleted photo that returns under another name', async () => {
      const { library, store } = house;
      const bytes = await photoLikeJpeg(52, 320, 240);
      store.put('Back/soon.jpg', bytes);
      const withIt = { ...expected, 'Back/soon.jpg': sha1Of(bytes) };
      await library.untilHolds(withIt);
      const { uid } = await library.photo('Back/soon.jpg');
      await library.json(`/api/photos/${uid}/tags`, 'PUT', { tags: ['kept'] });
      await library.json(`/api/photos/${uid}`, 'PATCH', { favorited: true });
      store.remove('Back/soon.jpg');
      await library.untilHolds(expected);
      store.put('Back/later.jpg', bytes);
      await library.untilHolds({ ...expected, 'Back/later.jpg': sha1Of(bytes) });
      const photo = await library.photo('Back/later.jpg');
      expect(photo.tags).to.deep.equal(['kept']);
      expect(photo.favorited_by_me).to.equal(true);
    });

    edits('serves videos and the motion of live photos, from Apple and from Android', async function () {
      if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
      const { library, store } = house;
      const small = { seconds: 3, size: '160x120' };
      const film = await madeVideo('film.mov', ['-c:v', 'libx265', '-x265-params', 'log-level=none'], small);
      const moves = await madeVideo('moves.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], { ...small, seconds: 1 });
      const still = await photoLikeJpeg(53, 320, 240);
      store.put('Films/holiday.mov', film);
      store.put('Live/IMG_0002.jpg', still);
      store.put('Live/IMG_0002.mov', moves);
      store.put('Live/android.jpg', motionPhoto(await photoLikeJpeg(54, 320, 240), moves));
      await until(async () => {
        const photos = await library.photos();
        return ['Films/holiday.mov', 'Live/IMG_0002.jpg', 'Live/android.jpg'].every(
          (photoName) => photos.get(photoName)?.state === 'indexed',
        );
      });
      const video = await library.photo('Films/holiday.mov');
      expect(video).to.include({ kind: 'video', width: 160, height: 120 });
      expect(video.duration).to.be.closeTo(3, 0.2);
      expect(video.video).to.include({ video_codec: 'hevc', convertible: true });
      expect((await library.ask(video.thumb_url ?? '')).status).to.equal(200);
      const stream = await library.ask(`/api/photos/${video.uid}/stream?start=1`);
      expect([stream.status, stream.headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'video/mp4']);
      expect(Buffer.from(await stream.arrayBuffer()).toString('latin1', 4, 8)).to.equal('ftyp');
      for (const photoName of ['Live/IMG_0002.jpg', 'Live/android.jpg']) {
        const photo = await library.photo(photoName);
        expect(photo.kind, photoName).to.equal('live');
        const motion = await library.ask(`/api/photos/${photo.uid}/motion`);
        expect(Buffer.from(await motion.arrayBuffer()).equals(moves), photoName).to.equal(true);
      }
    });
  });
}

describeStore('a folder', (root) => new EditedFolder(root));
describeStore('a vault of rclone', (root) => new EditedRcloneVault(root), { kept: true, editable: rcloneInstalled });
describeStore('a vault of gocryptfs', (root) => new EditedGocryptfsVault(root), { available: gocryptfsMounts });
