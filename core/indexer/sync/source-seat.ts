import type { SyncState } from '../../store/sync-state.ts';
import type { PauseRecord } from '../pause-record.ts';
import type { HeldSync } from './held-sync.ts';
import type { ReadSource } from './routed-source.ts';
import type { Sync } from './sync.ts';

export const firstPatience = 5000;

/** The sync of one source, and what belongs to it alone. */
export interface SourceSync extends ReadSource {
  readonly sync: Sync;
  readonly state: SyncState;
  readonly held: HeldSync;
}

/** What a plugin brings to a round. */
export class Seat {
  readonly plugin: string;
  readonly pauses: PauseRecord;
  /** Before that, in epoch seconds, the source is not asked again. */
  resumeAt = 0;
  /** Its photos could not be read, whatever it says of itself. */
  isDoubted = false;
  /** Milliseconds that the others wait for it, once theirs are read: more each time that this was too little for a page. */
  patience = firstPatience;
  /** Undefined until it is known which source of the library it is. */
  member: SourceSync | undefined;

  constructor(plugin: string, pauses: PauseRecord) {
    this.plugin = plugin;
    this.pauses = pauses;
  }
}

/** Changes with each page that is read. */
export const progressOf = ({ state }: SourceSync): string =>
  JSON.stringify([state.get('full_pass'), state.get('changes_cursor'), state.get('albums_due')]);
