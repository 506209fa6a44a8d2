/** One of several photo sources of the library. */
export interface SourceState {
  /** The plugin that provides it; null if unknown. */
  name: string | null;
  reachable: boolean;
  loggedIn: boolean;
  photos: number;
}

/** A source as admins see it. */
export interface SourceReport extends SourceState {
  /** False if its plugin is no longer loaded: its photos stay until an admin has them removed. */
  loaded: boolean;
  /** Whether its photos are about to be removed. */
  leaving: boolean;
}

export interface Sources {
  sources: SourceReport[];
}

/** An admin's confirmation that the photos of a source are removed, with the values that were shown. */
export interface LeavingSource {
  name: string | null;
  photos: number;
}
