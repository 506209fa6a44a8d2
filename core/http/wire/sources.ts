/** One of several photo sources of the library. */
export interface SourceState {
  /** The plugin that provides it; null when that was never known. */
  name: string | null;
  reachable: boolean;
  loggedIn: boolean;
  photos: number;
}

/** As admins see it. */
export interface SourceReport extends SourceState {
  /** False for a plugin that is not loaded any more: its photos stay until an admin lets them go. */
  loaded: boolean;
  /** Its photos are about to go. */
  leaving: boolean;
}

export interface Sources {
  sources: SourceReport[];
}

/** An admin's confirmation that the photos of a source are removed, as it was shown. */
export interface LeavingSource {
  name: string | null;
  photos: number;
}
