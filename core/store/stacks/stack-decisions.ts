import type { Db, Statement } from '../../db/open.ts';

/** The decision about one photo. */
export interface StackDecision {
  readonly photo: number;
  /** Null: the photo is in no stack. */
  readonly stack: number | null;
  /** Whether the photo represents its stack. */
  readonly isCover: boolean;
}

interface Row {
  readonly photo: number;
  readonly stack: number | null;
  readonly cover: 0 | 1;
}

/** Decisions about stacks, one per photo. They cannot be computed again. Only this class writes them. */
export class StackDecisions {
  readonly #of: Statement<[string], Row>;
  readonly #isDecided: Statement<[number], number>;
  readonly #put: Statement<[Row & { user: number | null; now: number }]>;
  readonly #remove: Statement<[number]>;
  readonly #follow: Statement<[{ from: number; to: number }]>;

  constructor(db: Db) {
    this.#of = db.prepare(`
      SELECT photo_id AS photo, stack_id AS stack, cover FROM stack_decisions
      WHERE photo_id IN (SELECT value FROM json_each(?)) ORDER BY photo_id`);
    this.#isDecided = db.prepare<[number], number>('SELECT 1 FROM stack_decisions WHERE stack_id = ? LIMIT 1').pluck();
    this.#put = db.prepare(`
      INSERT INTO stack_decisions (photo_id, stack_id, cover, user_id, decided_at)
      SELECT id, :stack, :cover, :user, :now FROM photos WHERE id = :photo
      ON CONFLICT (photo_id) DO UPDATE SET stack_id = excluded.stack_id, cover = excluded.cover,
        user_id = excluded.user_id, decided_at = excluded.decided_at`);
    this.#remove = db.prepare('DELETE FROM stack_decisions WHERE photo_id = ?');
    this.#follow = db.prepare('UPDATE OR IGNORE stack_decisions SET photo_id = :to WHERE photo_id = :from');
  }

  /** The decisions about some photos, by the photo's id. */
  of(photos: readonly number[]): StackDecision[] {
    return this.#of
      .all(JSON.stringify(photos))
      .map(({ photo, stack, cover }) => ({ photo, stack, isCover: cover === 1 }));
  }

  /** Whether users decided that some photo is in the stack. */
  isDecided(stack: number): boolean {
    return this.#isDecided.get(stack) !== undefined;
  }

  /** @param by `now` in epoch seconds */
  put({ photo, stack, isCover }: StackDecision, by: { readonly user: number | null; readonly now: number }): void {
    this.#put.run({ photo, stack, cover: isCover ? 1 : 0, ...by });
  }

  remove(photo: number): void {
    this.#remove.run(photo);
  }

  /** Moves the decision about the photo `from` to the photo `to`, unless that has one. */
  followPhoto(rows: { from: number; to: number }): void {
    this.#follow.run(rows);
  }
}
