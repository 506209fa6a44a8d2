import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelPack, ModelPacks, ModelPullOptions } from 'photofinch/plugin-api';
import { writeWholeFile } from 'photofinch/plugin-api/toolkit';
import { BuiltInPacks, builtInPacks } from './built-in-packs.ts';
import { fetchFile, type WholeFile } from './fetch-file.ts';
import { FolderOrigin, type Origin } from './origin.ts';
import { HttpOrigin, type HttpOptions } from './http-origin.ts';
import { findInstalledPacks, manifestName } from './installed-packs.ts';
import { type PackManifest, parseManifest } from './manifest.ts';
import { asPullError, PullError } from './pull-error.ts';
import clip from '../packs/clip.json' with { type: 'json' };
import clipFp32 from '../packs/clip-fp32.json' with { type: 'json' };
import facesLarge from '../packs/faces-large.json' with { type: 'json' };
import facesS from '../packs/faces-s.json' with { type: 'json' };
import siglip2 from '../packs/siglip2.json' with { type: 'json' };

/** By the name of the pack. */
type Manifests = ReadonlyMap<string, PackManifest>;

/** Whether each built-in pack is intact, by its name. */
type BuiltIn = ReadonlyMap<string, boolean>;

/** The packs that can be installed, and their state. */
export class OnnxModelPacks implements ModelPacks {
  readonly #modelsDir: string;
  readonly #network: HttpOptions;
  readonly #given: readonly PackManifest[] | undefined;
  readonly #builtIn: BuiltInPacks;

  /** @param mirror `https://host/path` with `<pack>/<file>` below it, instead of the URLs in the packs */
  constructor(
    modelsDir: string,
    mirror?: string,
    {
      shipped,
      builtIn = new BuiltInPacks([]),
      answerWithin,
    }: {
      readonly shipped?: readonly PackManifest[];
      readonly builtIn?: BuiltInPacks;
      readonly answerWithin?: HttpOptions['answerWithin'];
    } = {},
  ) {
    this.#modelsDir = modelsDir;
    this.#network = { mirror, answerWithin };
    this.#given = shipped;
    this.#builtIn = builtIn;
  }

  get #shipped(): readonly PackManifest[] {
    return this.#given ?? shippedPacks();
  }

  /** All known packs, and those that were copied into the folder. */
  async list(): Promise<ModelPack[]> {
    const { installed, known, builtIn } = await this.#scan();
    const manifests = new Map([...known, ...installed]);
    const isThere = ({ pack }: PackManifest): boolean => installed.has(pack) || builtIn.get(pack) === true;
    return Promise.all(
      [...manifests.values()].map(async (manifest) => ({
        name: manifest.pack,
        summary: manifest.summary,
        licence: manifest.licence,
        default: manifest.default,
        bytes: manifest.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        state: isThere(manifest)
          ? 'installed'
          : builtIn.has(manifest.pack)
            ? 'incomplete'
            : await this.#stateOf(manifest),
        builtIn: builtIn.has(manifest.pack),
      })),
    );
  }

  async pull(names: readonly string[], options: ModelPullOptions): Promise<void> {
    const { installed, known, builtIn } = await this.#scan();
    const requested = names.length > 0 ? namedPacks(known, names) : this.#shipped.filter((pack) => pack.default);
    for (const manifest of requested) {
      if (builtIn.get(manifest.pack) !== true) await this.#pullPack(manifest, installed.get(manifest.pack), options);
    }
  }

  async #pullPack(
    manifest: PackManifest,
    installed: PackManifest | undefined,
    { from, signal, onProgress }: ModelPullOptions,
  ): Promise<void> {
    const { pack } = manifest;
    const folder = join(this.#modelsDir, pack);
    const origin: Origin = from === undefined ? new HttpOrigin(pack, this.#network) : new FolderOrigin(from, pack);
    const files: WholeFile[] = [];
    for (const file of manifest.files) {
      signal.throwIfAborted();
      // The results of an earlier pull are reused.
      const before = installed?.files.find(({ path, url }) => path === file.path && url === file.url);
      const fetched = await fetchFile(origin, { ...before, ...file }, join(folder, file.path), {
        signal,
        onProgress: (bytes, total) => {
          onProgress({ pack, file: file.path, bytes, total: total ?? null });
        },
      });
      files.push(fetched);
    }
    // Written last: a folder without a manifest is not a pack, so an incomplete one is never used.
    await writeManifest(folder, { ...manifest, files }).catch((error: unknown) => {
      throw asPullError(error);
    });
  }

  /** The installed packs, and all that can be pulled: known ones, and those with a manifest in the folder. */
  async #scan(): Promise<{ installed: Manifests; known: Manifests; builtIn: BuiltIn }> {
    const { packs, broken } = await findInstalledPacks(this.#modelsDir);
    const installed = byName(packs.map(({ manifest }) => manifest));
    const folderManifests = [...broken, ...packs].flatMap(({ manifest }) => manifest ?? []);
    const shipped = byName(this.#shipped);
    // The plugin's own manifests take precedence over manifests of the same name in the folder.
    const known = new Map([...shipped, ...byName(folderManifests), ...shipped]);
    await this.#builtIn.examine();
    const installation = await this.#builtIn.installation();
    const builtIn = new Map([
      ...installation.packs.map(({ manifest }) => [manifest.pack, true] as const),
      ...installation.broken.map(({ pack }) => [pack, false] as const),
    ]);
    return { installed, known, builtIn };
  }

  async #stateOf({ pack }: PackManifest): Promise<ModelPack['state']> {
    const facts = await stat(join(this.#modelsDir, pack)).catch(() => undefined);
    return facts ? 'incomplete' : 'missing';
  }
}

function byName(manifests: readonly PackManifest[]): Manifests {
  return new Map(manifests.map((manifest) => [manifest.pack, manifest]));
}

/** @throws PullError for an unknown name */
function namedPacks(manifests: Manifests, names: readonly string[]): PackManifest[] {
  return names.map((name) => {
    const manifest = manifests.get(name);
    if (manifest) return manifest;
    throw new PullError(`There is no pack ${name}: there are ${[...manifests.keys()].join(', ')}.`);
  });
}

async function writeManifest(folder: string, manifest: PackManifest): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWholeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
}

let allShipped: readonly PackManifest[] | undefined;

/** The packs that this plugin knows: built-in ones, and those that can be downloaded. Parsed on first use. */
export function shippedPacks(): readonly PackManifest[] {
  return (allShipped ??= [...builtInPacks, ...[facesS, facesLarge, clip, clipFp32, siglip2].map(parseManifest)]);
}
