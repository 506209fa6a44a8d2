import { lossSentence } from '../../domain/mass-loss.ts';
import { formatBytes } from '../../media/photo-error.ts';
import { timeText } from '../../domain/time-text.ts';
import { isSourceError } from '../../plugin-api/errors.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { PhotoSource } from '../../plugin-api/photo-source.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';
import type { IndexerReport } from '../indexing.ts';
import type { LevelsReport } from '../reading-levels.ts';

interface Dependencies {
  readonly sources: () => readonly { readonly plugin: string; readonly source: Pick<PhotoSource, 'health'> }[];
  /** Sources with photos in the library whose plugins are not loaded. */
  readonly absent: () => readonly { readonly name: string | null; readonly photos: number }[];
  readonly indexer: () => Pick<IndexerReport, 'lastSyncAt' | 'trouble' | 'massLoss'>;
  /** How much is known of the photos, if reading originals is costly; otherwise null. */
  readonly levels: () => LevelsReport | null;
  /** Whether a server syncs the index with the source; without one, an old sync is not a problem. */
  readonly followed: () => boolean;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Seconds. */
  readonly syncInterval: number;
}

/** A sync counts as late after so many seconds, or after so many of its intervals. */
const LATE = 3600;
const INTERVALS = 3;

/** Seconds that the source may take to report its health. */
const PATIENCE = 5;

/**
 * Checks whether the photo source is healthy and the index is in sync with it. The source's own message is shown unchanged.
 */
export function bridgeCheck(parts: Dependencies): HealthCheck {
  return {
    id: 'bridge',
    run: async ({ signal }) => {
      const problems = new Set<string>();
      for (const problem of await sourceProblems(parts.sources(), signal)) problems.add(problem);
      for (const { name, photos } of parts.absent()) {
        problems.add(
          `The library has ${photos} photos of the photo source ${name ?? '?'}, whose plugin is not loaded: name it in PLUGINS again, or remove its photos on the server’s overview.`,
        );
      }
      const { massLoss, trouble, lastSyncAt } = parts.indexer();
      if (massLoss) {
        const { source, since } = massLoss;
        const sentence = `The sync is held since ${timeText(since)}: ${lossSentence(massLoss)} They stay until an admin agrees to remove them, or they are back in the store.`;
        problems.add(source === undefined ? sentence : `${source}: ${sentence}`);
      }
      if (trouble) problems.add(trouble.message);
      const longAgo = Math.max(LATE, INTERVALS * parts.syncInterval);
      if (problems.size === 0 && parts.followed() && lastSyncAt !== null && parts.clock() - lastSyncAt > longAgo) {
        problems.add(`The last sync ended long ago, at ${timeText(lastSyncAt)}: see the log, or restart the server.`);
      }
      if (problems.size > 0) return { ok: false, detail: [...problems].join(' ') };
      const synced = lastSyncAt === null ? 'no sync has ended yet' : `the last sync ended at ${timeText(lastSyncAt)}`;
      const levels = parts.levels();
      const levelsTexts = levels ? [levelsSentence(levels)] : [];
      return { ok: true, detail: [`The photo source answers; ${synced}.`, ...levelsTexts].join(' ') };
    },
  };
}

function levelsSentence({ thumbnails, heads, originals, photos, decodable, budget, daysLeft }: LevelsReport): string {
  if (originals === decodable) {
    return `Reading originals is costly: all ${originals} have been read, and the details of ${heads} of ${photos} files.`;
  }
  if (daysLeft === null) {
    return `Reading originals is costly, and ORIGINALS_BUDGET is 0: no more originals are read. Read so far: previews of ${thumbnails} of ${photos} photos, the details of ${heads} files.`;
  }
  return `Reading originals is costly; days left at ${formatBytes(budget)} a day: about ${daysLeft}. Read so far: previews of ${thumbnails} of ${photos} photos, the details of ${heads} files, ${originals} of ${decodable} originals.`;
}

/** With several sources, each problem names its source. */
async function sourceProblems(
  sources: ReturnType<Dependencies['sources']>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const problems = await Promise.all(
    sources.map(async ({ plugin, source }) => {
      const problem = await sourceProblem(source, signal);
      return problem !== undefined && sources.length > 1 ? `${plugin}: ${problem}` : problem;
    }),
  );
  return problems.filter((problem) => problem !== undefined);
}

async function sourceProblem(source: Pick<PhotoSource, 'health'>, signal: AbortSignal): Promise<string | undefined> {
  const silence = new Error(`The photo source has not answered within ${PATIENCE} seconds.`);
  try {
    const { reachable, loggedIn, detail } = await withinTime((limit) => source.health({ signal: limit }), {
      ms: PATIENCE * 1000,
      signals: [signal],
      tooLate: () => silence,
    });
    if (!reachable) return detail ?? 'The photo source cannot be reached.';
    if (!loggedIn) return detail ?? 'The photo source is not logged in.';
    return undefined;
  } catch (error) {
    if (error === silence) return silence.message;
    if (isSourceError(error)) return error.message;
    throw error;
  }
}
