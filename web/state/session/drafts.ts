/** Unsaved text from before the session ended, kept in memory for the same person to return to. */
export class Drafts {
  readonly #kept = new Map<string, string>();

  get(name: string): string | undefined {
    return this.#kept.get(name);
  }

  keep(name: string, typed: string): void {
    this.#kept.set(name, typed);
  }

  drop(name: string): void {
    this.#kept.delete(name);
  }
}
