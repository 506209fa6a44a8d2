import { StoreError } from './driver.ts';
import { openStore } from './open-store.ts';
import { fileType } from './scan/photo-files.ts';
import type { InspectSettings } from './settings.ts';
import { StartupError } from './startup-error.ts';

export interface StoreInspection {
  readonly files: number;
  readonly photos: number;
  /** Names that do not decrypt. */
  readonly unreadableNames: number;
  /** Plain paths of folders that are unreadable, or whose names do not decrypt. */
  readonly unreadableFolders: readonly string[];
}

/**
 * Lists the store as a scan would, without reading a file.
 * @throws StartupError with the problem
 */
export async function inspectStore(settings: InspectSettings, signal: AbortSignal): Promise<StoreInspection> {
  const driver = openStore(settings);
  const report = { unreadableNames: 0, unreadableFolders: [] as string[] };
  let files = 0;
  let photos = 0;
  let canarySeen = false;
  try {
    await driver.check(signal);
    for await (const { path } of driver.list(report, signal)) {
      files += 1;
      if (fileType(path)) photos += 1;
      if (path === settings.canary) canarySeen = true;
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const placeText = error.place === undefined ? '' : ` It is “${error.place}”.`;
    throw new StartupError(error.message + placeText, { cause: error });
  }
  if (settings.canary !== undefined && !canarySeen) {
    throw new StartupError('The file of BRIDGE_CANARY is not in the store: the store, the key or the path is wrong.');
  }
  if (files === 0 && report.unreadableNames > 0) {
    throw new StartupError(
      `None of ${report.unreadableNames} names in the store decrypts: the password or salt is wrong.`,
    );
  }
  const { unreadableNames, unreadableFolders } = report;
  return { files, photos, unreadableNames, unreadableFolders };
}
