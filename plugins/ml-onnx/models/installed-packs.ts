import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest, type PackManifest } from './manifest.ts';

export const manifestName = 'pack.json';

export interface InstalledPack {
  readonly folder: string;
  readonly manifest: PackManifest;
}

/** A pack whose folder exists, but that cannot be used. */
export interface BrokenPack {
  readonly pack: string;
  /** One sentence for people. */
  readonly reason: string;
  /** Absent if the manifest is invalid. */
  readonly manifest?: PackManifest;
}

export interface Installation {
  readonly packs: readonly InstalledPack[];
  readonly broken: readonly BrokenPack[];
}

/**
 * Finds the installed packs: folders with a manifest and all its files. Only sizes are compared here; checksums are verified
 * on installation, since reading hundreds of megabytes at each start would take too long.
 * @param modelsDir may not exist
 */
export async function findInstalledPacks(modelsDir: string): Promise<Installation> {
  const packs: InstalledPack[] = [];
  const broken: BrokenPack[] = [];
  for (const name of (await foldersIn(modelsDir)).sort()) {
    const folder = join(modelsDir, name);
    try {
      const manifest = await readManifest(folder);
      if (!manifest) continue;
      const problem = await wrongFile(folder, manifest);
      if (problem === undefined) packs.push({ folder, manifest });
      else {
        const reason = `${problem}: run \`photofinch models pull ${manifest.pack}\`.`;
        broken.push({ pack: name, reason, manifest });
      }
    } catch (error) {
      broken.push({ pack: name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { packs, broken };
}

async function foldersIn(modelsDir: string): Promise<string[]> {
  try {
    const entries = await readdir(modelsDir, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined for a folder that is not a pack. */
async function readManifest(folder: string): Promise<PackManifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch {
    return undefined;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`Its ${manifestName} is not JSON: install the pack again.`);
  }
  return parseManifest(json);
}

async function wrongFile(folder: string, { files }: PackManifest): Promise<string | undefined> {
  for (const { path, bytes } of files) {
    const facts = await stat(join(folder, path)).catch(() => undefined);
    if (!facts) return `Its file ${path} is missing`;
    if (bytes !== undefined && facts.size !== bytes)
      return `Its file ${path} has ${facts.size} bytes instead of ${bytes}`;
  }
  return undefined;
}
