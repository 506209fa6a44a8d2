import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasLength, isWhole } from './checksums.ts';
import type { BrokenPack, Installation, InstalledPack } from './installed-packs.ts';
import type { PackManifest } from './manifest.ts';
import { stateOfFiles } from './state-of-files.ts';
import faces from '../packs/faces.json' with { type: 'json' };
import things from '../packs/things.json' with { type: 'json' };

/**
 * The packs whose files are included with this plugin. Their manifests are validated by a test rather than at each start:
 * building and running the schema takes longer than everything else the plugin does then.
 */
export const builtInPacks = [faces, things] as unknown as readonly PackManifest[];

const theirFolder = fileURLToPath(new URL('.', import.meta.url));

/** The result of the last verification of a pack's files. */
interface Verification {
  readonly files: string;
  readonly wrong: string | undefined;
}

/**
 * Packs that need no installation. `examine` verifies all their bytes once; until then, files of the correct length count as
 * complete.
 */
export class BuiltInPacks {
  readonly #packs: readonly InstalledPack[];
  readonly #seen = new Map<string, Verification>();

  /**
   * @param names the packs to use
   * @param folder contains a folder for each pack, with its name
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

  /** Verifies files that have changed since they were verified. */
  async examine(): Promise<void> {
    for (const pack of this.#packs) {
      const files = await stateOfFiles(pack);
      if (this.#seen.get(pack.folder)?.files !== files) {
        this.#seen.set(pack.folder, { files, wrong: await wrongFile(pack, isWhole) });
      }
    }
  }

  /** The results of the verification; for files that were not verified yet, only their length is checked. */
  async installation(): Promise<Installation> {
    const packs: InstalledPack[] = [];
    const broken: BrokenPack[] = [];
    for (const pack of this.#packs) {
      const examined = this.#seen.get(pack.folder);
      const wrongPath =
        examined?.files === (await stateOfFiles(pack)) ? examined.wrong : await wrongFile(pack, hasLength);
      if (wrongPath === undefined) packs.push(pack);
      else {
        const name = pack.manifest.pack;
        broken.push({
          pack: name,
          reason: `Its file ${wrongPath} is not the one that was shipped: install Photofinch again.`,
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
 * Combines both: built-in packs come first. An incomplete pack of the same name among the others is ignored, since it is not
 * needed.
 */
export function withBuiltIn(builtIn: Installation, others: Installation): Installation {
  const builtInNames = new Set(builtIn.packs.map(({ manifest }) => manifest.pack));
  return {
    packs: [...builtIn.packs, ...others.packs],
    broken: [...builtIn.broken, ...others.broken.filter(({ pack }) => !builtInNames.has(pack))],
  };
}
