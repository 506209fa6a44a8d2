import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestName, type InstalledPack } from './installed-packs.ts';

/** A text that changes when a file of the pack is replaced or modified. */
export async function stateOfFiles({ folder, manifest }: InstalledPack): Promise<string> {
  const paths = [manifestName, ...manifest.files.map(({ path }) => path)];
  const facts = await Promise.all(paths.map((path) => stat(join(folder, path)).catch(() => undefined)));
  return facts.map((file) => (file ? `${file.ino}:${file.size}:${file.mtimeMs}` : '-')).join(' ');
}
