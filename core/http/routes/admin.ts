import { sentencesIn } from '../../domain/sentences/parse-sentences.ts';
import type { Checks } from '../../services/checks/checks.ts';
import type { Overview, OverviewReport } from '../../services/overview.ts';
import { presentIndexer } from '../present-indexer.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as schemas from '../schemas/admin.ts';
import type { ChecksAnswer, Overview as OverviewAnswer } from '../wire.ts';

/** The state of the server, for admins. */
export function adminRoutes({ overview, checks }: { overview: Overview; checks: Checks }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/overview',
      access: 'admin',
      summary: 'The server at a glance: disk, index, indexer, models, plugins, last backup.',
      answer: schemas.overview,
      handle: async (): Promise<OverviewAnswer> => present(await overview.read()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/checks',
      access: 'admin',
      summary: 'Runs all checks; the report of a failed check says what to do.',
      answer: schemas.checks,
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
