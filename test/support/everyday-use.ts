import type { FaceList, People, PhotoList, SearchResults, Status } from '../../core/http/wire.ts';
import type { LibraryClient } from './library-client.ts';
import { until } from './until.ts';

/** Resolves once all photos are indexed and all detected faces are grouped. */
export async function untilRead(library: LibraryClient, { people = false } = {}): Promise<void> {
  await until(async () => {
    const status = await library.json<Status>('/api/status');
    return status.photos > 0 && status.pending === 0 && !status.indexing.running && (!people || status.people > 0);
  }, 240);
}

/**
 * Uses a library as its users and its admin do, including everything that could make a server send requests or write
 * files.
 * @returns what was found
 */
export async function useEverything(library: LibraryClient, { faces, things }: { faces: boolean; things: boolean }) {
  const { photos } = await library.json<PhotoList>('/api/photos?limit=50');
  for (const { uid, thumb_url: thumb } of photos) {
    await mustAnswer(library, `/api/photos/${uid}`, `/api/photos/${uid}/meta`, `/api/photos/${uid}/full`);
    if (thumb !== null) await mustAnswer(library, thumb);
  }
  // The page, public routes, the lists, and the map in both forms.
  await mustAnswer(library, '/', '/api/health', '/api/openapi.json', '/api/albums', '/api/tags', '/api/memories');
  await mustAnswer(library, '/api/places', '/api/map', '/api/map?bbox=-180,-85,180,85&zoom=2', '/api/duplicates');
  await mustAnswer(library, '/api/admin/overview', '/api/admin/audit', '/metrics');
  const words = await library.json<SearchResults>('/api/search?q=jpg');
  const thing = things ? await library.json<SearchResults>('/api/search?q=a%20red%20circle') : undefined;
  const { people } = await library.json<People>('/api/people');
  await library.json<FaceList>('/api/faces/unassigned');
  const [person] = people;
  if (faces && person) {
    await mustAnswer(library, `/api/people/${person.id}/photos`, person.cover_url ?? '');
    await library.json(`/api/people/${person.id}/name`, 'POST', { name: 'Ann' });
  }
  await library.json('/api/admin/backup', 'POST');
  await library.json('/api/admin/checks', 'POST');
  return { photos: photos.length, people: people.length, words: words.total, things: thing?.semantic };
}

async function mustAnswer(library: LibraryClient, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answer = await library.ask(path);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  }
}
