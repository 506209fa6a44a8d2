import { mkdir, open, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import facesPack from '../packs/faces.json' with { type: 'json' };
import { fetchFile, isWhole } from './fetch-file.ts';
import { findInstalledPacks, manifestName } from './installed-models.ts';
import { parseManifest, type PackManifest } from './manifest.ts';
import { FolderOrigin, HttpOrigin, type Origin } from './origin.ts';
import { asPullError, PullError } from './pull-error.ts';

export interface ModelPack {
  readonly name: string;
  readonly summary: string;
  readonly licence: string;
  /** Installed when nobody says which. */
  readonly default: boolean;
  /** Of all its files. */
  readonly bytes: number;
  readonly state: 'installed' | 'incomplete' | 'missing';
}

export interface PullOptions {
  /** Of a folder that has the files, in place of the network. */
  readonly from?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { pack: string; file: string; bytes: number; total: number }) => void;
}

const shipped: readonly PackManifest[] = [facesPack].map(parseManifest);

/** The packs that can be installed, and what is there of them. */
export class ModelPacks {
  readonly #modelsDir: string;
  readonly #mirror: string | undefined;

  /** @param mirror `https://host/path` with `<pack>/<file>` below it, in place of the addresses that the packs name */
  constructor(modelsDir: string, mirror?: string) {
    this.#modelsDir = modelsDir;
    this.#mirror = mirror;
  }

  /** All shipped packs, and those that somebody put into the folder. */
  async list(): Promise<ModelPack[]> {
    const { packs } = await findInstalledPacks(this.#modelsDir);
    const installed = new Map(packs.map(({ manifest }) => [manifest.pack, manifest]));
    const manifests = new Map([...shipped.map((manifest) => [manifest.pack, manifest] as const), ...installed]);
    return Promise.all(
      [...manifests.values()].map(async (manifest) => ({
        name: manifest.pack,
        summary: manifest.summary,
        licence: manifest.licence,
        default: manifest.default,
        bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
        state: installed.has(manifest.pack) ? 'installed' : await this.#stateOf(manifest),
      })),
    );
  }

  /**
   * Installs packs: what is there and whole stays, what was cut off goes on.
   * @param names none for the default ones
   * @throws PullError
   */
  async pull(names: readonly string[], options: PullOptions): Promise<void> {
    const known = new Map(shipped.map((manifest) => [manifest.pack, manifest]));
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined) {
      throw new PullError(`There is no pack ${unknown}: there are ${[...known.keys()].join(', ')}.`);
    }
    const chosen = names.length > 0 ? names : shipped.filter((pack) => pack.default).map(({ pack }) => pack);
    for (const name of chosen) {
      const manifest = known.get(name);
      if (manifest) await this.#pullPack(manifest, options);
    }
  }

  async #pullPack(manifest: PackManifest, { from, signal, onProgress }: PullOptions): Promise<void> {
    const { pack, files } = manifest;
    const folder = join(this.#modelsDir, pack);
    const origin: Origin = from === undefined ? new HttpOrigin(pack, this.#mirror) : new FolderOrigin(from, pack);
    for (const file of files) {
      signal.throwIfAborted();
      const target = join(folder, file.path);
      const report = (bytes: number): void => {
        onProgress({ pack, file: file.path, bytes, total: file.bytes });
      };
      if (await isWhole(target, file)) report(file.bytes);
      else await fetchFile(origin, file, target, { signal, onProgress: report });
    }
    // Last of all: without its manifest a folder is no pack, so that a half of one is never worked with.
    await writeWhole(folder, manifest).catch((error: unknown) => {
      throw asPullError(error);
    });
  }

  async #stateOf({ pack }: PackManifest): Promise<ModelPack['state']> {
    const facts = await stat(join(this.#modelsDir, pack)).catch(() => undefined);
    return facts ? 'incomplete' : 'missing';
  }
}

async function writeWhole(folder: string, manifest: PackManifest): Promise<void> {
  const target = join(folder, manifestName);
  await mkdir(folder, { recursive: true });
  await writeFile(`${target}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  const handle = await open(`${target}.part`, 'r+');
  await handle.sync();
  await handle.close();
  await rename(`${target}.part`, target);
}
