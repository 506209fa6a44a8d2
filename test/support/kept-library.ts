import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Health, Photo } from '../../core/http/wire.ts';
import type { BridgedService } from './bridged-service.ts';
import type { LibraryClient } from './library-client.ts';
import { smallPhotos } from './small-photos.ts';
import { until } from './until.ts';

/** The number of photos. */
export const count = 30;
/** The photo that has a tag and is a favourite. */
export const tagged = 'Trip/photo-003.jpg';

/** What users would miss if it were lost, by photo. */
export type Snapshot = Record<string, unknown>;

const without =
  (...names: (keyof Photo)[]) =>
  (photo: Photo): object =>
    Object.fromEntries(Object.entries(photo).filter(([name]) => !names.includes(name as keyof Photo)));

/** Signatures differ in every response. */
const told = without('thumb_url');
/** A bridge that has lost its journal assigns new uids to the same photos. */
export const toldWithoutUids = without('thumb_url', 'uid', 'albums');

export async function snapshot(library: LibraryClient, view = told): Promise<Snapshot> {
  const photos = [...(await library.photos())].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(photos.map(([name, photo]) => [name, view(photo)]));
}

/** Fills the library with thirty photos, one with a tag and marked as a favourite. */
export async function fill(house: BridgedService): Promise<void> {
  const photos = await smallPhotos(count);
  for (const [name, bytes] of photos) house.store.put(`Trip/${name}`, bytes);
  await house.start();
  await settle(house, photos);
}

async function settle(house: BridgedService, photos: ReadonlyMap<string, Buffer>): Promise<void> {
  const { library } = house;
  const contents = [...photos].map(([name, bytes]) => [`Trip/${name}`, createHash('sha1').update(bytes).digest('hex')]);
  await library.untilHolds(Object.fromEntries(contents) as Record<string, string>);
  const { uid } = await library.photo(tagged);
  await library.json(`/api/photos/${uid}/tags`, 'PUT', { tags: ['dear'] });
  await library.json(`/api/photos/${uid}`, 'PATCH', { favorited: true });
}

/**
 * Waits until the server reports a condition, with continuous syncs. No photo may disappear meanwhile, nor in ten
 * further syncs.
 */
export async function expectKept(library: LibraryClient, was: Snapshot, says: () => Promise<boolean>): Promise<void> {
  const look = async (): Promise<void> => {
    await library.sync();
    if ((await library.total()) !== count) throw new Error('photos have left the library');
  };
  await until(async () => {
    // Comes first: right after a sync was requested, it is running, and nothing is reported yet.
    const isSaid = await says();
    await look();
    return isSaid;
  });
  let more = 10;
  await until(async () => {
    await look();
    return --more === 0;
  });
  expect(await snapshot(library)).to.deep.equal(was);
}

export const checkSays = (library: LibraryClient, words: RegExp) => async (): Promise<boolean> => {
  const { ok, detail } = await library.bridgeCheck();
  return !ok && words.test(detail);
};

export const healthIs = (library: LibraryClient, bridge: Partial<Health['bridge']>) => async (): Promise<boolean> => {
  const { bridge: is } = await library.json<Health>('/api/health');
  return Object.entries(bridge).every(([name, value]) => is[name as keyof typeof is] === value);
};

export const held = (library: LibraryClient, reason: string) => async (): Promise<boolean> => {
  const { state, mass_loss: loss } = await library.indexer();
  return state === 'held' && loss?.reason === reason;
};

/** Waits until everything is well again, and as before. */
export async function expectBack(library: LibraryClient, was: Snapshot, view = told): Promise<void> {
  await until(async () => {
    await library.sync();
    return (await library.bridgeCheck()).ok && (await library.indexer()).mass_loss === null;
  });
  await until(
    async () =>
      (await library.total()) === count &&
      [...(await library.photos()).values()].every(({ state }) => state !== 'pending'),
  );
  expect(await snapshot(library, view)).to.deep.equal(was);
  await until(healthIs(library, { reachable: true, loggedIn: true }));
  const [photo] = (await library.photos()).values();
  expect(await library.bytes(photo!)).to.have.length.above(0);
}
