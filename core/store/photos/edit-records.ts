import type { Db, Statement } from '../../db/open.ts';
import type { PhotoDecision } from '../../domain/photo-edit.ts';

/** A change of one photo that can be undone. */
export interface RecordedEdit {
  readonly photo: number;
  /** The decisions before and after the change, reduced to the changed fields. */
  readonly before: Partial<PhotoDecision>;
  readonly after: Partial<PhotoDecision>;
}

interface Row {
  readonly photo: number;
  readonly before: string;
  readonly after: string;
}

/** Seconds for which a change can be undone as a whole. */
const keptFor = 86_400;

/** Records the decisions that changes of photos replaced. A change of many photos is made in parts, under one name. */
export class EditRecords {
  readonly #add: Statement<[{ change: string; photo: number; before: string; after: string; now: number }]>;
  readonly #one: Statement<[string, number], Row>;
  readonly #some: Statement<[string, number, number], Row>;
  readonly #remove: Statement<[string, string]>;
  readonly #forget: Statement<[number]>;
  readonly #follow: Statement<[{ from: number; to: number }]>;

  constructor(db: Db) {
    this.#add = db.prepare(`
      INSERT OR REPLACE INTO photo_edit_changes (change, photo_id, before, after, changed_at)
      VALUES (:change, :photo, :before, :after, :now)`);
    this.#one = db.prepare(
      'SELECT photo_id AS photo, before, after FROM photo_edit_changes WHERE change = ? AND photo_id = ?',
    );
    this.#some = db.prepare(
      'SELECT photo_id AS photo, before, after FROM photo_edit_changes WHERE change = ? AND photo_id > ? ORDER BY photo_id LIMIT ?',
    );
    this.#remove = db.prepare(
      'DELETE FROM photo_edit_changes WHERE change = ? AND photo_id IN (SELECT value FROM json_each(?))',
    );
    // In batches, since a change of thousands of photos is recorded in as many rows.
    this.#forget = db.prepare(`
      DELETE FROM photo_edit_changes WHERE (change, photo_id) IN
        (SELECT change, photo_id FROM photo_edit_changes WHERE changed_at < ? LIMIT 500)`);
    this.#follow = db.prepare('UPDATE OR IGNORE photo_edit_changes SET photo_id = :to WHERE photo_id = :from');
  }

  /**
   * @param change the name under which the whole change can be undone
   * @param decisions the result of `EditedFacts.decide`
   * @param now epoch seconds
   */
  add(
    change: string,
    photo: number,
    { before, after }: { readonly before: PhotoDecision; readonly after: PhotoDecision },
    now: number,
  ): void {
    this.#forget.run(now - keptFor);
    const changed = changedFields(before, after);
    const part = (of: PhotoDecision): RecordedEdit['before'] =>
      Object.fromEntries(changed.map((field) => [field, of[field]]));
    const row = this.#one.get(change, photo);
    const first = row ? recorded(row) : { before: {}, after: {} };
    this.#add.run({
      change,
      photo,
      before: JSON.stringify({ ...part(before), ...first.before }),
      after: JSON.stringify({ ...first.after, ...part(after) }),
      now,
    });
  }

  /** @param last the id of a photo, after which to start */
  some(change: string, last: number, limit: number): RecordedEdit[] {
    return this.#some.all(change, last, limit).map(recorded);
  }

  remove(change: string, photos: readonly number[]): void {
    this.#remove.run(change, JSON.stringify(photos));
  }

  /** Moves the recorded changes of the photo `from` to the photo `to`. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#follow.run(rows);
  }
}

const recorded = ({ photo, before, after }: Row): RecordedEdit => ({
  photo,
  before: JSON.parse(before) as RecordedEdit['before'],
  after: JSON.parse(after) as RecordedEdit['after'],
});

/** The fields of a place are undone together, since a mixture of two decisions is not a place. */
const ofPlace: readonly (keyof PhotoDecision)[] = ['lat', 'lng', 'placeId', 'noPlace'];

function changedFields(before: PhotoDecision, after: PhotoDecision): (keyof PhotoDecision)[] {
  const isChanged = (field: keyof PhotoDecision): boolean => before[field] !== after[field];
  const moved = ofPlace.some(isChanged);
  return (Object.keys(before) as (keyof PhotoDecision)[]).filter((field) =>
    ofPlace.includes(field) ? moved : isChanged(field),
  );
}
