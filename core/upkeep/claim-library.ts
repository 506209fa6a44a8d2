import type { Db } from '../db/open.ts';
import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import { keepKind, kindOf, type LibraryKind } from '../store/library-kind.ts';

type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'demo'>>;

/** The data folder is the demo's and the settings are of a real library, or the other way round. */
export class OtherLibrary extends StartupError {}

/** The kind of library that the settings ask for. */
export const configuredKind = ({ demo }: Partial<Pick<Config, 'demo'>>): LibraryKind => (demo ? 'demo' : 'real');

/**
 * Refuses to open the demo as a real library, or the other way round: the passwords of the demo's accounts are public.
 * @throws OtherLibrary
 */
export function refuseOtherLibrary(db: Db, place: Place): void {
  refuseKind(kindOf(db), place);
}

/** The same for a kind that is already known. @throws OtherLibrary */
export function refuseKind(kind: LibraryKind | null, place: Place): void {
  if (kind === null || kind === configuredKind(place)) return;
  throw new OtherLibrary(
    kind === 'demo'
      ? `The data folder ${place.dataDir} is the demo's, whose passwords everybody knows: set DATA_DIR to another folder for your own photos, or DEMO=1 for the demo.`
      : `The data folder ${place.dataDir} is of a real library and is not opened as the demo: leave DEMO away, or set DATA_DIR to another folder for the demo.`,
  );
}

/** Marks an index permanently as the demo or a real library. @throws OtherLibrary if it is marked as the other */
export function claimLibrary(db: Db, place: Place): void {
  refuseOtherLibrary(db, place);
  keepKind(db, configuredKind(place));
}
