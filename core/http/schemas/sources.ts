import { answer, fields, list, nullable, type Value } from './answer.ts';
import { boolean, count, integer, word } from './parts.ts';

const name = nullable(word).description('The plugin that provides the source; null if it is unknown.');

/** The public state of one of several photo sources. */
export const sourceState = answer({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('The number of its photos in the library.'),
});
export type SourceState = Value<typeof sourceState>;

/** The state for admins. */
export const sourceReport = answer({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('The number of its photos in the library, including hidden ones.'),
  loaded: boolean.description(
    'False if the plugin is not loaded any more: its photos stay until an admin removes them.',
  ),
  leaving: boolean.description('Whether its photos are being removed.'),
});
export type SourceReport = Value<typeof sourceReport>;

export const sources = answer({ sources: list(sourceReport) });
export type Sources = Value<typeof sources>;

/** An admin's confirmation that the photos of a source are removed, with the values that were shown. */
export const leavingSource = fields({
  name: nullable(word.max(214)).required().description('The plugin of the photo source, as in the overview.'),
  photos: integer
    .min(1)
    .required()
    .description('The number of photos of the source, as in the overview; refused if there are more by now.'),
});
export type LeavingSource = Value<typeof leavingSource>;
