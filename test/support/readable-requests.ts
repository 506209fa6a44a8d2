import type { Server } from '@hapi/hapi';
import type { Family } from './family-library.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** Query strings for a route, by its path. */
function queriesOf(path: string, { words, people, albums }: Family): string[] {
  const filters = [
    'include_archived=true',
    'only_favorites=true',
    'tag=beach',
    'place=Portugal',
    'kind=video',
    'years=2019',
    'include_hidden=true',
    'only_hidden=true',
    'only_archived=true',
    'only_hidden_by_me=true',
    ...people.map((id) => `person=${id}`),
    ...albums.map((uid) => `album=${uid}`),
    'before=1600000000',
    'limit=3&offset=2',
  ];
  if (path === '/api/photos') return filters;
  if (/^\/api\/photos\/(anchors|aspects)$/.test(path)) return filters.filter((one) => !one.includes('limit'));
  if (path === '/api/search') return words.map((word) => `q=${encodeURIComponent(word)}`);
  if (path === '/api/search/suggestions')
    return ['', ...words.map((word) => word.slice(0, 2))].map((word) => `prefix=${word}&limit=20`);
  if (path === '/api/map') return ['bbox=-20,-10,60,70&zoom=3', 'bbox=-20,-10,60,70&zoom=8', 'q=por', 'years=2019'];
  if (path === '/api/map/towns') return ['zoom=0&x=0&y=0'];
  if (path === '/api/memories') return Array.from({ length: 12 }, (_, month) => `month=${month + 1}&day=14`);
  if (path === '/api/duplicates') return ['kind=near'];
  if (path === '/api/people')
    return [
      'named=false',
      'named=true',
      'include_hidden=true',
      ...words.slice(0, 6).map((word) => `q=${word.slice(0, 4)}`),
    ];
  if (path === '/api/places' || path === '/api/albums') return ['q=a', 'q=e'];
  if (path === '/api/people/duplicates') return ['threshold=-1', 'likely=true'];
  if (path === '/api/people/suggested-merges') return ['threshold=-1'];
  return [];
}

/** Responses about the server or the user's account that contain nothing from the library. */
const ofNoPhoto = /^\/api\/(health|openapi\.json|auth\/|map\/towns|admin\/|download\/|shared\/)|^\/api\/second-factors/;

/** Every GET of the API document, with all possible values in its path, and many queries. */
export async function readableRequests(server: Server, family: Family, faces: readonly number[]): Promise<string[]> {
  const { payload } = await server.inject('/api/openapi.json');
  const { paths } = JSON.parse(payload) as { paths: Record<string, Record<string, Operation>> };
  const urls: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    const get = methods['get'];
    if (!get || ofNoPhoto.test(path)) continue;
    const values = (name: string): readonly (string | number)[] => {
      if (name === 'uid') return family.photos.map((_, at) => `u${at}`);
      if (name === 'album_uid') return family.albums;
      return path.startsWith('/api/faces') ? faces : family.people;
    };
    const parameter = get.parameters?.find((one) => one.in === 'path')?.name;
    const whole =
      parameter === undefined
        ? [path]
        : values(parameter).map((value) => path.replace(`{${parameter}}`, String(value)));
    const queries = ['', ...queriesOf(path, family).map((query) => `?${query}`)];
    const hidden = get.parameters?.some(({ name }) => name === 'include_hidden') ? ['?include_hidden=true'] : [];
    urls.push(...whole.flatMap((one) => [...queries, ...hidden].map((query) => `${one}${query}`)));
  }
  return [...new Set(urls)];
}
