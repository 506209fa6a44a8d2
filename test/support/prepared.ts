import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/**
 * A folder that is created by one process of a test run and copied by all, since creating its content takes longer than
 * copying it. It is deleted when the run has ended.
 * @param make gets the empty folder; called once per run
 * @throws Error if it could not be created
 */
export async function prepared(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  // Specific to this run: see temp-root.cjs.
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
