import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/**
 * A folder that one process of a run makes and all of them copy: what is in it takes longer to make than to copy. It goes
 * when the run has ended.
 * @param make is given the folder, empty; called once in a run
 * @throws Error when it could not be made
 */
export async function prepared(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  // Of this run alone: see temp-root.cjs.
  const folder = join(process.env['TEST_TEMP_ROOT'] ?? tmpdir(), `prepared-${name}`);
  const [making, failed] = [`${folder}-making`, `${folder}-failed`];
  try {
    mkdirSync(`${folder}-is-somebodys`);
  } catch {
    await until(() => existsSync(folder) || existsSync(failed), 600);
    if (existsSync(failed)) throw new Error(`another test could not prepare ${name}`);
    return folder;
  }
  mkdirSync(making);
  try {
    await make(making);
  } catch (error) {
    writeFileSync(failed, '');
    throw error;
  }
  renameSync(making, folder);
  return folder;
}
