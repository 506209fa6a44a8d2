import type { Backups, PluginLog, PluginState } from 'photofinch/plugin-api';
import type { ScheduleFile } from './schedule-file.ts';
import { lastSlot, nextSlot } from './slots.ts';

/** Seconds between two looks at the clock: a machine that slept notices soon that it missed a slot. */
const look = 30;

/** Seconds after a failed snapshot until the next try. */
const retry = 3600;

/** The slot that was last taken care of, kept over restarts. */
const doneKey = 'schedule: last slot';

interface Dependencies {
  readonly file: ScheduleFile;
  readonly backups: Backups;
  readonly state: PluginState;
  readonly log: PluginLog;
  readonly timeZone: string;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/** Takes a snapshot at the slot of each day; slots that were missed are made up for by one. */
export class Scheduler {
  readonly #with: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #broken: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** One sentence, while the schedule's file cannot be used. */
  get broken(): string | undefined {
    return this.#broken;
  }

  start(): void {
    const { log, signal } = this.#with;
    const turn = async (): Promise<void> => {
      await this.tick().catch((error: unknown) => {
        log.error('the scheduled snapshot failed', { reason: String(error) });
      });
      wait();
    };
    // Not at once: the command line loads plugins for a moment to look whether all is well.
    const wait = (): void => {
      if (signal.aborted) return;
      this.#timer = setTimeout(() => void turn(), look * 1000);
      this.#timer.unref();
    };
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
    });
    wait();
  }

  /** When a snapshot is taken by itself next, epoch seconds; null when none is. */
  async nextRunAt(): Promise<number | null> {
    const { file, timeZone, clock } = this.#with;
    const { schedule, broken } = await file.read();
    return schedule.enabled && broken === undefined ? nextSlot(clock(), schedule, timeZone) : null;
  }

  /** A schedule begins with its next slot: switching it on in the evening does not make up for the morning. */
  async begin(): Promise<void> {
    const { file, state, timeZone, clock } = this.#with;
    const { schedule } = await file.read();
    state.set(doneKey, String(lastSlot(clock(), schedule, timeZone)));
  }

  async tick(): Promise<void> {
    const { file, backups, state, log, timeZone, clock, signal } = this.#with;
    const { schedule, broken } = await file.read();
    this.#broken = broken;
    if (!schedule.enabled || broken !== undefined || clock() < this.#notBefore) return;
    const slot = lastSlot(clock(), schedule, timeZone);
    const done = state.get(doneKey);
    if (done === undefined) {
      state.set(doneKey, String(slot));
      return;
    }
    if (Number(done) >= slot) return;
    try {
      const { name } = await backups.take({ signal });
      state.set(doneKey, String(slot));
      const pruned = await backups.prune(schedule.keep);
      log.info('took the scheduled snapshot', { name, pruned: pruned.length });
    } catch (error) {
      this.#notBefore = clock() + retry;
      throw error;
    }
  }
}
