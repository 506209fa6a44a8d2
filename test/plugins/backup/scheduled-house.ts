import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backups, PluginLog, PluginState } from '../../../core/plugin-api/index.ts';
import { backupCheck } from '../../../plugins/backup/index.ts';
import { ScheduleFile, type Schedule } from '../../../plugins/backup/schedule-file.ts';
import { ScheduleMemory } from '../../../plugins/backup/schedule-memory.ts';
import { Scheduler } from '../../../plugins/backup/scheduler.ts';

export const at = (iso: string): number => Date.parse(iso) / 1000;
export const iso = (time: number | null): string | null => (time === null ? null : new Date(time * 1000).toISOString());

/** A scheduler with a clock that tests set. Its snapshots are recorded as the times at which they were taken. */
export class House {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly file = join(this.folder, 'backup-schedule.json');
  readonly log: string[] = [];
  readonly pruned: number[] = [];
  readonly state = new Map<string, string>();
  taken: string[] = [];
  now = at('2026-11-21T12:00:00Z');
  timeZone = 'Europe/Berlin';
  failure: Error | undefined;
  pruneFailure: Error | undefined;
  /** Called while a snapshot is taken. */
  onTake: () => Promise<void> = () => Promise.resolve();
  scheduler = this.#start();

  /** Like a restart of the server. */
  restart(): void {
    this.scheduler = this.#start();
  }

  #start(): Scheduler {
    const say = (message: string): void => void this.log.push(message);
    const log: PluginLog = { debug: say, info: say, warn: say, error: say };
    const backups: Pick<Backups, 'take' | 'prune'> = {
      take: async () => {
        await this.onTake();
        if (this.failure) throw this.failure;
        this.taken.push(iso(this.now) ?? '');
        return { name: '', size: 1, createdAt: this.now, sha256: '', verified: true };
      },
      prune: (keep) => {
        if (this.pruneFailure) return Promise.reject(this.pruneFailure);
        return Promise.resolve((this.pruned.push(keep), []));
      },
    };
    return new Scheduler({
      file: new ScheduleFile(this.file),
      backups: backups as Backups,
      memory: this.memory(),
      log,
      timeZone: () => this.timeZone,
      audit: () => undefined,
      clock: () => this.now,
      signal: new AbortController().signal,
    });
  }

  memory(): ScheduleMemory {
    const { state } = this;
    const facts: PluginState = {
      get: (key) => state.get(key),
      set: (key, value) => void state.set(key, value),
      delete: (key) => void state.delete(key),
    };
    return new ScheduleMemory(facts);
  }

  /** Like a person who edits the file. */
  edit(schedule: Partial<Schedule> | string): void {
    const whole = { enabled: true, hour: 2, minute: 30, keep: 14 };
    writeFileSync(this.file, typeof schedule === 'string' ? schedule : JSON.stringify({ ...whole, ...schedule }));
  }

  /** Lets time pass, with a tick of the scheduler every so many minutes. */
  async passTo(end: string, minutes = 5): Promise<void> {
    while (this.now < at(end)) {
      this.now = Math.min(at(end), this.now + minutes * 60);
      await this.scheduler.tick();
    }
  }

  check(list: () => Promise<never[]> = () => Promise.resolve([])) {
    const check = backupCheck({ snapshots: { list }, file: new ScheduleFile(this.file), memory: this.memory() });
    return check.run({ signal: new AbortController().signal });
  }
}
