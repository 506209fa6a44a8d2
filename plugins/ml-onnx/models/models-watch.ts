import { isDeepStrictEqual } from 'node:util';
import type { ModelId } from 'photofinch/plugin-api';
import { LabelTables, type LabelTable } from '../labels/label-tables.ts';
import { BuiltInPacks, withBuiltIn } from './built-in-packs.ts';
import {
  chooseModels,
  findModel,
  inOrderOfUse,
  type InstalledModel,
  type ModelKind,
  type ModelSet,
} from './choose-models.ts';
import { findInstalledPacks, type BrokenPack, type InstalledPack } from './installed-packs.ts';
import { stateOfFiles } from './state-of-files.ts';

/** Seconds between two scans: models are copied by hand, so a new folder need not be noticed at once. */
const interval = 10;

/** Seconds after which a failed pack is tried again: memory may have been short. */
const patience = 600;

interface Fault {
  readonly reason: string;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  /** The state of the pack's files at that time: changed files may be intact. */
  readonly files: string;
}

interface WatchOptions {
  readonly builtIn?: BuiltInPacks;
  /** Whether to measure scenery, if a pack can. */
  readonly scenery?: boolean;
}

/** Tracks which models are installed and intact, and notices changes. */
export class ModelsWatch {
  readonly #modelsDir: string;
  readonly #preferred: readonly string[];
  readonly #builtIn: BuiltInPacks;
  readonly #scenery: boolean;
  readonly #listeners: (() => void)[] = [];
  /** By the folders of packs that looked complete, but whose models do not work. */
  readonly #faults = new Map<string, Fault>();
  readonly #tables = new LabelTables();
  #packs: readonly InstalledPack[] = [];
  #models: ModelSet = chooseModels([]);
  #broken: readonly BrokenPack[] = [];
  #timer: NodeJS.Timeout | undefined;
  #examined: Promise<void> | undefined;

  /** @param preferred names of packs, see `inOrderOfUse` */
  constructor(
    modelsDir: string,
    preferred: readonly string[] = [],
    { builtIn = new BuiltInPacks([]), scenery = false }: WatchOptions = {},
  ) {
    this.#modelsDir = modelsDir;
    this.#preferred = preferred;
    this.#builtIn = builtIn;
    this.#scenery = scenery;
  }

  /** The models in use, unless a call asks for another one. */
  get models(): ModelSet {
    return this.#models;
  }

  /** Names of the intact packs, in the order in which their models are chosen. */
  get packs(): readonly string[] {
    return [...new Set(this.#packs.map(({ manifest }) => manifest.pack))];
  }

  /** The size of the files that analyse photos, as far as their packs tell it: the model for texts is loaded only to search. */
  get bytesForPhotos(): number {
    const { imageText } = this.#models;
    const folders = new Set(Object.values(this.#models).map((installed) => installed?.folder));
    return this.#packs
      .filter(({ folder }) => folders.has(folder))
      .flatMap(({ folder, manifest }) => {
        const searching = folder === imageText?.folder ? imageText.model.text.file : undefined;
        return manifest.files.filter(({ path }) => path !== searching);
      })
      .reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  get broken(): readonly BrokenPack[] {
    return this.#broken;
  }

  /** The vocabulary of the label model in use. */
  get labelTable(): LabelTable | undefined {
    const { labels } = this.#models;
    return labels ? this.#tables.of(labels) : undefined;
  }

  /** Whether the pack in that folder is included with the plugin and cannot be pulled. */
  isBuiltIn(folder: string): boolean {
    return this.#builtIn.has(folder);
  }

  /** A model with that id and version, whether it is in use or not. */
  find<K extends ModelKind>(kind: K, id: ModelId): InstalledModel<K> | null {
    return findModel(this.#packs, kind, id);
  }

  /**
   * Scans now and then every ten seconds. Verifying the built-in packs takes a tenth of a second and is done later, so as
   * not to slow down the start: see `examined`.
   */
  async start(): Promise<void> {
    await this.#scan();
    this.#timer = setInterval(() => {
      // If the folder cannot be read now, the last result stays.
      this.rescan().catch(() => undefined);
    }, interval * 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Resolves when all bytes of the built-in packs are verified: no model is used before that. */
  examined(): Promise<void> {
    return (this.#examined ??= this.rescan().catch((error: unknown) => {
      // Too many files may have been open, or a mount missing: the next call tries again.
      this.#examined = undefined;
      throw error;
    }));
  }

  /** Whether the pack in that folder is intact, as far as known. */
  has(folder: string): boolean {
    return this.#packs.some((pack) => pack.folder === folder);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Stops using a pack, until its files change or some time has passed.
   * @param folder of the pack
   * @param reason one sentence for people
   * @returns false if that was known already
   */
  async setAside(folder: string, reason: string): Promise<boolean> {
    const pack = this.#packs.find((candidate) => candidate.folder === folder);
    if (!pack) return false;
    this.#packs = this.#packs.filter((other) => other !== pack);
    this.#faults.set(folder, { reason, since: performance.now(), files: await stateOfFiles(pack) });
    await this.rescan();
    return true;
  }

  async rescan(): Promise<void> {
    await this.#builtIn.examine();
    await this.#scan();
  }

  async #scan(): Promise<void> {
    const { packs, broken } = withBuiltIn(
      await this.#builtIn.installation(),
      await findInstalledPacks(this.#modelsDir),
    );
    const whole: InstalledPack[] = [];
    const faulty: BrokenPack[] = [];
    for (const installed of packs) {
      const pack = withScenery(installed, this.#scenery);
      const reason =
        (await this.#faultOf(pack))?.reason ?? (await this.#tables.load(pack, { ours: this.isBuiltIn(pack.folder) }));
      if (reason === undefined) whole.push(pack);
      else faulty.push({ pack: pack.manifest.pack, reason });
    }
    this.#broken = [...broken, ...faulty];
    this.#packs = inOrderOfUse(whole, this.#preferred);
    const models = chooseModels(this.#packs);
    if (isDeepStrictEqual(models, this.#models)) return;
    this.#models = models;
    for (const listener of this.#listeners) listener();
  }

  async #faultOf(pack: InstalledPack): Promise<Fault | undefined> {
    const fault = this.#faults.get(pack.folder);
    if (!fault) return undefined;
    const isCurrent = performance.now() - fault.since < patience * 1000 && fault.files === (await stateOfFiles(pack));
    if (!isCurrent) this.#faults.delete(pack.folder);
    return isCurrent ? fault : undefined;
  }
}

/**
 * A pack with or without the scenery model. Its results have a different version, so that all photos are analysed again when
 * it is switched.
 */
function withScenery(pack: InstalledPack, isOn: boolean): InstalledPack {
  const { labels } = pack.manifest;
  if (!labels?.scenery) return pack;
  const { id, version, table, detectors, classifier } = labels;
  const newLabels = isOn ? { ...labels, version: `${version}-scenery` } : { id, version, table, detectors, classifier };
  return { ...pack, manifest: { ...pack.manifest, labels: newLabels } };
}
