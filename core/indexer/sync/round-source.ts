import type { SyncState } from '../../store/sync-state.ts';
import type { PauseRecord } from '../pause-record.ts';
import type { HeldSync } from './held-sync.ts';
import type { ReadSource } from './routed-source.ts';
import type { Sync } from './sync.ts';

export const firstPatience = 5000;

/** The sync of one source, with its state. */
export interface SourceSync extends ReadSource {
  readonly sync: Sync;
  readonly state: SyncState;
  readonly held: HeldSync;
}

/** The photo source of a plugin, for the rounds of the sync. */
export class RoundSource {
  readonly plugin: string;
  readonly pauses: PauseRecord;
  /** Epoch seconds before which the source is not tried again. */
  resumeAt = 0;
  /** Whether its photos could not be read although it reports to be healthy. */
  isDoubted = false;
  /** Milliseconds that the others wait for it when they are done. They double whenever they were too short for a page. */
  patience = firstPatience;
  /** Undefined until the source's id in the library is known. */
  member: SourceSync | undefined;

  constructor(plugin: string, pauses: PauseRecord) {
    this.plugin = plugin;
    this.pauses = pauses;
  }
}

/** A text that changes with each page that is read. */
export const progressOf = ({ state }: SourceSync): string =>
  JSON.stringify([state.get('full_pass'), state.get('changes_cursor'), state.get('albums_due')]);
