import Joi from 'joi';
import {
  BackupError,
  isBackupError,
  type Backups,
  PluginHttpError,
  type PluginRoute,
  type Snapshot,
} from 'photofinch/plugin-api';
import { scheduleChange, scheduleSchema, type Schedule, type ScheduleFile } from './schedule-file.ts';
import type { Scheduler } from './scheduler.ts';

interface Dependencies {
  readonly snapshots: Backups;
  readonly file: ScheduleFile;
  readonly scheduler: Scheduler;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

const count = Joi.number().integer().min(0).required();

const snapshot = Joi.object({
  name: Joi.string().required(),
  size: count.description('Bytes.'),
  created_at: count,
  sha256: Joi.string()
    .hex()
    .length(64)
    .allow(null)
    .required()
    .description('Null while a file that somebody put there is not read through yet.'),
  verified: Joi.boolean().required().description('Whether it was examined and found whole.'),
});

const scheduleAnswer = scheduleSchema.append({
  next_run_at: count.allow(null).description('Epoch seconds; null while nothing is taken by itself.'),
});

/** Routes with which admins manage snapshots. */
export function backupRoutes({ snapshots, file, scheduler, signal }: Dependencies): PluginRoute[] {
  const readSchedule = async () => {
    const { enabled, hour, minute, keep } = (await file.read()).schedule;
    return { enabled, hour, minute, keep, next_run_at: await scheduler.nextRunAt() };
  };
  const scheduledKeep = async (): Promise<number> => {
    const { schedule, broken } = await file.read();
    if (broken === undefined) return schedule.keep;
    throw new PluginHttpError(409, `${broken} Say how many snapshots to keep.`);
  };
  return [
    {
      method: 'POST',
      path: '/api/admin/backup',
      access: 'admin',
      errors: [503],
      summary: 'Takes a snapshot of the index now.',
      answer: snapshot,
      // The snapshot continues without its requester: closing the tab does not end it.
      handler: async () => {
        const taking = snapshots.take({ signal }).catch((error: unknown) => {
          throw signal.aborted ? new BackupError('failed', 'The server stops: no snapshot was taken.', error) : error;
        });
        return present(await asHttp(taking));
      },
      audit: (_call, answer: { name: string }) => ({ action: 'backup.taken', subject: answer.name }),
    },
    {
      method: 'GET',
      path: '/api/admin/backups',
      access: 'admin',
      errors: [503],
      summary: 'All snapshots, newest first.',
      answer: Joi.object({ backups: Joi.array().items(snapshot).required(), total_bytes: count }),
      handler: async () => {
        const list = await asHttp(snapshots.list());
        return { backups: list.map(present), total_bytes: list.reduce((sum, { size }) => sum + size, 0) };
      },
    },
    {
      method: 'DELETE',
      path: '/api/admin/backups/{name}',
      access: 'admin',
      errors: [400, 404, 503],
      summary: 'Deletes a snapshot.',
      params: Joi.object({ name: Joi.string().max(128).required() }),
      answer: Joi.object({ ok: Joi.boolean().valid(true).required() }),
      handler: async ({ params }) => {
        await asHttp(snapshots.remove(String(params['name'])));
        return { ok: true };
      },
      audit: ({ params }) => ({ action: 'backup.deleted', subject: String(params['name']) }),
    },
    {
      method: 'POST',
      path: '/api/admin/backups/prune',
      access: 'admin',
      errors: [409, 503],
      summary: 'Deletes all snapshots but the newest.',
      payload: Joi.object({
        keep: Joi.number()
          .integer()
          .min(1)
          .max(10_000)
          .description('So many stay; by default as many as the schedule keeps.'),
      }),
      answer: Joi.object({ deleted: Joi.array().items(Joi.string()).required(), kept: count }),
      handler: async ({ payload }) => {
        const { keep } = payload as { keep?: number };
        const deleted = await asHttp(snapshots.prune(keep ?? (await scheduledKeep())));
        return { deleted, kept: (await snapshots.list()).length };
      },
      audit: (_call, { deleted, kept }: { deleted: string[]; kept: number }) => ({
        action: 'backup.pruned',
        detail: `${deleted.length} deleted, ${kept} kept`,
      }),
    },
    {
      method: 'GET',
      path: '/api/admin/schedule',
      access: 'admin',
      errors: [],
      summary: 'When snapshots are taken by themselves, and how many are kept.',
      answer: scheduleAnswer,
      handler: readSchedule,
    },
    {
      method: 'PUT',
      path: '/api/admin/schedule',
      access: 'admin',
      errors: [409, 503],
      summary:
        'Sets when snapshots are taken by themselves; what is not sent stays. The time is on the server’s clock.',
      payload: scheduleChange,
      answer: scheduleAnswer,
      handler: async ({ payload }) => {
        await asHttp(file.write(payload as Partial<Schedule>));
        return readSchedule();
      },
      audit: ({ payload }, answer: Schedule) =>
        Object.keys(payload as Partial<Schedule>).length === 0
          ? null
          : { action: 'schedule.changed', detail: scheduleText(answer) },
    },
  ];
}

function scheduleText({ enabled, hour, minute, keep }: Schedule): string {
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  return enabled ? `daily at ${time}, keeps ${keep}` : 'off';
}

function present({ name, size, createdAt, sha256, verified }: Snapshot) {
  return { name, size, created_at: createdAt, sha256, verified };
}

const statusOf = { bad_name: 400, missing: 404, unclear: 409, failed: 503 } as const;

async function asHttp<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isBackupError(error)) throw new PluginHttpError(statusOf[error.code], error.message);
    throw error;
  }
}
