import { access, constants } from 'node:fs/promises';
import type { RunningBridge } from '../main.ts';
import type { Environment } from '../secrets.ts';
import { StartupError } from '../startup-error.ts';
import { readProtonFacesSettings, readUpstreamSettings } from './settings.ts';
import { startProtonFaces } from './start.ts';
import { UpstreamFailure } from './wire/failure.ts';
import { Upstream } from './wire/upstream.ts';

export { openProtonJournalBeside } from './journal/proton-journal.ts';

/** @throws StartupError */
export const start = (environment: Environment): Promise<RunningBridge> =>
  startProtonFaces(readProtonFacesSettings(environment));

/**
 * Requests the upstream's list once, and checks its folder of thumbnails.
 * @returns lines with the results
 * @throws StartupError with the problem
 */
export async function check(environment: Environment): Promise<string[]> {
  const settings = readUpstreamSettings(environment);
  const upstream = new Upstream(settings);
  try {
    const { signal } = new AbortController();
    const { loggedIn } = await upstream.health(signal);
    if (!loggedIn) throw new StartupError('The bridge of proton-faces is not logged in to Proton: give it a session.');
    const list = upstream.list(signal);
    let step = await list.next();
    while (!step.done) step = await list.next();
    const { isWhole, lines, odd } = step.value;
    if (odd > 0) {
      throw new StartupError(
        `${odd} of ${lines} lines of the list are not understood: use a newer version of this bridge, or an older image of that of proton-faces.`,
      );
    }
    if (!isWhole) {
      throw new StartupError(
        `The list of the library ended after ${lines} photos without saying that it is whole: try again, or use a newer image of the bridge of proton-faces.`,
      );
    }
    return [
      ...settings.warnings,
      `The bridge of proton-faces is there and logged in: ${lines} photos and videos.`,
      await thumbnailLine(settings.workDir),
    ];
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    throw new StartupError(error.message, { cause: error });
  } finally {
    await upstream.close();
  }
}

async function thumbnailLine(workDir: string | undefined): Promise<string> {
  if (workDir === undefined) return 'It gives no thumbnails, since BRIDGE_WORK_DIR is not set.';
  try {
    await access(workDir, constants.R_OK | constants.X_OK);
    return 'Its folder of thumbnails can be read.';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new StartupError(
      `The folder of BRIDGE_WORK_DIR cannot be read (${code}): give this user the right to, or set it to the folder “work” of the other bridge’s DATA_DIR.`,
      { cause: error },
    );
  }
}
