import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { blobToVector } from '../../db/vectors.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import type { Merge } from '../../domain/person.ts';
import { areApart, isToBeNamed } from './sql-parts.ts';

/** A face that the clusterer has to examine. */
export interface NewFace {
  readonly id: number;
  readonly photoId: number;
  /** Null for an unassigned face. */
  readonly personId: number | null;
  /** 0 to 1: how well the picture distinguishes this person from others. */
  readonly quality: number;
  /** 512 values. */
  readonly embedding: Float32Array;
}

type NewFaceRow = Omit<NewFace, 'embedding'> & { readonly embedding: Buffer };

export interface KnownPerson {
  readonly id: number;
  /**
   * Whether a user named the person, assigned a face or a cover, hid or withheld them, or merged another person into them.
   */
  readonly decided: 0 | 1;
}

export interface ExaminationProgress {
  /** The examined face with the highest id; null if none was examined. */
  readonly examined: number | null;
  /** The face with the lowest id; null if there is none. */
  readonly first: number | null;
}

/** A decision that a face of the owner is not the other person. */
interface NotOne {
  readonly owner: number;
  readonly other: number;
}

const faceColumns = 'f.id, f.photo_id AS photoId, f.person_id AS personId, f.quality, e.embedding';

/** Lists are passed to SQLite as JSON, so that one statement serves any length. */
const listed = '(SELECT value FROM json_each(?))';

/** Reads the input of the clusterer: new faces, and the people and decisions that it must respect. */
export class ClustererReads {
  readonly #newFaces: Statement<[{ model: string; after: number; limit: number }], NewFaceRow>;
  readonly #lastExamined: Statement<[{ before: number; limit: number }], ExaminationProgress>;
  readonly #stillLoose: Statement<[{ model: string; ids: string }], NewFaceRow>;
  readonly #persons: Statement<[string], KnownPerson>;
  readonly #inPhotos: Statement<[string], { photoId: number; personId: number }>;
  readonly #notPersons: Statement<[string], { faceId: number; personId: number }>;
  readonly #notOnePerson: Statement<[string], NotOne>;
  readonly #mayJoin: Statement<[Merge], number>;
  readonly #shared: Statement<[{ a: number; b: number }], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    // A face of an unlisted photo has no vector in the vector index, so it waits until the photo is listed.
    this.#newFaces = db.prepare(`
      SELECT ${faceColumns}
      FROM faces f INDEXED BY faces_unclustered
        CROSS JOIN face_embeddings e ON e.model = :model AND e.face_id = f.id
        CROSS JOIN photos p ON p.id = f.photo_id
      WHERE f.clustered = 0 AND f.id > :after AND p.listed AND ${isToBeNamed('f.id')} ORDER BY f.id LIMIT :limit`);
    this.#lastExamined = db.prepare(`
      SELECT max(id) FILTER (WHERE clustered = 1) AS examined, min(id) AS first
      FROM (SELECT id, clustered FROM faces WHERE id < :before ORDER BY id DESC LIMIT :limit)`);
    this.#stillLoose = db.prepare(`
      SELECT ${faceColumns}
      FROM faces f CROSS JOIN face_embeddings e ON e.model = :model AND e.face_id = f.id
      WHERE f.id IN (SELECT value FROM json_each(:ids)) AND f.person_id IS NULL AND f.clustered = 1 AND ${isToBeNamed('f.id')}
      ORDER BY f.id`);
    this.#persons = db.prepare(`
      SELECT id, name IS NOT NULL OR cover_face_id IS NOT NULL OR hidden = 1
        OR EXISTS (SELECT 1 FROM face_decisions WHERE person_id = people.id)
        OR EXISTS (SELECT 1 FROM withholdings WHERE person_id = people.id)
        OR EXISTS (SELECT 1 FROM merge_records WHERE target_id = people.id AND state <> 'ended') AS decided
      FROM people WHERE id IN ${listed} ORDER BY id`);
    this.#inPhotos = db.prepare(`
      SELECT DISTINCT photo_id AS photoId, person_id AS personId FROM faces INDEXED BY faces_photo
      WHERE photo_id IN ${listed} AND person_id IS NOT NULL`);
    this.#notPersons = db.prepare(`
      SELECT face_id AS faceId, person_id AS personId FROM face_refusals WHERE face_id IN ${listed}`);
    this.#notOnePerson = db.prepare(`
      SELECT DISTINCT f.person_id AS owner, r.person_id AS other
      FROM face_refusals r INDEXED BY face_refusals_person CROSS JOIN faces f ON f.id = r.face_id
      WHERE r.person_id IN ${listed} AND f.person_id IS NOT NULL`);
    const hasFaceThatIsNot = (owner: string, person: string): string => `EXISTS (SELECT 1
      FROM face_refusals r CROSS JOIN faces f ON f.id = r.face_id WHERE r.person_id = ${person} AND f.person_id = ${owner})`;
    // Both exist, there is no decision about the source, neither takes part in a running merge or undo, and no decision says
    // that the two, or a face of one and the other, are different people.
    this.#mayJoin = plucked(`
      SELECT EXISTS (SELECT 1 FROM people WHERE id = :target)
        AND EXISTS (SELECT 1 FROM people WHERE id = :source AND name IS NULL AND cover_face_id IS NULL AND hidden = 0)
        AND NOT EXISTS (SELECT 1 FROM face_decisions WHERE person_id = :source)
        AND NOT EXISTS (SELECT 1 FROM withholdings WHERE person_id = :source)
        AND NOT EXISTS (SELECT 1 FROM merge_records WHERE target_id = :source AND state <> 'ended')
        AND NOT EXISTS (SELECT 1 FROM merge_records
          WHERE person_id IN (:source, :target) AND state IN ('merging', 'undoing'))
        AND NOT EXISTS (SELECT 1 FROM merge_records
          WHERE target_id = :target AND state IN ('merging', 'undoing'))
        AND NOT ${areApart(':source', ':target')}
        AND NOT ${hasFaceThatIsNot(':source', ':target')} AND NOT ${hasFaceThatIsNot(':target', ':source')}`);
    this.#shared = plucked(`
      SELECT EXISTS (SELECT 1 FROM faces x CROSS JOIN faces y INDEXED BY faces_person
        ON y.person_id = :b AND y.photo_id = x.photo_id WHERE x.person_id = :a)`);
  }

  /** The next faces of listed photos that the clusterer has not examined, by id. */
  newFaces(model: string, after: number, limit: number): NewFace[] {
    return this.#newFaces.all({ model, after, limit }).map(newFace);
  }

  /** Finds the examined face with the highest id among the last `limit` faces before an id. */
  lastExamined(before: number, limit: number): ExaminationProgress {
    return this.#lastExamined.get({ before, limit }) ?? { examined: null, first: null };
  }

  /** The examined unassigned faces among these, by id. */
  stillLoose(model: string, ids: readonly number[]): NewFace[] {
    return this.#stillLoose.all({ model, ids: JSON.stringify(ids) }).map(newFace);
  }

  persons(ids: readonly number[]): KnownPerson[] {
    return this.#persons.all(JSON.stringify(ids));
  }

  /** The people who have a face in these photos. */
  personsIn(photoIds: readonly number[]): { photoId: number; personId: number }[] {
    return this.#inPhotos.all(JSON.stringify(photoIds));
  }

  /** Decisions that one of these faces is not a certain person. */
  notPersons(faceIds: readonly number[]): { faceId: number; personId: number }[] {
    return this.#notPersons.all(JSON.stringify(faceIds));
  }

  /** Decisions that a face of some owner is not one of these people. */
  notOnePerson(personIds: readonly number[]): NotOne[] {
    return this.#notOnePerson.all(JSON.stringify(personIds));
  }

  /** Whether the clusterer may merge the source into the target, because no decision prevents it. */
  mayJoin({ source, target }: Merge): boolean {
    return this.#mayJoin.get({ source, target }) === 1;
  }

  /** Whether a photo has faces of both. @param a the person with fewer faces, whose photos are examined */
  shareAPhoto(a: number, b: number): boolean {
    return this.#shared.get({ a, b }) === 1;
  }
}

function newFace({ embedding, ...row }: NewFaceRow): NewFace {
  return { ...row, embedding: blobToVector(embedding, faceDimensions) };
}
