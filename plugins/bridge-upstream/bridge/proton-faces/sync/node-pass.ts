import type { SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { ProtonJournal } from '../journal/proton-journal.ts';
import type { NodeReader } from './read-nodes.ts';

interface Dependencies {
  readonly journal: ProtonJournal;
  readonly nodes: NodeReader;
  /** Epoch seconds. */
  readonly now: () => number;
}

const day = 86_400;
/** Photos per batch; between batches, lists and requests of users are processed. */
const batch = 1000;

/**
 * Requests every node again once a day, since changes of names, tags and albums are not reported in any other way. A pass
 * continues after a restart.
 */
export class NodePass {
  readonly #deps: Dependencies;
  readonly #behind: SqliteStatement<[number, number], string>;
  readonly #known: SqliteStatement<[number], string>;
  readonly #last: SqliteStatement<[], number>;
  #isAsked = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { db } = deps.journal;
    this.#behind = db
      .prepare<[number, number], string>(
        "SELECT uid FROM files WHERE pass < ? AND role = 'main' ORDER BY pass, id LIMIT ?",
      )
      .pluck();
    this.#known = db
      .prepare<[number], string>(
        "SELECT uid FROM files WHERE id >= ? AND role = 'main' AND error IS NULL AND missed = 0 ORDER BY id LIMIT 1",
      )
      .pluck();
    this.#last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM files').pluck();
  }

  /** The number of the pass to which nodes that are read now belong. */
  get current(): number {
    return this.#deps.journal.state.get('pass') ?? 1;
  }

  /** A random photo with a known node, since the store may fail for any single one. */
  anyUid(): string | undefined {
    const from = Math.floor(Math.random() * ((this.#last.get() ?? 0) + 1));
    return this.#known.get(from) ?? this.#known.get(0);
  }

  /** Starts a new pass with the next call of `go`, even if none is due. */
  askAgain(): void {
    this.#isAsked = true;
  }

  /** Records that the pass is complete. */
  isThrough(): void {
    const { state } = this.#deps.journal;
    state.set('pass', this.current);
    state.set('passed_at', this.#deps.now());
  }

  /**
   * Continues the current pass, or starts one if it is due, until it is complete or `isOver` returns true.
   * @throws UpstreamFailure
   */
  async go(isOver: () => boolean, signal: AbortSignal): Promise<void> {
    const { journal, nodes, now } = this.#deps;
    const passedAt = journal.state.get('passed_at');
    // If the clock was set back, the next pass must not be delayed.
    const isDue = passedAt !== undefined && (now() - passedAt >= day || passedAt > now());
    if (passedAt !== undefined && !isDue && !this.#isAsked) return;
    if (isDue || this.#isAsked) {
      journal.state.set('pass', this.current + 1);
      journal.state.delete('passed_at');
    }
    this.#isAsked = false;
    while (!isOver()) {
      const uids = this.#behind.all(this.current, batch);
      if (uids.length === 0) {
        this.isThrough();
        return;
      }
      await nodes.refresh(uids, this.current, signal);
    }
  }
}
