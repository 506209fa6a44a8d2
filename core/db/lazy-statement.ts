import type { SqliteDatabase, SqliteStatement } from '../plugin-api/toolkit/index.ts';

/**
 * Has a database prepare each statement when it is first used. The parts of the server hold more than a thousand, of which
 * a start needs some twenty: prepared at once, they take a tenth of its time. A mistake in a statement is told at its first
 * use.
 */
export function prepareLazily(db: SqliteDatabase): void {
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => new LazyStatement(db, sql, () => prepare(sql))) as SqliteDatabase['prepare'];
}

class LazyStatement implements SqliteStatement {
  readonly database: SqliteDatabase;
  readonly source: string;
  #prepare: () => SqliteStatement;
  #prepared: SqliteStatement | undefined;

  constructor(database: SqliteDatabase, source: string, prepare: () => SqliteStatement) {
    this.database = database;
    this.source = source;
    this.#prepare = prepare;
  }

  run(...values: unknown[]): ReturnType<SqliteStatement['run']> {
    return this.#statement.run(...values);
  }

  get(...values: unknown[]): unknown {
    return this.#statement.get(...values);
  }

  all(...values: unknown[]): unknown[] {
    return this.#statement.all(...values);
  }

  iterate(...values: unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...values);
  }

  columns(): ReturnType<SqliteStatement['columns']> {
    return this.#statement.columns();
  }

  get reader(): boolean {
    return this.#statement.reader;
  }

  get readonly(): boolean {
    return this.#statement.readonly;
  }

  get busy(): boolean {
    return this.#prepared?.busy ?? false;
  }

  pluck(on = true): this {
    return this.#change((statement) => statement.pluck(on));
  }

  raw(on = true): this {
    return this.#change((statement) => statement.raw(on));
  }

  expand(on = true): this {
    return this.#change((statement) => statement.expand(on));
  }

  safeIntegers(on = true): this {
    return this.#change((statement) => statement.safeIntegers(on));
  }

  bind(...values: unknown[]): this {
    return this.#change((statement) => statement.bind(...values));
  }

  get #statement(): SqliteStatement {
    return (this.#prepared ??= this.#prepare());
  }

  /** Now, where it is prepared, or else when it will be. */
  #change(change: (statement: SqliteStatement) => SqliteStatement): this {
    const prepare = this.#prepare;
    if (this.#prepared) change(this.#prepared);
    else this.#prepare = () => change(prepare());
    return this;
  }
}
