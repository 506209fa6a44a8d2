import { resolve } from 'node:path';
import { asStartupError, interruptible } from './interrupt.ts';
import { mustHaveIndex, withLibrary } from './open-index.ts';
import { inject } from '../compose/inject.ts';
import { sidecarSeal } from '../domain/sidecar-seal.ts';
import { SidecarExport, type SidecarReport } from '../services/sidecar-export.ts';
import type { Config } from '../settings/env.ts';
import { version } from '../settings/package-info.ts';
import { EditedPhotos } from '../store/photos/edited-photos.ts';

/** The most paths that are listed individually. */
const maxNamed = 20;

/**
 * Writes XMP sidecars with the edits of photos, with or without a running server.
 * @returns whether all of them could be written
 * @throws StartupError
 */
export async function exportSidecars(
  config: Config,
  folder: string,
  force: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  mustHaveIndex(config);
  const report = await interruptible('Stopped. The sidecars that were written by then are complete.', (signal) =>
    withLibrary(config, (library) =>
      new SidecarExport({
        photos: new EditedPhotos(library.resolve(inject.db)),
        seal: sidecarSeal(library.resolve(inject.secret)),
        version,
      })
        .run(resolve(folder), { force, signal })
        .catch((error: unknown) => {
          throw asStartupError(error);
        }),
    ),
  );
  for (const line of linesOf(report, folder)) print(line);
  return report.foreign.length === 0;
}

function linesOf(
  { written, unchanged, removed, newer, older, unknown, foreign }: SidecarReport,
  folder: string,
): string[] {
  const unchangedText = unchanged === 0 ? '' : `; ${counted(unchanged, 'was', 'were')} up to date already`;
  return [
    `${counted(written, 'sidecar')} written to ${folder}${unchangedText}.`,
    ...(removed === 0 ? [] : [`${counted(removed, 'sidecar')} removed, because the edit was taken back.`]),
    ...(newer === 0 ? [] : [`${counted(newer, 'is', 'are')} newer than the photo’s file in the store.`]),
    ...(unknown === 0 ? [] : [`Of ${unknown} the store has not said when the photo’s file was changed.`]),
    ...(older.length === 0
      ? []
      : [`${counted(older.length, 'is', 'are')} older than the photo’s file, which was changed after the edit:`]),
    ...nameLines(older),
    ...(foreign.length === 0
      ? []
      : [`${counted(foreign.length, 'file')} of other programs left as they are; --force overwrites them:`]),
    ...nameLines(foreign),
  ];
}

function nameLines(paths: readonly string[]): string[] {
  const unnamed = paths.length - maxNamed;
  return [...paths.slice(0, maxNamed).map((path) => `  ${path}`), ...(unnamed > 0 ? [`  and ${unnamed} more`] : [])];
}

const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
