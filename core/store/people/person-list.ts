import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { FaceCover, PersonSummary } from '../../domain/person.ts';
import { everything, type Audience, type ViewerScope } from '../../domain/viewer-scope.ts';
import { isNotWithheld } from '../photos/scope-parameters.ts';
import { joinWithheldFaces, WithheldFaces } from './withheld-faces.ts';

interface Row {
  id: number;
  name: string | null;
  faces: number;
  photos: number;
  unseen: number;
  chosen: number;
}

type CoverRow = FaceCover & { id: number };

/** `ignored`: hidden people without a name, who are not to be named. */
export type PeopleFilter = 'all' | 'named' | 'unnamed' | 'ignored';

interface PageQuery {
  /** Default: `all`. */
  readonly which?: PeopleFilter | undefined;
  /** Part of a case-folded name; null for all people. */
  readonly key: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Whether hidden photos are counted, and hidden people listed. */
  readonly withHidden: boolean;
  readonly audience: Audience;
}

/** Identifies the viewer by the key of the photos that are withheld from them. */
interface Asks {
  readonly withheld: number;
}

/** The statements for viewers who may or may not see hidden photos, and for those from whom something is withheld. */
interface Queries {
  readonly page: Readonly<Record<PeopleFilter, Statement<[Asks & { limit: number; offset: number }], Row>>>;
  readonly total: Readonly<Record<PeopleFilter, Statement<[Asks], number>>>;
  /** People whose name contains a text. */
  readonly found: Statement<[Asks & { key: string; limit: number; offset: number }], Row>;
  readonly foundTotal: Statement<[Asks & { key: string }], number>;
  readonly some: Statement<[Asks & { ids: string }], Row>;
  readonly nameable: Statement<[Asks], { id: number; name: string }>;
  readonly named: Statement<[Asks], { id: number; name: string; photos: number }>;
}

/** People in lists, with counts that triggers maintain: see db/migrations/0003-people-counts.ts. */
export class PersonList {
  /** For viewers from whom nothing is withheld: an index provides the order. */
  readonly #forAll: ListQueries;
  readonly #forSome: ListQueries;
  readonly #faces: WithheldFaces;
  readonly #covers: Statement<[Asks & { ids: string }], CoverRow>;
  readonly #namesVersion: Statement<[], string>;
  readonly #exists: Statement<[number], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#faces = new WithheldFaces(db);
    this.#forAll = listQueriesOf(db, { fewer: (column) => column, from: '', isKept: 'FALSE', isUntouched: 'TRUE' });
    this.#forSome = listQueriesOf(db, {
      fewer: (column) => `(${column} - coalesce(${column.replace('c.', 'd.')}, 0))`,
      from: joinWithheldFaces,
      isKept: 'coalesce(d.kept, 0)',
      isUntouched: 'd.person_id IS NULL',
    });
    this.#namesVersion = plucked(`
      SELECT concat((SELECT version FROM facet_versions WHERE facet = 'names'), ' ', count(*), ' ', total(id))
      FROM people WHERE hidden = 1`);
    this.#exists = plucked('SELECT 1 FROM people WHERE id = ?');
    // The cover is the chosen face if it still belongs to the person and is visible, otherwise the best visible face. Faces
    // in faulty photos come after all others.
    const isVisible = (face: string, condition = ''): string => `${face}.crop > 0 AND EXISTS (
        SELECT 1 FROM photos p LEFT JOIN photo_flags g ON g.photo_id = p.id
        WHERE p.id = ${face}.photo_id AND p.listed = 1 AND coalesce(g.hidden, 0) = 0
          AND ${isNotWithheld('p.id')} ${condition})`;
    const best = (condition: string): string => `(
        SELECT b.id FROM faces b INDEXED BY faces_best WHERE b.person_id = asked.value AND ${isVisible('b', condition)}
        ORDER BY b.quality DESC, b.score DESC, b.id LIMIT 1)`;
    this.#covers = db.prepare(`
      SELECT f.person_id AS id, f.id AS faceId, f.crop
      FROM json_each(:ids) asked CROSS JOIN faces f ON f.id = coalesce(
        (SELECT x.id FROM people n JOIN faces x ON x.id = n.cover_face_id
          WHERE n.id = asked.value AND x.person_id = n.id AND ${isVisible('x')}),
        ${best('AND p.fault IS NULL')}, ${best('')})`);
  }

  /** Named people first, then by number of faces. */
  page({ key, which = 'all', limit, offset, withHidden, audience }: PageQuery): {
    people: PersonSummary[];
    total: number;
  } {
    if (key !== null && (which === 'unnamed' || which === 'ignored')) return { people: [], total: 0 };
    const { queries, asks: parameters } = this.#for(audience, withHidden);
    const page = { limit, offset, ...parameters };
    const rows = key === null ? queries.page[which].all(page) : queries.found.all({ key, ...page });
    const total = key === null ? queries.total[which].get(parameters) : queries.foundTotal.get({ key, ...parameters });
    return { people: this.#summaries(rows, parameters), total: total ?? 0 };
  }

  /** The number of people whom an audience may see. */
  total(audience: Audience): number {
    const { queries, asks: parameters } = this.#for(audience, false);
    return queries.total.all.get(parameters) ?? 0;
  }

  /** All people with a name and a face that an audience may see, without hidden people. */
  named(audience: Audience, withHidden: boolean): { id: number; name: string; photos: number }[] {
    const { queries, asks: parameters } = this.#for(audience, withHidden);
    return queries.named.all(parameters);
  }

  /** All names by which a viewer may search for people, by id. */
  nameable({ seesHidden, audience }: ViewerScope): { id: number; name: string }[] {
    const { queries, asks: parameters } = this.#for(audience, seesHidden);
    return queries.nameable.all(parameters);
  }

  /** Changes whenever people are named, merged, hidden or shown again. */
  namesVersion(): string {
    return this.#namesVersion.get() ?? '';
  }

  /**
   * Those of these people who have a face that the viewer may see, or a name; including hidden people. In the given order.
   */
  some(ids: readonly number[], audience: Audience, withHidden = false): PersonSummary[] {
    const { queries, asks: parameters } = this.#for(audience, withHidden);
    const rows = queries.some.all({ ids: JSON.stringify(ids), ...parameters });
    const found = new Map(this.#summaries(rows, parameters).map((person) => [person.id, person]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * Whether the person exists for the viewer. A person who is only in hidden photos exists only for viewers who may see
   * those. A person who is withheld from the viewer, or only in withheld photos, does not exist.
   */
  isThere(id: number, { seesHidden, audience }: ViewerScope): boolean {
    if (seesHidden && audience === everything) return this.#exists.get(id) === 1;
    const { queries, asks: parameters } = this.#for(audience, seesHidden);
    if (seesHidden && parameters.withheld === 0) return this.#exists.get(id) === 1;
    return queries.some.get({ ids: JSON.stringify([id]), ...parameters }) !== undefined;
  }

  /** One person in the form of lists. Hidden photos are counted only for a person who is in no others. */
  one(id: number, audience: Audience): PersonSummary | undefined {
    return this.some([id], audience)[0] ?? this.some([id], audience, true)[0];
  }

  /** The face that represents a person. */
  cover(id: number, audience: Audience): FaceCover | null {
    const { asks: parameters } = this.#for(audience, false);
    const [row] = this.#covers.all({ ids: JSON.stringify([id]), ...parameters });
    return row ? { faceId: row.faceId, crop: row.crop } : null;
  }

  #for(audience: Audience, withHidden: boolean): { queries: Queries; asks: Asks } {
    const withheld = this.#faces.counted(audience).key;
    const lists = withheld === 0 ? this.#forAll : this.#forSome;
    return { queries: withHidden ? lists.everything : lists.visible, asks: { withheld } };
  }

  #summaries(rows: readonly Row[], parameters: Asks): PersonSummary[] {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const covers = new Map(
      this.#covers.all({ ids, ...parameters }).map(({ id, faceId, crop }) => [id, { faceId, crop }]),
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

interface ListQueries {
  readonly visible: Queries;
  readonly everything: Queries;
}

/** The SQL parts that differ between viewers from whom nothing is withheld and others. */
interface Fewer {
  /** A column of `person_counts`, minus the withheld part. */
  readonly fewer: (column: string) => string;
  /** The join that this requires. */
  readonly from: string;
  readonly isKept: string;
  /** No photo of the person is withheld. */
  readonly isUntouched: string;
}

function listQueriesOf(db: Db, { fewer, from, isKept, isUntouched }: Fewer): ListQueries {
  const faces = fewer('c.faces');
  const hiddenFaces = fewer('c.hidden_faces');
  // A named person without a face is listed, so that users can assign faces. A person who is only in hidden or withheld
  // photos is not listed.
  const isFaceless = `c.named = 1 AND c.hidden_faces = 0 AND ${isUntouched}`;
  return {
    visible: prepare(db, {
      from,
      faces,
      photos: fewer('c.photos'),
      unseen: `${faces} = 0 AND ${hiddenFaces} > 0`,
      shown: `(NOT ${isKept} AND (${faces} > 0 OR (${isFaceless})))`,
      // An index contains the hidden people, who are few.
      listed: 'c.person_id NOT IN (SELECT id FROM people WHERE hidden = 1)',
    }),
    everything: prepare(db, {
      from,
      faces: `${faces} + ${hiddenFaces}`,
      photos: `${fewer('c.photos')} + ${fewer('c.hidden_photos')}`,
      unseen: `${faces} = 0 AND ${hiddenFaces} > 0`,
      shown: `(NOT ${isKept} AND (${faces} > 0 OR ${hiddenFaces} > 0 OR (c.named = 1 AND ${isUntouched})))`,
      listed: 'TRUE',
    }),
  };
}

interface Parts {
  readonly from: string;
  readonly faces: string;
  readonly photos: string;
  readonly unseen: string;
  readonly shown: string;
  readonly listed: string;
}

function prepare(db: Db, sql: Parts): Queries {
  const plucked = pluckedOn(db);
  const select = `
    SELECT c.person_id AS id, n.name, ${sql.faces} AS faces, ${sql.photos} AS photos,
      ${sql.unseen} AS unseen, n.hidden AS chosen
    FROM person_counts c CROSS JOIN people n ON n.id = c.person_id ${sql.from}
    WHERE ${sql.shown}`;
  const order = `ORDER BY c.named DESC, ${sql.faces} DESC, c.person_id LIMIT :limit OFFSET :offset`;
  const hasKey = (key: string): string => `c.named = 1 AND instr(n.name_key, ${key}) > 0`;
  const count = (condition: string): string =>
    `SELECT count(*) FROM person_counts c CROSS JOIN people n ON n.id = c.person_id ${sql.from}
     WHERE ${sql.shown} AND ${condition}`;
  const conditions: Readonly<Record<PeopleFilter, string>> = {
    all: sql.listed,
    named: `c.named = 1 AND ${sql.listed}`,
    unnamed: `c.named = 0 AND ${sql.listed}`,
    ignored: 'c.named = 0 AND c.person_id IN (SELECT id FROM people WHERE hidden = 1)',
  };
  const each = <T>(prepared: (condition: string) => T): Record<PeopleFilter, T> => ({
    all: prepared(conditions.all),
    named: prepared(conditions.named),
    unnamed: prepared(conditions.unnamed),
    ignored: prepared(conditions.ignored),
  });
  return {
    page: each((condition) => db.prepare(`${select} AND ${condition} ${order}`)),
    total: {
      ...each((condition) => plucked<[Asks], number>(count(condition))),
      // This one needs only the counts.
      all: plucked<[Asks], number>(
        `SELECT count(*) FROM person_counts c ${sql.from} WHERE ${sql.shown} AND ${sql.listed}`,
      ),
    },
    found: db.prepare(`${select} AND ${sql.listed} AND ${hasKey(':key')} ${order}`),
    foundTotal: plucked<[Asks & { key: string }], number>(count(`${sql.listed} AND ${hasKey(':key')}`)),
    some: db.prepare(`${select} AND c.person_id IN (SELECT value FROM json_each(:ids))`),
    nameable: db.prepare(`
      SELECT n.id, n.name FROM people n JOIN person_counts c ON c.person_id = n.id ${sql.from}
      WHERE n.name_key IS NOT NULL AND ${sql.shown} ORDER BY n.id`),
    named: db.prepare(`
      SELECT n.id, n.name, ${sql.photos} AS photos
      FROM person_counts c CROSS JOIN people n ON n.id = c.person_id ${sql.from}
      WHERE c.named = 1 AND ${sql.faces} > 0 AND n.hidden = 0 AND ${sql.shown}`),
  };
}
