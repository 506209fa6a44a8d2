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
/** Photos of one question; after each, lists and people have their turn. */
const batch = 1000;

/**
 * Requests every node again once a day: names, tags and album members come no other way. It continues after a restart.
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

  /** The number of the pass that nodes read now belong to. */
  get current(): number {
    return this.#deps.journal.state.get('pass') ?? 1;
  }

  /** A photo with a known node; another each time, since the store may fail for any of them. */
  anyUid(): string | undefined {
    const from = Math.floor(Math.random() * ((this.#last.get() ?? 0) + 1));
    return this.#known.get(from) ?? this.#known.get(0);
  }

  /** Begins with the next call of `go`, whatever the time. */
  askAgain(): void {
    this.#isAsked = true;
  }

  /** All nodes are known as they are now. */
  isThrough(): void {
    const { state } = this.#deps.journal;
    state.set('pass', this.current);
    state.set('passed_at', this.#deps.now());
  }

  /** Continues the pass, if one is due, until it is complete or `isOver`. @throws UpstreamFailure */
  async go(isOver: () => boolean, signal: AbortSignal): Promise<void> {
    const { journal, nodes, now } = this.#deps;
    const passedAt = journal.state.get('passed_at');
    // A clock that was turned back must not put the next pass off.
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
