import { answer, extended, fields, list, nullable, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';
import { told } from './sentences.ts';
import { sourceReport } from './sources.ts';

/** Schemas of the server's state and its records, for admins. */

const lossReason = oneOf('other_store', 'mass_disappearance');

/** The sync is stopped, because so many photos would be removed that an admin must confirm it. */
const massLoss = answer({
  source: optional(word.description('The plugin of the photo source, where there are several.')),
  reason: lossReason,
  /** The number of missing photos, of `total`. */
  missing: integer,
  total: integer,
  since: epochSeconds,
});
export type MassLoss = Value<typeof massLoss>;

/** An admin's confirmation of a loss, with the values that were shown. */
export const acceptedLoss = fields({
  missing: integer.min(1).required().description('The number of photos that would leave, as in `mass_loss`.'),
  source: word
    .max(214)
    .description('The plugin of the photo source, as in `mass_loss`; by default the first source whose sync is held.'),
  reason: lossReason.description('The reason, as in `mass_loss`; refused if the reason has changed since.'),
});
export type AcceptedLoss = Value<typeof acceptedLoss>;

export const indexerState = answer({
  state: word,
  last_sync_at: nullable(epochSeconds),
  rate: number.min(0).description('Photos a second.'),
  eta: nullable(number.min(0)).description('Seconds; null when unknown.'),
  trouble: nullable(answer({ message: word, told, retry_at: epochSeconds })).description(
    'The reason why the indexer cannot go on.',
  ),
  models_away: nullable(answer({ message: word, retry_at: epochSeconds })).description(
    'Why photos wait for models that are installed.',
  ),
  mass_loss: nullable(massLoss).description(
    'The photos that would leave the library: the sync is held until an admin agrees or the photos are back.',
  ),
});
export type IndexerState = Value<typeof indexerState>;

export const retryResult = extended(indexerState, { retried: count.description('Photos.') });
export type RetryResult = Value<typeof retryResult>;

export const failedPhotos = answer({
  failures: list(
    answer({
      uid: word,
      name: text,
      error: text.description('The reason, in one sentence.'),
      told,
      attempts: count,
      retry_at: epochSeconds,
    }),
  ),
  total: count,
});
export type FailedPhotos = Value<typeof failedPhotos>;

const levels = answer({
  photos: count,
  thumbnails: count.description('Photos of which at least a thumbnail was read.'),
  heads: count.description('Photos of which at least the head of the file was read.'),
  originals: count.description('Photos whose original was read.'),
  decodable: count.description('Photos whose original can be read: neither videos nor RAW files.'),
  bytes_left: count.description('Bytes of the originals that are still to be read.'),
  budget: count.description('The maximum number of bytes of originals that are read in a day; 0 for none.'),
  bytes_today: count.description('Bytes of originals that were read today.'),
  days_left: nullable(count).description('Null where no originals are read.'),
});
export type Levels = Value<typeof levels>;

export const overview = answer({
  server: answer({
    version: word,
    uptime: count.description('Seconds.'),
    node: word,
    platform: word,
    memory: count.description('Bytes of the whole process.'),
  }),
  disk: answer({
    data_bytes: nullable(count).description('The data folder; null while it is being measured.'),
    free_bytes: count,
  }),
  index: answer({
    photos: count,
    pending: count,
    failed: count,
    faces: count,
    people: count,
  }),
  levels: nullable(levels).description(
    'How far photos are read, where reading originals costs data; null where it does not.',
  ),
  indexer: indexerState,
  ml: answer({
    provider: nullable(word),
    models: list(
      answer({
        part: oneOf('face_detector', 'face_embedder', 'image_text', 'labels', 'text'),
        id: word,
        version: word,
      }),
    ),
    ready: boolean,
  }),
  sources: optional(list(sourceReport).description('Each photo source of a library with several.')),
  plugins: list(
    answer({
      name: word,
      version: word,
      provides: list(word),
      faults: count.description('Errors that the plugin did not handle since the server started.'),
      last_fault: nullable(answer({ at: epochSeconds, message: text })),
    }),
  ),
  last_backup: nullable(
    answer({
      name: word,
      size: count,
      created_at: epochSeconds,
      sha256: nullable(word).description(
        'Null while a file that was not written by the server has not been verified yet.',
      ),
      verified: boolean,
    }),
  ),
});
export type Overview = Value<typeof overview>;

export const checks = answer({
  ok: boolean,
  checks: list(
    answer({
      id: word,
      ok: boolean,
      detail: text.description('The result and, when not ok, what to do.'),
      told,
      ms: count.description('The duration of the check in milliseconds.'),
    }),
  ),
});
export type ChecksAnswer = Value<typeof checks>;

export const auditEntries = answer({
  entries: list(
    answer({
      id: integer,
      at: epochSeconds,
      action: word,
      actor: nullable(word).description('The username at the time of the action; null when nobody was signed in.'),
      actor_id: nullable(integer).description('The id of the user; null when the actor is not a user.'),
      subject: nullable(word).description('The person or thing that the action concerned.'),
      detail: nullable(word),
      told,
      address: nullable(word).description('The address of the client; null when there was none.'),
      times: integer.min(1).description('The number of times that this happened from `at` to `last_at`.'),
      last_at: epochSeconds,
    }),
  ),
  next_before: nullable(integer).description('Null on the last page.'),
});
export type AuditEntries = Value<typeof auditEntries>;

/** The backup targets of plugins with the state of their copies. */
export const backupTargets = answer({
  targets: list(
    answer({
      plugin: word,
      ready: boolean.description('False while the plugin is not set up.'),
      last: nullable(answer({ name: word, at: epochSeconds })).description(
        'The newest snapshot that was copied; null if none was.',
      ),
      current: nullable(answer({ name: word, size: count, since: epochSeconds })).description(
        'The snapshot that is being copied.',
      ),
      failure: nullable(
        answer({
          attempts: count.description('The number of failed tries in a row.'),
          since: epochSeconds,
          reason: text,
          next_at: nullable(epochSeconds).description('The time of the next try; null while one is under way.'),
        }),
      ),
    }),
  ),
});
export type BackupTargets = Value<typeof backupTargets>;
