/** The number of stored changes in place: applying more costs as much as finding the photos again. */
const maxRemembered = 1000;

/**
 * Counts the versions of the timeline, and stores the positions at which photos changed in place between them. A selection
 * of an older version is updated from these photos only.
 */
export class TimelineVersions {
  #now = 0;
  #changes: { readonly version: number; readonly positions: readonly number[] }[] = [];
  #remembered = 0;
  /** The oldest version for which all later changes are stored. */
  #since = 0;

  get now(): number {
    return this.#now;
  }

  changedInPlace(positions: readonly number[]): void {
    this.#changes.push({ version: ++this.#now, positions });
    this.#remembered += positions.length;
    if (this.#remembered > maxRemembered) this.#forget();
  }

  /** Must be called when photos have moved to other positions. */
  moved(): void {
    this.#now++;
    this.#forget();
  }

  /**
   * The sorted positions of the photos that changed in place since a version; undefined if photos have moved since, or if
   * the changes are no longer stored.
   */
  changesSince(version: number): Uint32Array | undefined {
    if (version < this.#since) return undefined;
    const later = this.#changes.filter((change) => change.version > version);
    return Uint32Array.from(new Set(later.flatMap(({ positions }) => positions))).sort();
  }

  #forget(): void {
    this.#changes = [];
    this.#remembered = 0;
    this.#since = this.#now;
  }
}
