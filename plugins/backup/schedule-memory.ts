import type { PluginState } from 'photofinch/plugin-api';

/** The last slot that was handled, and its scheduled time of day. */
export interface Mark {
  /** Epoch seconds. */
  readonly slot: number;
  readonly hour: number;
  readonly minute: number;
}

/** The last failure; removed after a success. */
export interface Failure {
  /** Epoch seconds. */
  readonly at: number;
  /** For people. */
  readonly reason: string;
}

const markKey = 'schedule: last slot';
const failureKey = 'schedule: failure';
const pruneFailureKey = 'schedule: prune failure';

/** The state of the schedule that must survive a restart. */
export class ScheduleMemory {
  readonly #state: PluginState;

  constructor(state: PluginState) {
    this.#state = state;
  }

  get mark(): Mark | undefined {
    return this.#read(markKey) as Mark | undefined;
  }

  set mark(mark: Mark | undefined) {
    this.#write(markKey, mark);
  }

  /** The last failure of a scheduled snapshot. */
  get failure(): Failure | undefined {
    return this.#read(failureKey) as Failure | undefined;
  }

  set failure(failure: Failure | undefined) {
    this.#write(failureKey, failure);
  }

  /** The last failure to remove old snapshots after a scheduled one. */
  get pruneFailure(): Failure | undefined {
    return this.#read(pruneFailureKey) as Failure | undefined;
  }

  set pruneFailure(failure: Failure | undefined) {
    this.#write(pruneFailureKey, failure);
  }

  #read(key: string): object | undefined {
    const text = this.#state.get(key);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  }

  #write(key: string, value: Mark | Failure | undefined): void {
    const text = value && JSON.stringify(value);
    if (text === this.#state.get(key)) return;
    if (text === undefined) this.#state.delete(key);
    else this.#state.set(key, text);
  }
}
