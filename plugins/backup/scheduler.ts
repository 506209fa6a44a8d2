import { isBackupError, type AuditEvent, type Backups, type PluginLog } from 'photofinch/plugin-api';
import { onAbort } from 'photofinch/plugin-api/toolkit';
import type { Schedule, ScheduleFile } from './schedule-file.ts';
import type { Failure, Mark, ScheduleMemory } from './schedule-memory.ts';
import { lastSlot, nextSlot } from './slots.ts';

/** Seconds between two checks of the clock: after sleep, a missed slot is noticed soon. */
const checkInterval = 30;

/** Seconds between a failed snapshot and the next attempt. */
const retry = 3600;

interface Dependencies {
  readonly file: ScheduleFile;
  readonly backups: Backups;
  readonly memory: ScheduleMemory;
  readonly log: PluginLog;
  readonly audit: (event: AuditEvent) => void;
  readonly timeZone: () => string;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Takes a snapshot at the slot of each day. A single snapshot makes up for all slots that were missed. */
export class Scheduler {
  readonly #with: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #lastFailure: number | undefined;
  #broken: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  start(): void {
    const { log, signal } = this.#with;
    const turn = async (): Promise<void> => {
      await this.tick().catch((error: unknown) => {
        log.error('The backup schedule could not be followed', { reason: String(error) });
      });
      wait();
    };
    const wait = (): void => {
      if (signal.aborted) return;
      this.#timer = setTimeout(() => void turn(), checkInterval * 1000);
      this.#timer.unref();
    };
    onAbort(signal, () => {
      clearTimeout(this.#timer);
    });
    wait();
  }

  /** Time of the next automatic snapshot, epoch seconds; null if there is none. */
  async nextRunAt(): Promise<number | null> {
    const { clock, timeZone } = this.#with;
    const { schedule, slot } = await this.#due();
    if (!schedule) return null;
    return slot === undefined ? nextSlot(clock(), schedule, timeZone()) : clock() + this.#pause();
  }

  /** Takes the snapshot that is due, if any. Failures of the snapshot are stored, not thrown. */
  async tick(): Promise<void> {
    const { backups, memory, log, audit, clock, signal } = this.#with;
    const { schedule, slot } = await this.#due();
    if (!schedule || slot === undefined || this.#pause() > 0) return;
    try {
      const { name } = await backups.take({ signal });
      memory.mark = { slot, hour: schedule.hour, minute: schedule.minute };
      this.#forgetFailure();
      log.info('Scheduled snapshot taken', { name });
      audit({ action: 'backup.taken', subject: name });
    } catch (error) {
      if (signal.aborted) return;
      const failure = this.#failed('the scheduled snapshot failed', error);
      // The schedule may have been changed meanwhile: then this one is not tried again.
      if ((await this.#due()).slot === undefined) return;
      this.#lastFailure = clock();
      memory.failure = failure;
      return;
    }
    await this.#prune();
  }

  /** The schedule is read again: it may have been changed or switched off while the snapshot was taken. */
  async #prune(): Promise<void> {
    const { file, backups, memory, log, audit } = this.#with;
    const { schedule, broken } = await file.read();
    if (broken !== undefined || !schedule.enabled) return;
    try {
      const pruned = await backups.prune(schedule.keep);
      memory.pruneFailure = undefined;
      if (pruned.length === 0) return;
      log.info('Old snapshots removed', { pruned: pruned.length });
      audit({ action: 'backup.pruned', detail: `${pruned.length} deleted` });
    } catch (error) {
      memory.pruneFailure = this.#failed('old snapshots could not be removed', error);
    }
  }

  /** Logs the error; admins only see messages that they can act on. */
  #failed(message: string, error: unknown): Failure {
    const { log, clock } = this.#with;
    log.error(message, { reason: error instanceof Error ? error.message : String(error) });
    const reason = isBackupError(error) ? error.message : 'It ended in an unexpected way: see the log.';
    return { at: clock(), reason };
  }

  /**
   * The schedule if it is on, and its last slot if that was missed. A schedule starts with its next slot: if it is switched
   * on or changed in the evening, no snapshot is taken for the same morning.
   */
  async #due(): Promise<{ schedule?: Schedule; slot?: number }> {
    const { file, memory, log, timeZone, clock } = this.#with;
    const { schedule, broken } = await file.read();
    if (broken !== undefined && broken !== this.#broken) log.warn('Automatic backups are off', { reason: broken });
    this.#broken = broken;
    if (broken !== undefined) return {};
    if (!schedule.enabled) {
      this.#beginAt(undefined);
      return {};
    }
    const { hour, minute } = schedule;
    const now = clock();
    const slot = lastSlot(now, schedule, timeZone());
    const { mark } = memory;
    // A mark in the future was set while the clock was wrong.
    if (mark?.hour !== hour || mark.minute !== minute || mark.slot > now) {
      this.#beginAt({ slot, hour, minute });
      return { schedule };
    }
    return mark.slot < slot ? { schedule, slot } : { schedule };
  }

  /** A new schedule, or none: a snapshot that failed under the old one is not tried again. */
  #beginAt(mark: Mark | undefined): void {
    this.#with.memory.mark = mark;
    this.#forgetFailure();
  }

  #forgetFailure(): void {
    this.#with.memory.failure = undefined;
    this.#lastFailure = undefined;
  }

  /** Seconds until the next attempt; 0 unless one has failed, or if the clock was set back since. */
  #pause(): number {
    if (this.#lastFailure === undefined) return 0;
    const elapsed = this.#with.clock() - this.#lastFailure;
    return elapsed < 0 ? 0 : Math.max(0, retry - elapsed);
  }
}
