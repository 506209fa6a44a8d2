import { createHash } from 'node:crypto';
import { SourceError } from '../../plugin-api/errors.ts';

/** Of one listing: ten million photos in pages of a hundred. */
const mostPages = 100_000;

/** A source that lists without end. Where it stood is worth nothing: the listing has to begin anew. */
export class EndlessListing extends SourceError {}

/** What one page says of the way on. */
interface Page {
  /** The cursor of the page that follows; null when none does. */
  readonly next: string | null;
  readonly items: readonly unknown[];
  /** Of the items, where each of them comes once in a listing. */
  readonly uids?: readonly string[];
}

/** One reading of a list from some page to its end. It sees to it that there is an end. */
export class Listing {
  /** The most items that a page may have. */
  readonly limit: number;
  readonly #what: string;
  /** Cursors and contents that came, as hashes: a source makes them as long as it likes. */
  readonly #cursors = new Set<string>();
  readonly #contents = new Set<string>();

  /** @param what is listed, for messages */
  constructor(what: string, limit: number) {
    this.#what = what;
    this.limit = limit;
  }

  /**
   * Takes note of the page at a cursor.
   * @throws EndlessListing when it does not lead on
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
    if (this.#cursors.size >= mostPages) throw this.#endless(`it has more than ${mostPages} pages`);
  }

  #endless(why: string): EndlessListing {
    return new EndlessListing('bad_answer', `The photo source answered wrongly to ${this.#what}: ${why}.`);
  }
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
