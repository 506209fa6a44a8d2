import type { MlError } from '../plugin-api/ml-error.ts';
import { PauseRecord } from './pause-record.ts';
import type { PauseReason } from './progress.ts';
import { TransientError } from './transient-error.ts';

/** Seconds: the maximum of a pause, even if a provider requests a longer one. */
const longestPause = 86_400;

type Dependencies = ConstructorParameters<typeof PauseRecord>[0];

/**
 * A pause while models cannot work on any photo. Work that needs them waits, for increasing times or as long as they
 * request; photos are listed and read in the meantime.
 */
export class ModelPause {
  readonly #record: PauseRecord;
  readonly #clock: () => number;

  constructor(dependencies: Dependencies) {
    this.#record = new PauseRecord(dependencies);
    this.#clock = dependencies.clock;
  }

  /** Null if there is no pause. */
  get present(): PauseReason | null {
    const { present } = this.#record;
    return present && present.retryAt > this.#clock() ? present : null;
  }

  get isOn(): boolean {
    return this.present !== null;
  }

  /** Concurrent failures count once. */
  begin({ message, retryAfter }: MlError): void {
    if (this.isOn) return;
    const seconds = Number.isFinite(retryAfter) ? Math.min(longestPause, Math.ceil(retryAfter ?? 0)) : undefined;
    const failure = new TransientError('models_unavailable', message || 'The models cannot work now.', {
      retryAfter: seconds,
    });
    this.#record.report(failure, this.#clock() + this.#record.pause(failure));
  }

  /** Records that the models worked on a photo. A pause that began in the meantime is newer, and goes on. */
  noteSuccess(): void {
    if (!this.isOn) this.end();
  }

  /** Ends the pause: the models have changed. */
  end(): void {
    this.#record.clear();
  }
}
