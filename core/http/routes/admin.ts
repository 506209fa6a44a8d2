import Joi from 'joi';
import type { Checks } from '../../services/checks/checks.ts';
import type { Overview, OverviewReport } from '../../services/overview.ts';
import { indexerState, presentIndexer } from '../indexer-state.ts';
import { route, type Route } from '../pipeline/route.ts';
import type { ChecksAnswer, Overview as OverviewAnswer } from '../wire.ts';

const count = Joi.number().integer().min(0).required();
const text = Joi.string().required();

const overviewAnswer = Joi.object({
  server: Joi.object({
    version: text,
    uptime: count.description('Seconds.'),
    node: text,
    platform: text,
    memory: count.description('Bytes of the whole process.'),
  }).required(),
  disk: Joi.object({
    data_bytes: count.allow(null).description('The data folder; null while it is being measured.'),
    free_bytes: count,
  }).required(),
  index: Joi.object({ photos: count, pending: count, failed: count, faces: count, people: count }).required(),
  indexer: indexerState.required(),
  ml: Joi.object({
    provider: text.allow(null),
    models: Joi.array()
      .items(
        Joi.object({
          part: Joi.string().valid('face_detector', 'face_embedder', 'image_text').required(),
          id: text,
          version: text,
        }),
      )
      .required(),
    ready: Joi.boolean().required(),
  }).required(),
  plugins: Joi.array()
    .items(
      Joi.object({
        name: text,
        version: text,
        provides: Joi.array().items(Joi.string()).required(),
        faults: count.description('Errors that the plugin left to nobody since the server started.'),
        last_fault: Joi.object({ at: Joi.number().integer().required(), message: text.allow('') })
          .allow(null)
          .required(),
      }),
    )
    .required(),
  last_backup: Joi.object({
    name: text,
    size: count,
    created_at: Joi.number().integer().required(),
    sha256: text.allow(null).description('Null while a file that somebody put there is not read through yet.'),
    verified: Joi.boolean().required(),
  })
    .allow(null)
    .required(),
});

/** The server's condition, for admins. */
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
      summary: 'Looks whether all is well, and says what to do where it is not.',
      answer: Joi.object({
        ok: Joi.boolean().required(),
        checks: Joi.array()
          .items(
            Joi.object({
              id: text,
              ok: Joi.boolean().required(),
              detail: text.allow('').description('What was found and, when not ok, what to do.'),
              ms: count.description('Milliseconds that the check took.'),
            }),
          )
          .required(),
      }),
      handle: async (): Promise<ChecksAnswer> => {
        const { ok, checks: reports } = await checks.run();
        return { ok, checks: reports.map(({ id, ok: well, detail, ms }) => ({ id, ok: well, detail, ms })) };
      },
    }),
  ];
}

const partNames = { faceDetector: 'face_detector', faceEmbedder: 'face_embedder', imageText: 'image_text' } as const;

function present({ server, disk, index, indexer, ml, plugins, lastBackup }: OverviewReport): OverviewAnswer {
  return {
    server: { ...server },
    disk: { data_bytes: disk.data, free_bytes: disk.free },
    index: { ...index },
    indexer: presentIndexer(indexer),
    ml: { ...ml, models: ml.models.map(({ part, id, version }) => ({ part: partNames[part], id, version })) },
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
