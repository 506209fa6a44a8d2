import { isDeepStrictEqual } from 'node:util';
import type { ModelSet } from '../inference/protocol.ts';
import { findInstalledPacks, modelSetOf, type BrokenPack } from './installed-models.ts';

/** Seconds between two looks: models come by hand, and a new folder is not news of the same second. */
const interval = 10;

/** Knows which models are installed, and notices when that changes. */
export class ModelsWatch {
  readonly #modelsDir: string;
  readonly #listeners: (() => void)[] = [];
  #models: ModelSet = { faceDetector: null, faceEmbedder: null, imageText: null };
  #broken: readonly BrokenPack[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(modelsDir: string) {
    this.#modelsDir = modelsDir;
  }

  get models(): ModelSet {
    return this.#models;
  }

  get broken(): readonly BrokenPack[] {
    return this.#broken;
  }

  /** Looks for the first time, and from then on every ten seconds. */
  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => {
      // A folder that cannot be read now keeps what was known.
      this.look().catch(() => undefined);
    }, interval * 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async look(): Promise<void> {
    const installation = await findInstalledPacks(this.#modelsDir);
    this.#broken = installation.broken;
    const models = modelSetOf(installation);
    if (isDeepStrictEqual(models, this.#models)) return;
    this.#models = models;
    for (const listener of this.#listeners) listener();
  }
}
