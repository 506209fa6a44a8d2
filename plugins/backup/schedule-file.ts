import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError } from 'photofinch/plugin-api';
import { errorCode, writeWholeFile } from 'photofinch/plugin-api/toolkit';
import Joi from 'joi';
import PQueue from 'p-queue';

export interface Schedule {
  readonly enabled: boolean;
  readonly hour: number;
  readonly minute: number;
  /** The number of snapshots that are kept. */
  readonly keep: number;
}

const fields = {
  enabled: Joi.boolean().required(),
  hour: Joi.number().integer().min(0).max(23).required(),
  minute: Joi.number().integer().min(0).max(59).required(),
  keep: Joi.number().integer().min(1).max(10_000).required(),
};

export const scheduleSchema = Joi.object<Schedule>(fields);

/** Any subset of the fields. */
export const scheduleChange = scheduleSchema.fork(Object.keys(fields), (field) => field.optional());

/** No automatic backups until an admin switches them on. */
const initial: Schedule = { enabled: false, hour: 3, minute: 30, keep: 14 };

/** The schedule in its file, which may also be edited by hand. */
export class ScheduleFile {
  readonly #file: string;
  /** One at a time, since all writes use the same temporary file. */
  readonly #writing = new PQueue({ concurrency: 1 });

  constructor(file: string) {
    this.#file = file;
  }

  /** `broken`: one sentence, if the file exists but cannot be used; no automatic snapshots are taken then. */
  async read(): Promise<{ schedule: Schedule; broken?: string }> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { schedule: initial };
      return { schedule: initial, broken: 'The file of the backup schedule cannot be read.' };
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return { schedule: initial, broken: 'The file of the backup schedule is not JSON.' };
    }
    const result = scheduleSchema.validate(json, { convert: false });
    if (result.error) {
      return { schedule: initial, broken: `The file of the backup schedule is wrong: ${result.error.message}.` };
    }
    return { schedule: result.value };
  }

  /**
   * Writes the schedule; absent fields keep their values.
   * @throws BackupError, also if a broken file does not contain the values to keep
   */
  write(change: Partial<Schedule>): Promise<void> {
    return this.#writing.add(async () => {
      const { schedule, broken } = await this.read();
      const isWhole = Object.keys(fields).every((field) => field in change);
      if (broken !== undefined && !isWhole) {
        throw new BackupError('unclear', `${broken} Send all of the schedule: enabled, hour, minute and keep.`);
      }
      await this.#write({ ...schedule, ...change });
    });
  }

  async #write({ enabled, hour, minute, keep }: Schedule): Promise<void> {
    const text = `${JSON.stringify({ enabled, hour, minute, keep }, null, 2)}\n`;
    try {
      await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
      await writeWholeFile(this.#file, text, { mode: 0o600, flush: true });
    } catch (error) {
      const remedy =
        errorCode(error) === 'ENOSPC' ? 'free some space' : 'let this user write backup-schedule.json there';
      throw new BackupError('failed', `The schedule could not be saved in the data folder: ${remedy}.`, error);
    }
  }
}
