import { vectorToBlob } from '../../../../core/db/vectors.ts';
import { transactOn } from '../../../../core/store/transact.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';
import { PeopleRig, type PeopleRigOptions } from '../../../support/people-rig.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

interface FaceFacts {
  readonly photo?: number;
  readonly quality?: number;
  readonly person?: number;
}

/**
 * Faces with known similarities: those of one look have a cosine of 0.7, those of different looks have 0, and a face
 * between two looks has 0.5 to either.
 */
export class CraftedFaces extends PeopleRig {
  readonly photos: PhotoRows;
  #faces = 0;

  constructor(options: PeopleRigOptions) {
    super(options);
    this.photos = new PhotoRows(this.db);
  }

  photo(): number {
    return this.photos.add({ uid: `photo ${this.#count('photos')}` });
  }

  /** @param looks numbers from 0 to 63; a face with two looks resembles both */
  face(
    looks: number | readonly [number, number],
    { photo = this.photo(), quality = 1, person }: FaceFacts = {},
  ): number {
    const face = Number(
      this.db
        .prepare(
          `INSERT INTO faces (photo_id, person_id, assigned_by, x, y, w, h, points, score, quality)
           VALUES (?, ?, ?, 0.1, 0.1, 0.1, 0.1, '[]', 0.9, ?)`,
        )
        .run(photo, person ?? null, person === undefined ? 'auto' : 'user', quality).lastInsertRowid,
    );
    if (person !== undefined) this.decide(face, person);
    this.embed(face, looks);
    return face;
  }

  faces(count: number, look: number | readonly [number, number], facts: FaceFacts = {}): number[] {
    return Array.from({ length: count }, () => this.face(look, facts));
  }

  embed(face: number, looks: number | readonly [number, number], model = 'synthetic@1'): void {
    const vector = new Float32Array(512);
    // An axis for this face alone.
    this.#faces += 1;
    if (this.#faces >= 448) throw new Error('No axis is left');
    if (typeof looks === 'number') {
      vector[looks] = Math.sqrt(0.7);
      vector[64 + this.#faces] = Math.sqrt(0.3);
    } else {
      // 0.6 × √0.7 is 0.5, the cosine to a face of either look.
      vector[looks[0]] = 0.6;
      vector[looks[1]] = 0.6;
      vector[64 + this.#faces] = Math.sqrt(1 - 2 * 0.36);
    }
    this.db
      .prepare(
        `INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)
         ON CONFLICT (model, face_id) DO UPDATE SET embedding = excluded.embedding`,
      )
      .run(face, model, vectorToBlob(vector, 512));
  }

  /** @returns the person's id */
  person(name: string | null = null): number {
    return Number(
      this.db.prepare('INSERT INTO people (name, name_key, created_at) VALUES (?, ?, 0)').run(name, name)
        .lastInsertRowid,
    );
  }

  /** Assigns the face as the clusterer does. */
  give(face: number, person: number): void {
    this.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(person, face);
  }

  /** Assigns the face as a user does. */
  decide(face: number, person: number): void {
    transactOn(this.db)(() => {
      this.db
        .prepare('INSERT OR REPLACE INTO face_decisions (face_id, person_id, decided_at) VALUES (?, ?, 0)')
        .run(face, person);
      this.db.prepare(`UPDATE faces SET person_id = ?, assigned_by = 'user' WHERE id = ?`).run(person, face);
    });
  }

  /** Marks the face as not being the person, as a user does. */
  refuse(face: number, person: number): void {
    transactOn(this.db)(() => {
      this.db.prepare('INSERT INTO face_refusals (face_id, person_id, decided_at) VALUES (?, ?, 0)').run(face, person);
      this.db
        .prepare(`UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE id = ? AND person_id = ?`)
        .run(face, person);
    });
  }

  /** Marks it as not being a face, as a user does. */
  reject(face: number): void {
    transactOn(this.db)(() => {
      this.db
        .prepare(
          `INSERT INTO face_rejections (face_id, person_id, assigned_by, decided_at)
           SELECT id, person_id, assigned_by, 0 FROM faces WHERE id = ?`,
        )
        .run(face);
      this.db.prepare('UPDATE faces SET person_id = NULL WHERE id = ?').run(face);
    });
  }

  keepApart(a: number, b: number): void {
    this.db
      .prepare('INSERT INTO people_kept_apart (low_id, high_id, decided_at) VALUES (min(?1, ?2), max(?1, ?2), 0)')
      .run({ 1: a, 2: b });
  }

  personOf(face: number): number | null {
    return (
      this.db.prepare<[number], number | null>('SELECT person_id FROM faces WHERE id = ?').pluck().get(face) ?? null
    );
  }

  /** For each of the faces: the person, or null. */
  peopleOf(faces: readonly number[]): (number | null)[] {
    return faces.map((face) => this.personOf(face));
  }

  people(): number[] {
    return this.db.prepare<[], number>('SELECT id FROM people ORDER BY id').pluck().all();
  }

  unclustered(): number {
    return this.db.prepare<[], number>('SELECT count(*) FROM faces WHERE clustered = 0').pluck().get() ?? 0;
  }

  #count(table: string): number {
    return this.db.prepare<[], number>(`SELECT coalesce(max(id), 0) + 1 FROM ${table}`).pluck().get() ?? 0;
  }
}

export function withFaces(
  use: (rig: CraftedFaces) => Promise<void>,
  options: Partial<PeopleRigOptions> = {},
): Promise<void> {
  return withTempFolder(async (folder) => {
    const rig = new CraftedFaces({ folder, ...options });
    try {
      await use(rig);
    } finally {
      await rig.close();
    }
  });
}
