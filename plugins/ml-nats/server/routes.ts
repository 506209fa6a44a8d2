import Joi from 'joi';
import { PluginHttpError, type PluginRoute } from 'photofinch/plugin-api';
import { readFingerprint } from '../wire/keys.ts';
import { modelKinds, modelName } from '../wire/offer.ts';
import type { WorkerService } from './worker-service.ts';

const time = Joi.number().integer().min(0).allow(null).required();
const count = Joi.number().integer().min(0).required();
const word = Joi.string().allow(null).required();

const worker = Joi.object({
  fingerprint: Joi.string().required().description('Of its key: the worker prints it when it starts.'),
  name: Joi.string().required(),
  standing: Joi.string().valid('admitted', 'waiting', 'set aside').required(),
  present: Joi.boolean().required().description('Whether it has spoken within the last seconds.'),
  models: Joi.array().items(Joi.string()).required().description('As `id@version`.'),
  execution: word.description('What its models run on, such as cpu or cuda; null while that is not known.'),
  version: word.description('Of its Photofinch.'),
  rate: Joi.number().min(0).required().description('Answers a second over the last minute.'),
  answered: count.description('Answers since the server started.'),
  in_hand: count.description('Jobs that it works on.'),
  admitted_at: time,
  seen_at: time.description('When it asked last, of one that waits.'),
  last_error: Joi.object({ message: Joi.string().required(), at: time }).allow(null).required(),
  set_aside: Joi.string().allow(null).required().description('Why it gets no work.'),
});

const all = Joi.object({
  server: Joi.object({
    fingerprint: Joi.string().required().description('Of the server’s key, for the workers’ ML_WORKER_SERVER.'),
    connected: Joi.boolean().required(),
    trouble: word.description('What is in the way of NATS.'),
    without_workers: Joi.string().valid('local', 'wait').required(),
    in_hand: count.description('Jobs in the hands of workers.'),
    waiting: count.description('Jobs that wait for a worker.'),
  }),
  workers: Joi.array().items(worker).required().description('Those that are admitted, then those that wait.'),
});

const ofOne = Joi.object({ fingerprint: Joi.string().max(40).required() });
const ok = Joi.object({ ok: Joi.boolean().valid(true).required(), name: Joi.string().required() });

/** The routes with which admins manage workers. */
export function workerRoutes(service: WorkerService, withoutWorkers: 'local' | 'wait'): PluginRoute[] {
  const { roll, book } = service;
  const fingerprintIn = (params: Readonly<Record<string, unknown>>): string => {
    const fingerprint = readFingerprint(String(params['fingerprint']));
    if (fingerprint === undefined)
      throw new PluginHttpError(400, 'A fingerprint has five groups of four letters and digits.');
    return fingerprint;
  };
  return [
    {
      method: 'GET',
      path: '/api/admin/workers',
      access: 'admin',
      errors: [],
      summary: 'The machines that run models for this server, and those that wait to be admitted.',
      answer: all,
      tokenScope: 'server',
      handler: () =>
        Promise.resolve({
          server: {
            fingerprint: service.fingerprint,
            connected: service.trouble === null,
            trouble: service.trouble,
            without_workers: withoutWorkers,
            in_hand: book.counts.inHand,
            waiting: book.counts.waiting,
          },
          workers: [
            ...roll.admitted.map((entry) => ({
              ...present(service, entry),
              admitted_at: entry.admittedAt,
              seen_at: null,
            })),
            ...roll.waiting.map((entry) => ({ ...present(service, entry), admitted_at: null, seen_at: entry.seenAt })),
          ],
        }),
    },
    {
      method: 'POST',
      path: '/api/admin/workers/{fingerprint}',
      access: 'admin',
      errors: [400, 404],
      summary: 'Admits a worker: from now on it is shown pictures. One that was set aside gets another chance.',
      params: ofOne,
      answer: ok,
      handler: ({ params }) => {
        const fingerprint = fingerprintIn(params);
        const admitted = roll.admit(fingerprint);
        if (!admitted) {
          throw new PluginHttpError(
            404,
            'No worker with this fingerprint waits: start it, and compare what it prints.',
          );
        }
        service.welcome(fingerprint);
        return Promise.resolve({ ok: true, name: admitted.name });
      },
      audit: ({ params }, { name }: { name: string }) => ({
        action: 'worker.admitted',
        subject: name,
        detail: fingerprintIn(params),
      }),
    },
    {
      method: 'DELETE',
      path: '/api/admin/workers/{fingerprint}',
      access: 'admin',
      errors: [400, 404],
      summary: 'Removes a worker: it gets no more work.',
      params: ofOne,
      answer: ok,
      handler: ({ params }) => {
        const fingerprint = fingerprintIn(params);
        const removed = roll.remove(fingerprint);
        if (!removed) throw new PluginHttpError(404, 'There is no worker with this fingerprint.');
        service.expel(fingerprint);
        return Promise.resolve({ ok: true, name: removed.name });
      },
      audit: ({ params }, { name }: { name: string }) => ({
        action: 'worker.removed',
        subject: name,
        detail: fingerprintIn(params),
      }),
    },
  ];
}

/** The answer's facts about a worker, admitted or not. */
function present(
  { roll, live, tallies, book }: WorkerService,
  { fingerprint, name }: { fingerprint: string; name: string },
) {
  const session = live.find(fingerprint);
  const offer = session?.offer ?? roll.offer(fingerprint);
  const { answered, lastError } = tallies.of(fingerprint);
  return {
    fingerprint,
    name: offer?.name ?? name,
    standing: roll.standing(fingerprint),
    present: session !== undefined,
    models: [...new Set(modelKinds.flatMap((kind) => (offer?.models[kind] ? modelName(offer.models[kind]) : [])))],
    execution: offer?.execution ?? null,
    version: offer?.version ?? null,
    rate: tallies.rate(fingerprint),
    answered,
    in_hand: book.heldBy(fingerprint),
    last_error: lastError,
    set_aside: roll.aside(fingerprint)?.reason ?? null,
  };
}
