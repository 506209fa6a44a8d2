import type { Db, Statement } from '../../db/open.ts';
import type { StackDecision } from './stack-decisions.ts';

/** What was decided of some photos before and after a step of people. A photo without a decision is in neither. */
export interface StackStep {
  readonly photos: readonly number[];
  readonly before: readonly StackDecision[];
  readonly after: readonly StackDecision[];
}

/** Steps that can be undone; older ones are forgotten. */
const mostSteps = 1000;

/** What people did to stacks, step by step. */
export class StackSteps {
  readonly #add: Statement<[{ user: number; now: number; before: string; after: string }], number>;
  readonly #get: Statement<[number], { before: string; after: string }>;
  readonly #remove: Statement<[number]>;
  readonly #forget: Statement<[number]>;

  constructor(db: Db) {
    this.#add = db
      .prepare<[{ user: number; now: number; before: string; after: string }], number>(
        'INSERT INTO stack_steps (user_id, decided_at, before, after) VALUES (:user, :now, :before, :after) RETURNING id',
      )
      .pluck();
    this.#get = db.prepare('SELECT before, after FROM stack_steps WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM stack_steps WHERE id = ?');
    this.#forget = db.prepare('DELETE FROM stack_steps WHERE id <= ?');
  }

  /** @returns the number of the step */
  add({ photos, before, after }: StackStep, by: { readonly user: number; readonly now: number }): number {
    const id = this.#add.get({ ...by, before: JSON.stringify({ photos, before }), after: JSON.stringify(after) });
    if (id === undefined) throw new Error('The step was not written');
    this.#forget.run(id - mostSteps);
    return id;
  }

  get(id: number): StackStep | undefined {
    const row = this.#get.get(id);
    if (!row) return undefined;
    const earlier = JSON.parse(row.before) as Omit<StackStep, 'after'>;
    return { ...earlier, after: JSON.parse(row.after) as StackStep['after'] };
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
