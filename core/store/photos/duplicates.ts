import type { CopiedContent } from '../../domain/duplicate-tally.ts';
import type { Db, Statement } from '../../db/open.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import type { ScopeParameters } from './scope-parameters.ts';

/** The number of contents to read at once: some milliseconds. */
const contentsAtOnce = 500;

/** Photos with identical content. */
export interface DuplicateGroup {
  readonly sha1: Buffer;
  /** The size of one copy, in bytes. */
  readonly size: number;
  /** Ids, newest capture first. */
  readonly photos: readonly number[];
}

interface Content {
  sha1: Buffer;
  size: number;
  waste: number;
}

/** A position in the list of contents, which is sorted by waste, largest first. */
type ContentMark = Pick<Content, 'sha1' | 'waste'>;

/** A visible copy of a content, or a content without visible copies. */
interface CopyRow extends Content {
  id: number | null;
}

type Hidden = Pick<ScopeParameters, 'hidden'>;

/** Finds photos that exist more than once, by the SHA-1 of their content. */
export class Duplicates {
  readonly #withheld: WithheldFrom;
  readonly #newestFirst: Statement<[string], number>;
  readonly #after: Statement<[ContentMark & Hidden & { limit: number }], CopyRow>;
  readonly #with: Statement<[Hidden & { photos: string }], CopyRow>;

  constructor(db: Db) {
    this.#withheld = withheldOn(db);
    this.#newestFirst = db
      .prepare<[string], number>(
        'SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY taken_at DESC, uid',
      )
      .pluck();
    const visible = `
      SELECT c.sha1, c.size, c.waste, p.id FROM c
      LEFT JOIN photos p ON p.sha1 = c.sha1 AND p.listed = 1
        AND (:hidden OR NOT EXISTS (SELECT 1 FROM photo_flags f WHERE f.photo_id = p.id AND f.hidden = 1))`;
    // The first condition finds the position in the index, which a comparison of row values would not.
    this.#after = db.prepare(`
      WITH c AS MATERIALIZED (
        SELECT sha1, size, (copies - 1) * size AS waste FROM content_copies
        WHERE copies > 1 AND (copies - 1) * size <= :waste AND ((copies - 1) * size < :waste OR sha1 < :sha1)
        ORDER BY (copies - 1) * size DESC, sha1 DESC LIMIT :limit)
      ${visible}`);
    this.#with = db.prepare(`
      WITH c AS MATERIALIZED (
        SELECT DISTINCT c.sha1, c.size, (c.copies - 1) * c.size AS waste
        FROM json_each(:photos) j CROSS JOIN photos p ON p.id = j.value CROSS JOIN content_copies c ON c.sha1 = p.sha1
        WHERE c.copies > 1)
      ${visible}`);
  }

  /**
   * One page of the contents that exist more than once, each with its visible photos.
   * @param mark the end of the previous page
   * @returns `last` is undefined at the end
   */
  visibleAfter(
    mark: ContentMark | undefined,
    limit: number,
    withHidden = false,
  ): { contents: CopiedContent[]; last?: ContentMark } {
    const from = mark ?? { waste: Number.MAX_SAFE_INTEGER, sha1: Buffer.alloc(0) };
    const rows = this.#after.all({ ...from, limit, hidden: withHidden ? 1 : 0 });
    const last = rows.at(-1);
    return { contents: contentsOf(rows), ...(last && { last: { waste: last.waste, sha1: last.sha1 } }) };
  }

  /** The contents of some photos that exist more than once, each with its visible photos. */
  visibleWith(photos: readonly number[], withHidden = false): CopiedContent[] {
    return contentsOf(this.#with.all({ photos: JSON.stringify(photos), hidden: withHidden ? 1 : 0 }));
  }

  /**
   * The groups that waste the most bytes, without photos that are withheld from the audience.
   *
   * `content_copies` also counts hidden copies, so its waste is an upper bound. Reading stops when no following content can
   * be among the largest.
   */
  largest(limit: number, audience: Audience, withHidden = false): DuplicateGroup[] {
    const { photos: withheld } = this.#withheld(audience);
    const waste = ({ size, photos }: CopiedContent): number => (photos.length - 1) * size;
    let largest: CopiedContent[] = [];
    let mark: ContentMark | undefined;
    do {
      const { contents, last } = this.visibleAfter(mark, contentsAtOnce, withHidden);
      const visible = contents.map((content) => ({
        ...content,
        photos: content.photos.filter((id) => !withheld.has(id)),
      }));
      largest = [...largest, ...visible.filter(({ photos }) => photos.length > 1)];
      largest = largest.sort((a, b) => waste(b) - waste(a)).slice(0, limit);
      const smallest = largest[limit - 1];
      mark = smallest && last && waste(smallest) >= last.waste ? undefined : last;
    } while (mark);
    const ids = this.#newestFirst.all(JSON.stringify(largest.flatMap(({ photos }) => photos)));
    const places = new Map(ids.map((id, place) => [id, place]));
    return largest.map(({ key, size, photos }) => ({
      sha1: Buffer.from(key, 'latin1'),
      size,
      photos: photos.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
    }));
  }
}

function contentsOf(rows: readonly CopyRow[]): CopiedContent[] {
  const contents = new Map<string, { key: string; size: number; photos: number[] }>();
  for (const { sha1, size, id } of rows) {
    const key = sha1.toString('latin1');
    const content = contents.get(key) ?? { key, size, photos: [] };
    contents.set(key, content);
    if (id !== null) content.photos.push(id);
  }
  return [...contents.values()];
}
