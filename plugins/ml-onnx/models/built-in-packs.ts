import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWhole } from './checksums.ts';
import type { BrokenPack, Installation, InstalledPack } from './installed-packs.ts';
import { parseManifest, type PackManifest } from './manifest.ts';
import { stateOfFiles } from './state-of-files.ts';
import faces from '../packs/faces.json' with { type: 'json' };
import things from '../packs/things.json' with { type: 'json' };

/** The packs whose files come with this plugin. */
export const builtInPacks: readonly PackManifest[] = [faces, things].map(parseManifest);

const theirFolder = fileURLToPath(new URL('.', import.meta.url));

/** What became of a pack when its files were last read. */
interface Seen {
  readonly files: string;
  readonly wrong: string | undefined;
}

/** The packs that are there without being installed. All their bytes are held against the checksums, once. */
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

  async look(): Promise<Installation> {
    const packs: InstalledPack[] = [];
    const broken: BrokenPack[] = [];
    for (const pack of this.#packs) {
      const wrong = await this.#wrongFile(pack);
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

  async #wrongFile(pack: InstalledPack): Promise<string | undefined> {
    const { folder, manifest } = pack;
    const files = await stateOfFiles(pack);
    const seen = this.#seen.get(folder);
    if (seen?.files === files) return seen.wrong;
    const wrong = await firstAsync(manifest.files, async ({ path, bytes, sha256 = '' }) => {
      return !(await isWhole(join(folder, path), { bytes, checksum: { algorithm: 'sha256', hex: sha256 } }));
    });
    this.#seen.set(folder, { files, wrong: wrong?.path });
    return wrong?.path;
  }
}

async function firstAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await test(item)) return item;
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
