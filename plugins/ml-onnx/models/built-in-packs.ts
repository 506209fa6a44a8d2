import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasLength, isWhole } from './checksums.ts';
import type { BrokenPack, Installation, InstalledPack } from './installed-packs.ts';
import type { PackManifest } from './manifest.ts';
import { stateOfFiles } from './state-of-files.ts';
import faces from '../packs/faces.json' with { type: 'json' };
import things from '../packs/things.json' with { type: 'json' };

/**
 * The packs whose files come with this plugin. Their manifests are held against the schema by a test, not at each start:
 * to make and ask the schema takes longer than all else that this plugin does there.
 */
export const builtInPacks = [faces, things] as unknown as readonly PackManifest[];

const theirFolder = fileURLToPath(new URL('.', import.meta.url));

/** What became of a pack when its files were last read. */
interface Seen {
  readonly files: string;
  readonly wrong: string | undefined;
}

/**
 * The packs that are there without being installed. All their bytes are held against the checksums, once: `examine` does
 * it, and until then files of the right length are taken for whole.
 */
export class BuiltInPacks {
  readonly #packs: readonly InstalledPack[];
  readonly #seen = new Map<string, Seen>();

  /**
   * @param names which of them to work with
   * @param folder has the files of each in a folder of its name
   */
  constructor(names: readonly string[], folder = theirFolder) {
    this.#packs = builtInPacks
      .filter(({ pack }) => names.includes(pack))
      .map((manifest) => ({ manifest, folder: join(folder, manifest.pack) }));
  }

  /** @param folder of a pack */
  has(folder: string): boolean {
    return this.#packs.some((pack) => pack.folder === folder);
  }

  /** Reads what has changed since it was last read. */
  async examine(): Promise<void> {
    for (const pack of this.#packs) {
      const files = await stateOfFiles(pack);
      if (this.#seen.get(pack.folder)?.files !== files) {
        this.#seen.set(pack.folder, { files, wrong: await wrongFile(pack, isWhole) });
      }
    }
  }

  /** What was found when the files were read; of files that were not read yet, what their lengths tell. */
  async installation(): Promise<Installation> {
    const packs: InstalledPack[] = [];
    const broken: BrokenPack[] = [];
    for (const pack of this.#packs) {
      const seen = this.#seen.get(pack.folder);
      const wrong = seen?.files === (await stateOfFiles(pack)) ? seen.wrong : await wrongFile(pack, hasLength);
      if (wrong === undefined) packs.push(pack);
      else {
        const name = pack.manifest.pack;
        broken.push({
          pack: name,
          reason: `Its file ${wrong} is not the one that was shipped: install Photofinch again.`,
        });
      }
    }
    return { packs, broken };
  }
}

/** The first file of a pack that does not pass. */
async function wrongFile({ folder, manifest }: InstalledPack, passes: typeof isWhole): Promise<string | undefined> {
  for (const { path, bytes, sha256 = '' } of manifest.files) {
    if (!(await passes(join(folder, path), { bytes, checksum: { algorithm: 'sha256', hex: sha256 } }))) return path;
  }
  return undefined;
}

/**
 * Both together: what is built in comes first. A pack of its name among the others is passed over when it is not whole,
 * since nobody needs it.
 */
export function withBuiltIn(builtIn: Installation, others: Installation): Installation {
  const there = new Set(builtIn.packs.map(({ manifest }) => manifest.pack));
  return {
    packs: [...builtIn.packs, ...others.packs],
    broken: [...builtIn.broken, ...others.broken.filter(({ pack }) => !there.has(pack))],
  };
}
