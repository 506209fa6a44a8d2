import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import Joi from 'joi';

export interface Schedule {
  readonly enabled: boolean;
  readonly hour: number;
  readonly minute: number;
  /** So many snapshots stay. */
  readonly keep: number;
}

const fields = {
  enabled: Joi.boolean().required(),
  hour: Joi.number().integer().min(0).max(23).required(),
  minute: Joi.number().integer().min(0).max(59).required(),
  keep: Joi.number().integer().min(1).max(10_000).required(),
};

export const scheduleSchema = Joi.object<Schedule>(fields);

/** Nothing by itself until somebody says so. */
const initial: Schedule = { enabled: false, hour: 3, minute: 30, keep: 14 };

/** The schedule in its file, which people may edit. */
export class ScheduleFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** `broken`: one sentence, when the file is there and cannot be used; nothing is taken by itself then. */
  async read(): Promise<{ schedule: Schedule; broken?: string }> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { schedule: initial };
      return { schedule: initial, broken: 'The file of the backup schedule cannot be read.' };
    }
    try {
      const json: unknown = JSON.parse(text);
      const { value, error } = scheduleSchema.validate(json, { convert: false }) as {
        value: Schedule;
        error?: Joi.ValidationError;
      };
      if (error) return { schedule: initial, broken: `The file of the backup schedule is wrong: ${error.message}.` };
      return { schedule: value };
    } catch {
      return { schedule: initial, broken: 'The file of the backup schedule is not JSON.' };
    }
  }

  async write({ enabled, hour, minute, keep }: Schedule): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const part = `${this.#file}.part`;
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ enabled, hour, minute, keep }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, this.#file);
  }
}
