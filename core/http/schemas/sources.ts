import type { SourceReport, SourceState } from '../wire.ts';
import { answer, described, nullable } from './answer.ts';
import { boolean, count, word } from './parts.ts';

const name = described(nullable(word), 'The plugin that provides it; null when that was never known.');

/** The public state of one of several photo sources. */
export const sourceState = answer<SourceState>({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('Photos of it in the library.'),
});

/** The state for admins. */
export const sourceReport = answer<SourceReport>({
  name,
  reachable: boolean,
  loggedIn: boolean,
  photos: count.description('Photos of it in the library, hidden ones included.'),
  loaded: boolean.description(
    'False for a plugin that is not loaded any more: its photos stay until an admin says otherwise.',
  ),
  leaving: boolean.description('Its photos are about to go.'),
});
