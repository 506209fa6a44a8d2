import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { isError, jsonOf, must, same, sameUids } from '../expect.ts';
import { readAlbum, readAlbums, readHealth, readJson, readNodes, readTimeline, withPage } from '../reading.ts';
import { checkShape } from '../shapes.ts';
import { Skip } from '../skip.ts';
import { unknownUid } from './routes.ts';

/** The maximum number of photos that are read in small pages, so that a large library is checked within seconds. */
const maxInSmallPages = 200;

async function readsTheSameIn(limit: number, context: Context): Promise<void> {
  const all = await context.timeline();
  const maximum = limit === 1000 ? Infinity : maxInSmallPages * Math.min(limit, 4);
  const { items } = await readTimeline(context.probe, limit, maximum);
  const end = Math.min(items.length, maximum);
  must(
    limit === 1000 || items.length >= Math.min(all.length, maximum),
    `In pages of ${limit}, the timeline ends after ${items.length} of ${all.length} items.`,
  );
  sameUids(items.slice(0, end), all.slice(0, end), `The timeline in pages of ${limit}`);
}

async function refusesLimits(context: Context, path: string): Promise<void> {
  const join = path.includes('?') ? '&' : '?';
  for (const limit of ['0', '-1', '1001', '1.5', 'many']) {
    isError(await context.probe.send(`${path}${join}limit=${limit}`), 'bad_request');
  }
}

/** The path of the list of photos of an existing album. @throws Skip */
async function pathOfAnAlbum({ probe }: Context): Promise<string> {
  const [album] = await readAlbums(probe);
  if (!album) throw new Skip('The bridge has no album.');
  return `/albums/${album.uid}/photos`;
}

export const listChecks = checksOf('core', {
  'reports its health in the format of the contract': async ({ probe }) => {
    const response = await probe.send('/health');
    const health = checkShape(jsonOf(response), 'health', response.asked);
    const isWell = health.reachable && health.loggedIn;
    must(
      isWell,
      `GET /health: the kit needs a bridge with a healthy store, but this one reports ${health.reason ?? 'a problem without a reason'}.`,
    );
    must(health.reason === undefined, 'GET /health: there is a reason although the store is healthy.');
  },

  'reports the correct numbers of photos and albums': async (context) => {
    const { counts } = await readHealth(context.probe);
    same(counts.photos, (await context.timeline()).length, 'GET /health: counts.photos, compared with the timeline');
    same(
      counts.albums,
      (await readAlbums(context.probe)).length,
      'GET /health: counts.albums, compared with GET /albums',
    );
  },

  'reports the same storeId every time': async ({ probe }) => {
    same((await readHealth(probe)).storeId, (await readHealth(probe)).storeId, 'The storeId of two responses in a row');
  },

  'returns timeline pages in the format of the contract': async ({ probe }) => {
    const response = await probe.send('/timeline?limit=1000');
    checkShape(jsonOf(response), 'timeline', response.asked);
  },
  'sorts the timeline by captureTime descending, then uid ascending': async (context) => {
    const items = await context.timeline();
    for (const [i, b] of items.entries()) {
      const a = items[i - 1];
      const isInOrder = !a || a.captureTime > b.captureTime || (a.captureTime === b.captureTime && a.uid < b.uid);
      must(
        isInOrder,
        `The timeline is not sorted at position ${i}: ${a?.captureTime ?? ''} ${a?.uid ?? ''}, then ${b.captureTime} ${b.uid}.`,
      );
    }
  },
  'lists each photo once': async (context) => {
    const uids = (await context.timeline()).map(({ uid }) => uid);
    same(
      uids.length,
      new Set(uids).size,
      'The number of items in the timeline, compared with the number of different uids',
    );
  },
  'lists no motion parts that belong to other photos': async (context) => {
    const uids = (await context.timeline()).slice(0, 10_000).map(({ uid }) => uid);
    const motions = (await readNodes(context.probe, uids)).filter(({ mainUid }) => mainUid !== null);
    sameUids(motions, [], 'Nodes with a mainUid in the timeline');
  },
  'lists no photos that are in the trash': async (context) => {
    const trashed = (await context.sample()).filter((node) => node.trashed);
    sameUids(trashed, [], 'Sampled photos of the timeline that are in the trash');
  },
  'lists the same photos in pages of one': (context) => readsTheSameIn(1, context),
  'lists the same photos in pages of two': (context) => readsTheSameIn(2, context),
  'lists the same photos in pages of seven': (context) => readsTheSameIn(7, context),
  'lists the same photos when requested again': (context) => readsTheSameIn(1000, context),
  'returns no more items than the limit, and no empty page before the last': async ({ probe }) => {
    for (const limit of [1, 3]) {
      const { items, next } = (await readJson(probe, `/timeline?limit=${limit}`)) as {
        items: unknown[];
        next: unknown;
      };
      must(items.length <= limit, `GET /timeline?limit=${limit}: the page has ${items.length} items.`);
      must(items.length > 0 || next === null, `GET /timeline?limit=${limit}: an empty page must be the last one.`);
    }
  },
  'returns the same changesCursor on all pages of the timeline': async ({ probe }) => {
    const { changesCursors } = await readTimeline(probe, 2, 20);
    same(new Set(changesCursors).size, 1, 'The number of different changesCursors on the pages of one timeline');
  },
  'rejects an invalid limit for the timeline': (context) => refusesLimits(context, '/timeline'),
  'rejects an invalid cursor for the timeline': async ({ probe }) => {
    for (const cursor of ['nonsense', '%F0%9F%92%A9', '..', '-1']) {
      isError(await probe.send(`/timeline?cursor=${cursor}`), 'bad_request');
    }
  },

  'returns albums in the format of the contract': async ({ probe }) => {
    const response = await probe.send('/albums?limit=1000');
    checkShape(jsonOf(response), 'albums', response.asked);
    for (const { uid } of (await readAlbums(probe)).slice(0, 20)) {
      const photos = await probe.send(`/albums/${uid}/photos`);
      checkShape(jsonOf(photos), 'albumPhotos', photos.asked);
    }
  },
  'lists the same albums in pages of one': async ({ probe }) => {
    const albums = await readAlbums(probe);
    if (albums.length > maxInSmallPages) return;
    sameUids(await readAlbums(probe, 1), albums, 'The albums in pages of one');
  },
  'lists photos in albums as in the timeline, with correct counts and covers': async (context) => {
    const captureTimes = new Map((await context.timeline()).map(({ uid, captureTime }) => [uid, captureTime]));
    for (const { uid, name, photoCount, coverUid } of (await readAlbums(context.probe)).slice(0, 50)) {
      const photos = await readAlbum(context.probe, uid);
      same(photos.length, photoCount, `The number of photos in the album ${name}, compared with its photoCount`);
      const strangers = photos.filter((photo) => captureTimes.get(photo.uid) !== photo.captureTime);
      same(strangers, [], `Photos of the album ${name} that the timeline does not list with this captureTime`);
      const hasCover = coverUid === null ? photos.length === 0 : photos.some((photo) => photo.uid === coverUid);
      must(hasCover, `The album ${name}: its coverUid ${String(coverUid)} is not one of its photos.`);
      const inPages = await readAlbum(context.probe, uid, Math.max(1, Math.ceil(photos.length / 7)));
      sameUids(inPages, photos, `The album ${name} in smaller pages`);
    }
  },
  'reports the albums of each photo in its node': async ({ probe }) => {
    for (const { uid, name } of (await readAlbums(probe)).slice(0, 20)) {
      const photos = (await readAlbum(probe, uid)).slice(0, 100).map((photo) => photo.uid);
      const silent = (await readNodes(probe, photos)).filter((node) => !node.albums.some((album) => album.uid === uid));
      sameUids(silent, [], `Photos of the album ${name} whose nodes do not list it`);
    }
  },
  'answers not_found for an unknown album': async ({ probe }) => {
    isError(await probe.send(`/albums/${unknownUid}/photos`), 'not_found');
  },
  'rejects an invalid limit for albums': (context) => refusesLimits(context, '/albums'),
  'rejects an invalid cursor for albums': async ({ probe }) => {
    isError(await probe.send(withPage('/albums', '..nonsense', 10)), 'bad_request');
  },
  'rejects an invalid limit for the photos of an album': async (context) => {
    await refusesLimits(context, await pathOfAnAlbum(context));
  },
  'rejects an invalid cursor for the photos of an album': async (context) => {
    isError(await context.probe.send(withPage(await pathOfAnAlbum(context), '..nonsense', 10)), 'bad_request');
  },
});
