import type { PhotoListFilter } from '../../../core/http/wire.ts';

/** Which photos a list is about, in the words of the API; without any, it is the timeline. */
export type PhotoFilter = Readonly<PhotoListFilter>;

/** `tag=sea&kind=video`; equal filters give equal texts. */
export function filterQuery(filter: PhotoFilter): string {
  const known = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}
