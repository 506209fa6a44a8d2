import { sentencesIn } from '../../domain/sentences/parse-sentences.ts';
import type { Checks } from '../../services/checks/checks.ts';
import type { Overview, OverviewReport } from '../../services/overview.ts';
import { indexerState, presentIndexer } from '../indexer-state.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, described, list, nullable, oneOf, optional } from '../schemas/answer.ts';
import { boolean, count, epochSeconds, text, word } from '../schemas/parts.ts';
import { sourceReport } from '../schemas/sources.ts';
import { told } from '../schemas/sentences.ts';
import type { ChecksAnswer, Overview as OverviewAnswer } from '../wire.ts';

const overviewAnswer = answer<OverviewAnswer>({
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
  levels: described(
    nullable(
      answer({
        photos: count,
        thumbnails: count.description('Photos of which at least a thumbnail was read.'),
        heads: count.description('Photos of which at least the head of the file was read.'),
        originals: count.description('Photos whose original was read.'),
        decodable: count.description('Photos whose original can be read: neither videos nor RAW files.'),
        bytes_left: count.description('Bytes of the originals that are still to be read.'),
        budget: count.description('The maximum number of bytes of originals that are read in a day; 0 for none.'),
        bytes_today: count.description('Bytes of originals that were read today.'),
        days_left: nullable(count).description('Null where no originals are read.'),
      }),
    ),
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
  sources: optional(described(list(sourceReport), 'Each photo source of a library with several.')),
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

/** The state of the server, for admins. */
export function adminRoutes({ overview, checks }: { overview: Overview; checks: Checks }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/overview',
      access: 'admin',
      summary: 'The server at a glance: disk, index, indexer, models, plugins, last backup.',
      answer: overviewAnswer,
      handle: async (): Promise<OverviewAnswer> => present(await overview.read()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/checks',
      access: 'admin',
      summary: 'Runs all checks; the report of a failed check says what to do.',
      answer: answer<ChecksAnswer>({
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
      }),
      handle: async (): Promise<ChecksAnswer> => {
        const { ok, checks: reports } = await checks.run();
        return {
          ok,
          checks: reports.map(({ id, ok: isOk, detail, ms }) => ({
            id,
            ok: isOk,
            detail,
            told: sentencesIn(detail),
            ms,
          })),
        };
      },
    }),
  ];
}

const partNames = {
  faceDetector: 'face_detector',
  faceEmbedder: 'face_embedder',
  imageText: 'image_text',
  labels: 'labels',
  text: 'text',
} as const;

function present({
  server,
  disk,
  index,
  levels,
  indexer,
  ml,
  sources,
  plugins,
  lastBackup,
}: OverviewReport): OverviewAnswer {
  return {
    server: { ...server },
    disk: { data_bytes: disk.data, free_bytes: disk.free },
    index: { ...index },
    levels: levels && {
      photos: levels.photos,
      thumbnails: levels.thumbnails,
      heads: levels.heads,
      originals: levels.originals,
      decodable: levels.decodable,
      bytes_left: levels.bytesLeft,
      budget: levels.budget,
      bytes_today: levels.bytesToday,
      days_left: levels.daysLeft,
    },
    indexer: presentIndexer(indexer),
    ml: { ...ml, models: ml.models.map(({ part, id, version }) => ({ part: partNames[part], id, version })) },
    ...(sources.length > 0 && { sources: sources.map((source) => ({ ...source })) }),
    plugins: plugins.map(({ name, version, provides, faults: { count: faults, last } }) => ({
      name,
      version,
      provides: [...provides],
      faults,
      last_fault: last && { ...last },
    })),
    last_backup: lastBackup && {
      name: lastBackup.name,
      size: lastBackup.size,
      created_at: lastBackup.createdAt,
      sha256: lastBackup.sha256,
      verified: lastBackup.verified,
    },
  };
}
