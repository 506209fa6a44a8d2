import { expect } from 'chai';
import type { SharedPhoto } from '../../core/http/wire.ts';
import { SharedAlbum } from '../../web/share/shared-album.ts';

describe('the photos of a share link, read page by page', () => {
  /** An album on a server, which a guest reads in pages of three photos. */
  function albumOf(count: number) {
    let uids = Array.from({ length: count }, (_, at) => `p${at}`);
    const album = new SharedAlbum('/s/token', {
      pageSize: 3,
      fetch: (path) => {
        const query = new URL(path, 'http://server').searchParams;
        const offset = Number(query.get('offset'));
        const photos = uids.slice(offset, offset + Number(query.get('limit'))).map((uid) => ({ uid }) as SharedPhoto);
        return Promise.resolve(Response.json({ photos, total: uids.length }));
      },
    });
    const change = (to: (uids: string[]) => string[]): void => {
      uids = to(uids);
    };
    return { album, change, uids: () => uids };
  }

  for (const [what, to] of [
    ['was removed from', (uids: string[]) => uids.slice(1)],
    ['was added to', (uids: string[]) => ['new', ...uids]],
  ] as const) {
    it(`are complete, without duplicates, if a photo ${what} the album meanwhile`, async () => {
      const { album, change, uids } = albumOf(10);
      let loaded = await album.more(await album.photos(0));
      change(to);
      while (loaded.photos.length < loaded.total) loaded = await album.more(loaded);
      expect(loaded.photos.map(({ uid }) => uid)).to.deep.equal(uids());
    });
  }
});
