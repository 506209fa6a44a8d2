/** Changes in place that are kept: examining more costs as much as finding the photos again. */
const mostRemembered = 1000;

/**
 * Counts the versions of the timeline, and keeps the positions at which photos changed in place between them: a
 * selection of an older version is updated by these photos alone.
 */
export class TimelineVersions {
  #now = 0;
  #changes: { readonly version: number; readonly positions: readonly number[] }[] = [];
  #remembered = 0;
  /** The version before which changes are not kept any more. */
  #since = 0;

  get now(): number {
    return this.#now;
  }

  changedInPlace(positions: readonly number[]): void {
    this.#changes.push({ version: ++this.#now, positions });
    this.#remembered += positions.length;
    if (this.#remembered > mostRemembered) this.#forget();
  }

  /** Photos stand at other positions from now on. */
  moved(): void {
    this.#now++;
    this.#forget();
  }

  /**
   * The positions of the photos that changed in place since a version, in order; undefined when photos have moved since, or
   * when it is forgotten.
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
