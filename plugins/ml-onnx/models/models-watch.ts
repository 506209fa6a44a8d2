import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ModelId } from 'photofinch/plugin-api';
import {
  chooseModels,
  findModel,
  inOrderOfUse,
  type InstalledModel,
  type ModelKind,
  type ModelSet,
} from './choose-models.ts';
import { findInstalledPacks, type BrokenPack, type InstalledPack } from './installed-packs.ts';

/** Seconds between two looks: models come by hand, and a new folder is not news of the same second. */
const interval = 10;

/** Seconds after which a pack that failed is tried again: perhaps it was memory that was short. */
const patience = 600;

interface Fault {
  readonly reason: string;
  /** Milliseconds, by the monotonic clock. */
  readonly since: number;
  /** What the pack's files looked like then: others may be whole. */
  readonly files: string;
}

/** Knows which models are installed and whole, and notices when that changes. */
export class ModelsWatch {
  readonly #modelsDir: string;
  readonly #preferred: readonly string[];
  readonly #listeners: (() => void)[] = [];
  /** By the names of packs: they looked whole, and their networks do not work. */
  readonly #faults = new Map<string, Fault>();
  #packs: readonly InstalledPack[] = [];
  #models: ModelSet = chooseModels([]);
  #broken: readonly BrokenPack[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param preferred names of packs, see `inOrderOfUse` */
  constructor(modelsDir: string, preferred: readonly string[] = []) {
    this.#modelsDir = modelsDir;
    this.#preferred = preferred;
  }

  /** The models to work with, unless another is asked for. */
  get models(): ModelSet {
    return this.#models;
  }

  /** Names of the packs that are whole, those first whose models are taken first. */
  get packs(): readonly string[] {
    return this.#packs.map(({ manifest }) => manifest.pack);
  }

  get broken(): readonly BrokenPack[] {
    return this.#broken;
  }

  /** A model of that id and version, whether or not it is the one to work with. */
  find<K extends ModelKind>(kind: K, id: ModelId): InstalledModel<K> | null {
    return findModel(this.#packs, kind, id);
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

  /**
   * Works no more with a pack, until its files are others or some time has gone by.
   * @param reason one sentence for people
   * @returns false when that was known already
   */
  async setAside(name: string, reason: string): Promise<boolean> {
    const pack = this.#packs.find(({ manifest }) => manifest.pack === name);
    if (!pack) return false;
    this.#packs = this.#packs.filter((other) => other !== pack);
    this.#faults.set(name, { reason, since: performance.now(), files: await stateOfFiles(pack) });
    await this.look();
    return true;
  }

  async look(): Promise<void> {
    const { packs, broken } = await findInstalledPacks(this.#modelsDir);
    const whole: InstalledPack[] = [];
    const faulty: BrokenPack[] = [];
    for (const pack of packs) {
      const fault = await this.#faultOf(pack);
      if (fault) faulty.push({ pack: pack.manifest.pack, reason: fault.reason });
      else whole.push(pack);
    }
    this.#broken = [...broken, ...faulty];
    this.#packs = inOrderOfUse(whole, this.#preferred);
    const models = chooseModels(this.#packs);
    if (isDeepStrictEqual(models, this.#models)) return;
    this.#models = models;
    for (const listener of this.#listeners) listener();
  }

  async #faultOf(pack: InstalledPack): Promise<Fault | undefined> {
    const name = pack.manifest.pack;
    const fault = this.#faults.get(name);
    if (!fault) return undefined;
    const stands = performance.now() - fault.since < patience * 1000 && fault.files === (await stateOfFiles(pack));
    if (!stands) this.#faults.delete(name);
    return stands ? fault : undefined;
  }
}

/** Changes when a file is replaced or written to. */
async function stateOfFiles({ folder, manifest }: InstalledPack): Promise<string> {
  const paths = ['pack.json', ...manifest.files.map(({ path }) => path)];
  const facts = await Promise.all(paths.map((path) => stat(join(folder, path)).catch(() => undefined)));
  return facts.map((one) => (one ? `${one.ino}:${one.size}:${one.mtimeMs}` : '-')).join(' ');
}
