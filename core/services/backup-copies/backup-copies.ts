import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupTarget } from '../../plugin-api/index.ts';
import { TargetCopies, type CopyParts, type CopyState } from './target-copies.ts';

interface Dependencies extends CopyParts {
  readonly targets: () => readonly { readonly plugin: string; readonly target: BackupTarget }[];
}

/** Milliseconds between two checks for snapshots that another process has taken. */
const pause = 600_000;
/** Seconds until the next round after one that failed other than by the target. */
const pauseAfterError = 60;

/**
 * Copies snapshots to all backup targets. Each target has its own loop: a target that hangs or fails does not delay the
 * others.
 */
export class BackupCopies {
  readonly #with: Dependencies;
  #all: readonly TargetCopies[] | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Copies in the background until `signal` is aborted. */
  start(signal: AbortSignal): void {
    for (const copies of this.#targets()) void this.#follow(copies, signal);
    signal.addEventListener('abort', () => {
      this.wake();
    });
  }

  /** Must be called when a snapshot was taken or a target was set up. */
  wake(): void {
    for (const goOn of this.#waiting) goOn();
  }

  /** In the order in which their plugins were loaded. */
  states(): CopyState[] {
    return this.#targets().map(({ state }) => state);
  }

  #targets(): readonly TargetCopies[] {
    return (this.#all ??= this.#with
      .targets()
      .map(({ plugin, target }) => new TargetCopies(plugin, target, this.#with)));
  }

  async #follow(copies: TargetCopies, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Registered before the round, which may miss a snapshot that is taken in the meantime.
      const pausing = new AbortController();
      const goOn = (): void => {
        pausing.abort();
      };
      this.#waiting.add(goOn);
      const wait = await copies.round(signal).catch((error: unknown) => {
        if (!signal.aborted) this.#with.onError(error);
        return pauseAfterError;
      });
      await sleep(wait === null ? pause : wait * 1000, undefined, { signal: pausing.signal }).catch(() => undefined);
      this.#waiting.delete(goOn);
    }
  }
}
