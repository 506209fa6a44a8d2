import { createHash } from 'node:crypto';
import { SourceError } from '../../plugin-api/errors.ts';

/** The most pages of one listing: ten million photos in pages of a hundred. */
const maxPages = 100_000;

/** The listing of a source does not end. Its cursor is useless, so the listing has to start over. */
export class EndlessListing extends SourceError {}

/** What a page contains about the following pages. */
interface Page {
  /** The cursor of the page that follows; null when none does. */
  readonly next: string | null;
  readonly items: readonly unknown[];
  /** The uids of the items, if each may come only once in a listing. */
  readonly uids?: readonly string[];
}

/** One reading of a list, from some page to its end. It makes sure that there is an end. */
export class Listing {
  /** The most items that a page may have. */
  readonly limit: number;
  readonly #what: string;
  /** Hashes of the cursors and contents so far. Hashes, because a source can make them of any length. */
  readonly #cursors = new Set<string>();
  readonly #contents = new Set<string>();

  /** @param items the name of the listed items, for messages */
  constructor(items: string, limit: number) {
    this.#what = items;
    this.limit = limit;
  }

  /**
   * Records the page at a cursor.
   * @throws EndlessListing if the page does not advance
   */
  turn(cursor: string | null, { next, items, uids }: Page): void {
    if (next === null) return;
    if (items.length === 0) throw this.#endless('an empty page says that more follows');
    this.#cursors.add(hashOf(cursor ?? ''));
    if (this.#cursors.has(hashOf(next))) throw this.#endless('a page is followed by one that came before');
    if (uids) {
      const contents = hashOf(uids.join('\n'));
      if (this.#contents.has(contents)) throw this.#endless('the same page came twice');
      this.#contents.add(contents);
    }
    if (this.#cursors.size >= maxPages) throw this.#endless(`it has more than ${maxPages} pages`);
  }

  #endless(reason: string): EndlessListing {
    return new EndlessListing('bad_answer', `The photo source answered wrongly to ${this.#what}: ${reason}.`);
  }
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
