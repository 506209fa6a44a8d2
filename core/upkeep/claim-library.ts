import type { Db } from '../db/open.ts';
import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import { keepKind, kindOf, type LibraryKind } from '../store/library-kind.ts';

type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'demo'>>;

/** What the settings say that a data folder is. */
export const wantedKind = ({ demo }: Partial<Pick<Config, 'demo'>>): LibraryKind => (demo ? 'demo' : 'real');

/**
 * Sees that an index is not taken for what it is not: the demo's accounts have passwords that everybody knows.
 * @throws StartupError
 */
export function refuseOtherLibrary(db: Db, place: Place): void {
  refuseKind(kindOf(db), place);
}

/** The same of what is known of an index already. @throws StartupError */
export function refuseKind(kind: LibraryKind | null, place: Place): void {
  if (kind === null || kind === wantedKind(place)) return;
  throw new StartupError(
    kind === 'demo'
      ? `The data folder ${place.dataDir} is the demo's, whose passwords everybody knows: set DATA_DIR to another folder for your own photos, or DEMO=1 for the demo.`
      : `The data folder ${place.dataDir} is of a real library and is not opened as the demo: leave DEMO away, or set DATA_DIR to another folder for the demo.`,
  );
}

/** Makes an index the demo's or a real one's for good. @throws StartupError when it is the other's */
export function claimLibrary(db: Db, place: Place): void {
  refuseOtherLibrary(db, place);
  keepKind(db, wantedKind(place));
}
