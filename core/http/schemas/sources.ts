import type { SourceReport, SourceState } from '../wire.ts';
import { answer, described, nullable } from './answer.ts';
import { boolean, count, word } from './parts.ts';

const name = described(nullable(word), 'The plugin that provides the source; null if it is unknown.');

/** The public state of one of several photo sources. */
export const sourceState = answer<SourceState>({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('The number of its photos in the library.'),
});

/** The state for admins. */
export const sourceReport = answer<SourceReport>({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('The number of its photos in the library, including hidden ones.'),
  loaded: boolean.description(
    'False if the plugin is not loaded any more: its photos stay until an admin removes them.',
  ),
  leaving: boolean.description('Whether its photos are being removed.'),
});
