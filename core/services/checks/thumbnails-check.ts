import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { thumbFolderSize, thumbPath } from '../../domain/thumb-path.ts';
import type { ThumbCensus } from '../../store/photos/thumb-census.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';

interface Dependencies {
  readonly census: ThumbCensus;
  readonly thumbsDir: string;
  /** Queues photos to be read again, which recreates their thumbnails. */
  readonly remake: (ids: readonly number[]) => void;
  /** Milliseconds; at the limit, the answer covers the thumbnails checked so far. */
  readonly limit?: number;
}

const LIMIT = 10_000;

/** The maximum number of photos to queue after one check. */
const REMADE_AT_ONCE = 10_000;

interface Findings {
  checked: number;
  readonly missing: number[];
  strays: number;
}

/**
 * Checks that thumbnails are in their folders. Each folder is listed once and one of its files is opened, since a power
 * failure may leave empty files.
 */
export function thumbnailsCheck(parts: Dependencies): HealthCheck {
  return {
    id: 'thumbnails',
    run: async ({ signal }) => {
      const findings: Findings = { checked: 0, missing: [], strays: 0 };
      const end = performance.now() + (parts.limit ?? LIMIT);
      const folders = Math.floor(parts.census.lastId() / thumbFolderSize) + 1;
      let folder = 0;
      while (folder < folders && performance.now() < end && findings.missing.length < REMADE_AT_ONCE) {
        signal.throwIfAborted();
        await examineFolder(folder, parts, findings);
        folder += 1;
      }
      return verdict(findings, folder < folders, parts);
    },
  };
}

async function examineFolder(folder: number, { census, thumbsDir }: Dependencies, findings: Findings): Promise<void> {
  const from = folder * thumbFolderSize;
  const to = from + thumbFolderSize;
  const present = await thumbsIn(dirname(thumbPath(thumbsDir, from)));
  // Query after listing the folder: a photo that was purged in between is then not reported as missing.
  const photos = census.between(from, to);
  const expected = [...photos].flatMap(([id, { hasThumb }]) => (hasThumb ? [id] : []));
  const sample = expected[Math.floor(Math.random() * expected.length)];
  if (sample !== undefined && present.has(sample) && (await isEmpty(thumbPath(thumbsDir, sample))))
    present.delete(sample);
  const absent = expected.filter((id) => !present.has(id));
  // Check again: the thumbnail may have been made in between.
  for (const id of absent) if (await isEmpty(thumbPath(thumbsDir, id))) findings.missing.push(id);
  findings.checked += expected.length;
  findings.strays += [...present].filter((id) => !photos.has(id)).length;
}

async function thumbsIn(folder: string): Promise<Set<number>> {
  try {
    const names = await readdir(folder);
    return new Set(names.flatMap((name) => (/^\d+\.webp$/.test(name) ? [Number.parseInt(name, 10)] : [])));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

/** Whether a thumbnail is empty or missing. */
async function isEmpty(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

function verdict(
  { checked, missing, strays }: Findings,
  inPart: boolean,
  { remake }: Dependencies,
): { ok: boolean; detail: string } {
  const straysText =
    strays === 0
      ? ''
      : ` ${strays === 1 ? '1 file belongs' : `${strays} files belong`} to no photo: no harm, only space.`;
  if (missing.length > 0) {
    remake(missing);
    return {
      ok: false,
      detail: `${missing.length} of ${checked} thumbnails are missing or empty: the server is remaking them, so check again later.${straysText}`,
    };
  }
  const all = inPart ? `The ${checked} thumbnails that were checked in time` : `All ${checked} thumbnails`;
  return { ok: true, detail: `${all} are there.${straysText}` };
}
