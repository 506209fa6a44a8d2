/** Faults of a bridge of proton-faces that also occurred with the real one. */
export class ProtonFaults {
  /**
   * How the list ends: early and without its last line, early but seemingly complete, without a last line, not at all,
   * only with progress, or with an unknown line.
   */
  list: 'whole' | 'early' | 'early-but-whole' | 'without-done' | 'silent' | 'cut' | 'empty' | 'progress' | 'odd' =
    'whole';
  /** Milliseconds between two lines of a list, during which it reports progress. */
  slowness = 0;
  loggedOut = false;
  /** Whether Proton rejects all requests, although the health is good. */
  refuses = false;
  /** Photos for which Proton fails: a batch of nodes or thumbnails with one of them fails completely. */
  readonly poison = new Set<string>();
  /** The number of lines after which a response with nodes is cut off. */
  nodesCutAfter = Infinity;
  /** Milliseconds per node. */
  nodeTime = 0;
  hasAlbums = true;
  /** What happens to downloads of a photo. One that stops is complete except for its end. */
  readonly downloads = new Map<string, 'fails' | 'hangs' | 'is-cut' | 'is-damaged' | 'has-no-room' | 'stops'>();
  /** Whether videos are sent without their length. */
  hidesLength = false;
  /** Whether a download that is not read to its end keeps its slot. */
  leaksPlaces = false;
  readonly thumbnailsLeftOut = new Set<string>();
  /** Photos without a thumbnail from Proton, with the error. A batch with one that hangs gets no response. */
  readonly thumbnails = new Map<string, string>();
  readonly thumbnailsHang = new Set<string>();
  /** Whether all downloads are rejected because of too many requests. */
  busy = false;
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> | undefined;

  /** Accepts connections but sends no responses, like a stopped process. */
  freeze(): void {
    this.#frozen = new Promise((resolve) => (this.#thaw = resolve));
  }

  /** Continues with the requests received meanwhile. */
  thaw(): void {
    this.#thaw?.();
    this.#frozen = undefined;
  }

  /** Responds again, but never to the requests received meanwhile. */
  letGo(): void {
    this.#frozen = undefined;
  }

  get frozen(): Promise<void> | undefined {
    return this.#frozen;
  }
}
