import type { PhotoListFilter } from '../../../core/http/wire.ts';

/** A filter of a list of photos, with the API's parameters; an empty one selects the timeline. */
export type PhotoFilter = Readonly<PhotoListFilter>;

/** `kind=video&tag=sea`; equal filters give equal texts. */
export function filterQuery(filter: PhotoFilter): string {
  const entries = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}
