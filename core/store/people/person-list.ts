import type { Db, Statement } from '../../db/open.ts';
import type { FaceCover, PersonSummary } from '../../domain/person.ts';
import type { Sight } from '../../domain/sight.ts';

interface Row {
  id: number;
  name: string | null;
  faces: number;
  photos: number;
  unseen: number;
  chosen: number;
}

type CoverRow = FaceCover & { id: number };

/** `ignored`: people without a name whom people hid, since nobody knows them. */
export type Which = 'all' | 'named' | 'unnamed' | 'ignored';

interface PageQuery {
  /** `all` unless it is said. */
  readonly which?: Which | undefined;
  /** Part of a case-folded name; null for all people. */
  readonly key: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Hidden photos count, and hidden people are listed. */
  readonly withHidden: boolean;
}

/** The statements for viewers who see hidden photos, or for those who do not. */
interface Queries {
  readonly page: Readonly<Record<Which, Statement<[{ limit: number; offset: number }], Row>>>;
  readonly total: Readonly<Record<Which, Statement<[], number>>>;
  /** People with a part of a name. */
  readonly found: Statement<[{ key: string; limit: number; offset: number }], Row>;
  readonly foundTotal: Statement<[string], number>;
  readonly some: Statement<[string], Row>;
}

/** People as lists show them, from counts that triggers keep: see db/migrations/0003-people-counts.ts. */
export class PersonList {
  readonly #visible: Queries;
  readonly #everything: Queries;
  readonly #covers: Statement<[string], CoverRow>;
  readonly #named: Statement<[], { id: number; name: string; photos: number }>;
  readonly #namesVersion: Statement<[], string>;
  readonly #exists: Statement<[number], number>;

  constructor(db: Db) {
    // A named person without a face is listed, so that people can give them faces. A person who is only in hidden photos is
    // not listed.
    this.#visible = prepare(db, {
      faces: 'c.faces',
      photos: 'c.photos',
      shown: '(c.faces > 0 OR (c.named = 1 AND c.hidden_faces = 0))',
      // An index has the hidden people, who are few.
      listed: 'c.person_id NOT IN (SELECT id FROM people WHERE hidden = 1)',
    });
    this.#everything = prepare(db, {
      faces: 'c.faces + c.hidden_faces',
      photos: 'c.photos + c.hidden_photos',
      shown: '(c.faces > 0 OR c.hidden_faces > 0 OR c.named = 1)',
      listed: 'TRUE',
    });
    this.#named = db.prepare(`
      SELECT n.id, n.name, c.photos FROM person_counts c CROSS JOIN people n ON n.id = c.person_id
      WHERE c.named = 1 AND c.faces > 0 AND n.hidden = 0`);
    this.#namesVersion = db
      .prepare<[], string>(
        `SELECT concat((SELECT version FROM facet_versions WHERE facet = 'names'), ' ', count(*), ' ', total(id))
         FROM people WHERE hidden = 1`,
      )
      .pluck();
    this.#exists = db.prepare<[number], number>('SELECT 1 FROM people WHERE id = ?').pluck();
    // The cover is the chosen face where that is still the person's and visible, else the best visible face. One out of a
    // photo that is not whole stands behind all others.
    const isVisible = (face: string, also = ''): string => `${face}.crop > 0 AND EXISTS (
        SELECT 1 FROM photos p LEFT JOIN photo_flags g ON g.photo_id = p.id
        WHERE p.id = ${face}.photo_id AND p.listed = 1 AND coalesce(g.hidden, 0) = 0 ${also})`;
    const best = (also: string): string => `(
        SELECT b.id FROM faces b INDEXED BY faces_best WHERE b.person_id = asked.value AND ${isVisible('b', also)}
        ORDER BY b.quality DESC, b.score DESC, b.id LIMIT 1)`;
    this.#covers = db.prepare(`
      SELECT f.person_id AS id, f.id AS faceId, f.crop
      FROM json_each(?) asked CROSS JOIN faces f ON f.id = coalesce(
        (SELECT x.id FROM people n JOIN faces x ON x.id = n.cover_face_id
          WHERE n.id = asked.value AND x.person_id = n.id AND ${isVisible('x')}),
        ${best('AND p.fault IS NULL')}, ${best('')})`);
  }

  /** Named people first, then by number of faces. */
  page({ key, which = 'all', limit, offset, withHidden }: PageQuery): { people: PersonSummary[]; total: number } {
    if (key !== null && (which === 'unnamed' || which === 'ignored')) return { people: [], total: 0 };
    const queries = withHidden ? this.#everything : this.#visible;
    const rows = key === null ? queries.page[which].all({ limit, offset }) : queries.found.all({ key, limit, offset });
    const total = key === null ? queries.total[which].get() : queries.foundTotal.get(key);
    return { people: this.#summaries(rows), total: total ?? 0 };
  }

  /** How many people everybody may see. */
  total(): number {
    return this.#visible.total.all.get() ?? 0;
  }

  /** All who have a name and a face that everybody may see, without those hidden by choice. */
  named(): { id: number; name: string; photos: number }[] {
    return this.#named.all();
  }

  /** Another one when people are named, merged, hidden or shown again. */
  namesVersion(): string {
    return this.#namesVersion.get() ?? '';
  }

  /** Those of these people who have a face that may be seen, or a name; people hidden by choice too. In the given order. */
  some(ids: readonly number[], withHidden = false): PersonSummary[] {
    const queries = withHidden ? this.#everything : this.#visible;
    const found = new Map(this.#summaries(queries.some.all(JSON.stringify(ids))).map((person) => [person.id, person]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Whether the person is there for the viewer. A person who is only in hidden photos is there only if the viewer sees those. */
  isThere(id: number, { seesHidden }: Sight): boolean {
    return seesHidden ? this.#exists.get(id) === 1 : this.#visible.some.get(JSON.stringify([id])) !== undefined;
  }

  /** One person as lists show them. Hidden photos count for a person who is in no other. */
  one(id: number): PersonSummary | undefined {
    return this.some([id])[0] ?? this.some([id], true)[0];
  }

  /** The face that stands for a person. */
  cover(id: number): FaceCover | null {
    const [row] = this.#covers.all(JSON.stringify([id]));
    return row ? { faceId: row.faceId, crop: row.crop } : null;
  }

  #summaries(rows: readonly Row[]): PersonSummary[] {
    const covers = new Map(
      this.#covers.all(JSON.stringify(rows.map(({ id }) => id))).map(({ id, faceId, crop }) => [id, { faceId, crop }]),
    );
    return rows.map(({ id, name, faces, photos, unseen, chosen }) => ({
      id,
      name,
      faceCount: faces,
      photoCount: photos,
      cover: covers.get(id) ?? null,
      hidden: chosen === 1 || unseen === 1,
      hiddenByChoice: chosen === 1,
    }));
  }
}

function prepare(db: Db, sql: { faces: string; photos: string; shown: string; listed: string }): Queries {
  const select = `
    SELECT c.person_id AS id, n.name, ${sql.faces} AS faces, ${sql.photos} AS photos,
      c.faces = 0 AND c.hidden_faces > 0 AS unseen, n.hidden AS chosen
    FROM person_counts c CROSS JOIN people n ON n.id = c.person_id
    WHERE ${sql.shown}`;
  const order = `ORDER BY c.named DESC, ${sql.faces} DESC, c.person_id LIMIT :limit OFFSET :offset`;
  const hasKey = (key: string): string => `c.named = 1 AND instr(n.name_key, ${key}) > 0`;
  const count = (condition: string): string =>
    `SELECT count(*) FROM person_counts c CROSS JOIN people n ON n.id = c.person_id WHERE ${sql.shown} AND ${condition}`;
  const conditions: Readonly<Record<Which, string>> = {
    all: sql.listed,
    named: `c.named = 1 AND ${sql.listed}`,
    unnamed: `c.named = 0 AND ${sql.listed}`,
    ignored: 'c.named = 0 AND c.person_id IN (SELECT id FROM people WHERE hidden = 1)',
  };
  const each = <T>(prepared: (condition: string) => T): Record<Which, T> => ({
    all: prepared(conditions.all),
    named: prepared(conditions.named),
    unnamed: prepared(conditions.unnamed),
    ignored: prepared(conditions.ignored),
  });
  return {
    page: each((condition) => db.prepare(`${select} AND ${condition} ${order}`)),
    total: {
      ...each((condition) => db.prepare<[], number>(count(condition)).pluck()),
      // The counts alone answer this one.
      all: db.prepare<[], number>(`SELECT count(*) FROM person_counts c WHERE ${sql.shown} AND ${sql.listed}`).pluck(),
    },
    found: db.prepare(`${select} AND ${sql.listed} AND ${hasKey(':key')} ${order}`),
    foundTotal: db.prepare<[string], number>(count(`${sql.listed} AND ${hasKey('?')}`)).pluck(),
    some: db.prepare(`${select} AND c.person_id IN (SELECT value FROM json_each(?))`),
  };
}
