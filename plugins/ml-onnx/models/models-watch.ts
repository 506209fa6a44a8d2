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
import { withScenery } from './scenery.ts';
import { stateOfFiles } from './state-of-files.ts';

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

interface WatchOptions {
  readonly builtIn?: BuiltInPacks;
  /** Whether to measure scenery, where a pack can. */
  readonly scenery?: boolean;
}

/** Knows which models are installed and whole, and notices when that changes. */
export class ModelsWatch {
  readonly #modelsDir: string;
  readonly #preferred: readonly string[];
  readonly #builtIn: BuiltInPacks;
  readonly #scenery: boolean;
  readonly #listeners: (() => void)[] = [];
  /** By the folders of packs: they looked whole, and their networks do not work. */
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

  /** The models to work with, unless another is asked for. */
  get models(): ModelSet {
    return this.#models;
  }

  /** Names of the packs that are whole, those first whose models are taken first. */
  get packs(): readonly string[] {
    return [...new Set(this.#packs.map(({ manifest }) => manifest.pack))];
  }

  get broken(): readonly BrokenPack[] {
    return this.#broken;
  }

  /** What the model of labels that is worked with has words for. */
  get labelTable(): LabelTable | undefined {
    const { labels } = this.#models;
    return labels ? this.#tables.of(labels) : undefined;
  }

  /** Whether the pack in that folder comes along, so that nobody can pull it. */
  isBuiltIn(folder: string): boolean {
    return this.#builtIn.has(folder);
  }

  /** A model of that id and version, whether or not it is the one to work with. */
  find<K extends ModelKind>(kind: K, id: ModelId): InstalledModel<K> | null {
    return findModel(this.#packs, kind, id);
  }

  /**
   * Looks for the first time, and from then on every ten seconds. To read the files of the built-in packs takes a tenth of
   * a second, for which nobody who starts a server shall wait: see `examined`.
   */
  async start(): Promise<void> {
    await this.#scan();
    this.#timer = setInterval(() => {
      // A folder that cannot be read now keeps what was known.
      this.rescan().catch(() => undefined);
    }, interval * 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Ends when the built-in packs have been read, each byte of them: before that nobody works with a model. */
  examined(): Promise<void> {
    return (this.#examined ??= this.rescan().catch((error: unknown) => {
      // Perhaps too many files were open, or a mount was away: whoever comes next looks again.
      this.#examined = undefined;
      throw error;
    }));
  }

  /** Whether the pack in that folder is whole, as far as is known. */
  has(folder: string): boolean {
    return this.#packs.some((pack) => pack.folder === folder);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Works no more with a pack, until its files are others or some time has gone by.
   * @param folder of the pack
   * @param reason one sentence for people
   * @returns false when that was known already
   */
  async setAside(folder: string, reason: string): Promise<boolean> {
    const pack = this.#packs.find((one) => one.folder === folder);
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
    for (const found of packs) {
      const pack = withScenery(found, this.#scenery);
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
    const stands = performance.now() - fault.since < patience * 1000 && fault.files === (await stateOfFiles(pack));
    if (!stands) this.#faults.delete(pack.folder);
    return stands ? fault : undefined;
  }
}
