/** What goes wrong with a bridge of proton-faces, as it went wrong with the real one. */
export class ProtonFaults {
  /**
   * How the list ends: early and without its last line, early as if it were whole, without a last line, not at all; with
   * progress and nothing else, or with a line that nobody understands.
   */
  list: 'whole' | 'early' | 'early-but-whole' | 'without-done' | 'silent' | 'cut' | 'empty' | 'progress' | 'odd' =
    'whole';
  /** Milliseconds between two lines of a list, in which it tells of progress. */
  slowness = 0;
  loggedOut = false;
  /** Whether Proton refuses all, while the health says that all is well. */
  refuses = false;
  /** Photos on which Proton fails: a batch of nodes or thumbnails with one of them fails as a whole. */
  readonly poison = new Set<string>();
  /** After how many lines an answer about nodes is cut off. */
  nodesCutAfter = Infinity;
  /** Milliseconds that each node takes. */
  nodeTime = 0;
  hasAlbums = true;
  /** What becomes of downloads of a photo: one that stops has all but its end. */
  readonly downloads = new Map<string, 'fails' | 'hangs' | 'is-cut' | 'is-damaged' | 'has-no-room' | 'stops'>();
  /** Whether videos come without their length. */
  hidesLength = false;
  /** Whether a download that nobody reads to its end keeps its place. */
  leaksPlaces = false;
  readonly thumbnailsLeftOut = new Set<string>();
  /** Photos whose thumbnail Proton does not give, and what is said of it; a batch with one that hangs is never answered. */
  readonly thumbnails = new Map<string, string>();
  readonly thumbnailsHang = new Set<string>();
  /** Whether all downloads are refused because too much is asked for. */
  busy = false;
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> | undefined;

  /** Takes connections and answers nothing, as a process that was stopped. */
  freeze(): void {
    this.#frozen = new Promise((resolve) => (this.#thaw = resolve));
  }

  /** Goes on with what was asked meanwhile. */
  thaw(): void {
    this.#thaw?.();
    this.#frozen = undefined;
  }

  /** Answers again, and never what was asked meanwhile. */
  letGo(): void {
    this.#frozen = undefined;
  }

  get frozen(): Promise<void> | undefined {
    return this.#frozen;
  }
}
