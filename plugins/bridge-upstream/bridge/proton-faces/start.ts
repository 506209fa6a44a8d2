import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthAnswer } from '../../contract.ts';
import { createLog, listen, requestsEnd, scanEnds, type RunningBridge } from '../main.ts';
import { version } from '../package-info.ts';
import { buildHttp } from '../server.ts';
import { StartupError } from '../startup-error.ts';
import { downloadLanes } from './content/lanes.ts';
import { Originals } from './content/originals.ts';
import { FolderThumbnails } from './content/thumbnails.ts';
import { PhotoRecords } from './journal/photo-records.ts';
import { openProtonJournal, type ProtonJournal } from './journal/proton-journal.ts';
import type { ProtonFacesSettings } from './settings.ts';
import { ProtonScanner } from './sync/scanner.ts';
import { UpstreamCondition } from './sync/upstream-condition.ts';
import { defaultTimeLimits, type TimeLimits } from './wire/time-limits.ts';
import { Upstream } from './wire/upstream.ts';

/**
 * Starts a bridge in front of proton-faces: journal → listen → list. After a failure, the started parts are stopped
 * again.
 * @throws StartupError
 */
export async function startProtonFaces(
  settings: ProtonFacesSettings,
  { limits = defaultTimeLimits, clock = Date.now }: { limits?: TimeLimits; clock?: () => number } = {},
): Promise<RunningBridge> {
  const cleanups: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const log = createLog(settings.logLevel);
    for (const warning of settings.warnings) log.warn(warning);
    const journal = openedJournal(settings.dataDir);
    cleanups.push(() => {
      journal.close();
    });
    const upstream = new Upstream({ ...settings, limits });
    const stopping = new AbortController();
    // Each download that waits for its turn adds a listener.
    setMaxListeners(0, stopping.signal);
    cleanups.push(() => upstream.close());
    const condition = new UpstreamCondition();
    const records = new PhotoRecords(journal.db, journal.feed);
    const { scanInterval } = settings;
    const scanner = new ProtonScanner({ upstream, journal, records, condition, scanInterval, log, clock });
    cleanups.push(() => Promise.race([scanner.stop(), sleep(scanEnds, undefined, { ref: false })]));
    const wake = (): void => {
      scanner.wake();
    };
    const content = new Originals({
      ...{ upstream, limits, condition, stopping: stopping.signal },
      lanes: downloadLanes(limits.patience),
      folder: settings.dataDir,
      largestPicture: settings.largestPicture,
      videoSpace: settings.videoSpace,
      onContent: (file, size, sha1) => {
        records.learnSize(file.uid, size);
        if (file.sha1 === null || file.sha1 === sha1) return;
        log.warn({}, 'The SHA-1 noted with a photo is not that of its bytes');
        records.disprove(file.uid, file.sha1, Math.floor(clock() / 1000));
      },
    });
    cleanups.push(() => content.close());
    cleanups.push(() => {
      stopping.abort(new Error('The bridge stops.'));
    });
    const server = buildHttp({
      ...{ catalog: journal, content, log, version, token: settings.ownToken, listen: settings.listen },
      status: () => scanner.status(),
      thumbnails: new FolderThumbnails({
        ...{ workDir: settings.workDir, upstream, condition, patience: limits.patience, stopping: stopping.signal },
        following: (uid, limit) => journal.following(uid, limit),
      }),
      capabilities: capabilities(settings),
    });
    const url = await listen(server, settings.listen);
    cleanups.push(() => server.stop({ timeout: requestsEnd }));
    log.info({ url, driver: 'proton-faces' }, 'listening');
    scanner.start();
    return { url, wake, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function capabilities({ workDir }: ProtonFacesSettings): HealthAnswer['capabilities'] {
  return {
    thumbnails: workDir === undefined ? [] : [512],
    // Ranges are supported for players, but each one costs as much as the whole original.
    range: false,
    sha1: 'claimed',
    albums: true,
    tags: true,
    related: true,
    originals: 'metered',
  };
}

/** @throws StartupError */
function openedJournal(dataDir: string): ProtonJournal {
  try {
    return openProtonJournal(dataDir);
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
