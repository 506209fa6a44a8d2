import type { PhotoKind } from '../../../core/http/wire.ts';

/** Which photos a list is about, in the words of the API; without any, it is the timeline. */
export interface PhotoFilter {
  readonly place?: string;
  /** A part of the map: `west,south,east,north`. */
  readonly bbox?: string;
  /** `2019-2024`. */
  readonly years?: string;
  readonly tag?: string;
  readonly album?: string;
  /** A path; `/` is the top. */
  readonly folder?: string;
  readonly subfolders?: false;
  readonly trip?: number;
  /** `2023-05-02`. */
  readonly day?: string;
  readonly person?: number;
  readonly kind?: PhotoKind;
  readonly only_favorites?: true;
  readonly only_archived?: true;
  readonly only_hidden?: true;
  readonly only_hidden_by_me?: true;
}

/** `tag=sea&kind=video`; equal filters give equal texts. */
export function filterQuery(filter: PhotoFilter): string {
  const known = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}
