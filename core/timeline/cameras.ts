/** The largest number that fits the column. */
const maxCameras = 2 ** 16 - 1;

/**
 * Assigns numbers to the cameras of a library, for the timeline in memory. They are valid for the lifetime of the timeline.
 */
export class Cameras {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [''];

  /** 0 if there is none. */
  idOf(name: string | null): number {
    if (name === null || name === '') return 0;
    const existing = this.#ids.get(name);
    if (existing !== undefined) return existing;
    if (this.#names.length > maxCameras) return 0;
    const id = this.#names.length;
    this.#ids.set(name, id);
    this.#names.push(name);
    return id;
  }

  /** The number of a camera that has taken a photo; undefined for an unknown name. */
  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  nameOf(id: number): string {
    return this.#names[id] ?? '';
  }
}
