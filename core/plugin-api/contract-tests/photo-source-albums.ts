import assert from 'node:assert/strict';
import type { PhotoSource, SourceAlbum } from '../photo-source.ts';
import { allPages, failsWith, timelineOf, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

async function albumsOf(source: PhotoSource, limit = 1000): Promise<SourceAlbum[]> {
  return allPages(async (cursor) => {
    const { albums, next } = await source.albums({ cursor, limit, signal: neverAborted() });
    return { page: albums, next };
  }, limit);
}

async function photosOf(source: PhotoSource, album: string, limit = 1000): Promise<string[]> {
  const items = await allPages(async (cursor) => {
    const { items, next } = await source.albumPhotos(album, { cursor, limit, signal: neverAborted() });
    return { page: items, next };
  }, limit);
  return items.map(({ uid }) => uid);
}

export const albumChecks: Checks<PhotoSourceSubject> = {
  'have a unique uid and a name': async ({ source }) => {
    const albums = await albumsOf(source);
    for (const { uid, name } of albums) {
      assert.ok(typeof uid === 'string' && uid !== '', 'an album needs a uid');
      assert.equal(typeof name, 'string', `the album ${uid} needs a name`);
    }
    assert.equal(new Set(albums.map(({ uid }) => uid)).size, albums.length, 'two albums have the same uid');
  },

  'are the same in pages of one as on a single page': async ({ source }) => {
    assert.deepEqual(await albumsOf(source, 1), await albumsOf(source));
  },

  'list as many photos as their photoCount, each once and all from the timeline': async ({ source }) => {
    const timelineUids = new Set((await timelineOf(source)).map(({ uid }) => uid));
    for (const { uid, photoCount, coverUid } of await albumsOf(source)) {
      const photos = await photosOf(source, uid);
      assert.equal(photos.length, photoCount, `photoCount of the album ${uid} must be the number of its photos`);
      assert.equal(new Set(photos).size, photos.length, `the album ${uid} lists a photo twice`);
      for (const photo of photos)
        assert.ok(timelineUids.has(photo), `the photo ${photo} of the album ${uid} is not in the timeline`);
      assert.ok(
        coverUid === null || timelineUids.has(coverUid),
        `the cover of the album ${uid} is not in the timeline`,
      );
    }
  },

  'list the same photos in pages of one as on a single page': async ({ source }) => {
    for (const { uid } of await albumsOf(source)) {
      assert.deepEqual(await photosOf(source, uid, 1), await photosOf(source, uid));
    }
  },

  'fail with not_found if the uid is unknown': async ({ source }) => {
    const page = { cursor: null, limit: 10, signal: neverAborted() };
    await failsWith(() => source.albumPhotos('no-such-album-0d5b6f2c', page), 'not_found');
  },
};
