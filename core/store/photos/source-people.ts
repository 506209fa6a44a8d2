import type { Db, Statement } from '../../db/open.ts';
import type { NotPerson } from '../../domain/named-by-store.ts';
import { nameKey } from '../../domain/names.ts';
import type { Box } from '../../plugin-api/toolkit/boxes.ts';

/** A person who is named in the photo store. */
export interface NamedThere {
  readonly name: string;
  /** Fractions of the upright photo; null if the store has no box. */
  readonly box: Box | null;
}

interface Row {
  readonly name: string;
  readonly box: string | null;
}

/** The people in photos according to their store. They are searchable and shown, but are not decisions about faces. */
export class SourcePeople {
  readonly #of: Statement<[number], Row>;
  readonly #notPersons: Statement<[number], NotPerson>;
  readonly #remove: Statement<[number]>;
  readonly #add: Statement<[{ photo: number; position: number; name: string; key: string; box: string | null }]>;

  constructor(db: Db) {
    this.#of = db.prepare('SELECT name, box FROM source_people WHERE photo_id = ? ORDER BY position');
    this.#notPersons = db.prepare(`
      SELECT r.face_id AS faceId, n.name FROM faces f CROSS JOIN face_refusals r ON r.face_id = f.id
      CROSS JOIN people n ON n.id = r.person_id WHERE f.photo_id = ? AND n.name IS NOT NULL`);
    this.#remove = db.prepare('DELETE FROM source_people WHERE photo_id = ?');
    this.#add = db.prepare(`
      INSERT INTO source_people (photo_id, position, name, name_key, box) VALUES (:photo, :position, :name, :key, :box)`);
  }

  of(photo: number): NamedThere[] {
    return this.#of.all(photo).map(({ name, box }) => ({ name, box: box === null ? null : (JSON.parse(box) as Box) }));
  }

  /** Decisions that a face of the photo is not a certain person, with the names of these people. */
  notPersons(photo: number): NotPerson[] {
    return this.#notPersons.all(photo);
  }

  /**
   * Stores the people that the store reports now. Must be called in a transaction.
   * @param people with names in their stored form
   * @returns whether they have changed
   */
  replace(photo: number, people: readonly NamedThere[]): boolean {
    const rows = people.map(({ name, box }): Row => ({ name, box: box && JSON.stringify(box) }));
    if (JSON.stringify(rows) === JSON.stringify(this.#of.all(photo))) return false;
    this.#remove.run(photo);
    for (const [position, { name, box }] of rows.entries()) {
      this.#add.run({ photo, position, name, key: nameKey(name), box });
    }
    return true;
  }
}
