/** What was typed and not saved when the session ended, until the same person is back. In memory alone. */
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

  /** Somebody else is here now. */
  forget(): void {
    this.#kept.clear();
  }
}
