import { answer, extended, list, nullable, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, number, ok, word } from './parts.ts';
import { sourceState } from './sources.ts';

/** Schemas of the server's public state. */

const bridge = answer({ reachable: boolean, loggedIn: boolean });
export type Reach = Value<typeof bridge>;

const converting = answer({ to: oneOf('encrypted', 'plain'), done: count, total: count });
export type ConversionStatus = Value<typeof converting>;

export const health = extended(ok, {
  /** Whether the library is encrypted and not unlocked yet. */
  locked: boolean,
  bridge,
  converting: optional(
    nullable(converting).description(
      'Only if the server is locked: the progress of encrypting or decrypting the library.',
    ),
  ),
});
export type Health = Value<typeof health>;

const stats = answer({
  photos: answer({
    total: count.description('The photos of the photo store; hidden ones are not counted once they are indexed.'),
    done: count,
    pending: count,
    by_status: answer({ indexed: count, pending: count, failed: count }),
  }),
  faces: count,
  people: count,
});

export const status = answer({
  version: word,
  demo: boolean,
  photos: count,
  pending: count,
  failed: count,
  people: count,
  faces: count,
  last_sync_at: nullable(epochSeconds),
  indexing: answer({
    running: boolean,
    done: count,
    total: count,
    counting: boolean.description(
      'The photo store has not listed all its photos yet: there are more than the counts say.',
    ),
    rate: number.min(0).description('Photos a second.'),
    eta: nullable(number.min(0)).description('Seconds; null when unknown.'),
  }),
  ml_ready: boolean,
  bridge,
  sources: optional(list(sourceState).description('Each photo source of a library with several.')),
  /** The server's clock. */
  now: epochSeconds,
  stats,
  indexer: answer({
    last_sync: nullable(epochSeconds),
    pending_db: count.description('Photos that wait to be read.'),
  }),
});
export type Status = Value<typeof status>;
