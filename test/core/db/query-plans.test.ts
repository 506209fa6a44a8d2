import { expect } from 'chai';
import type { DependencyContainer } from 'tsyringe';
import { inject } from '../../../core/compose/inject.ts';
import type { Db } from '../../../core/db/open.ts';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { libraryServer, type LibraryServer } from '../../support/library-server.ts';

/** The statements that are prepared during `work`, in any index. SQLite compiles each when it is first used. */
async function statementsOf(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const probe = openSqlite(':memory:');
  const prototype = Object.getPrototypeOf(probe) as object;
  const own = Object.getOwnPropertyDescriptor(prototype, 'prepare')!;
  probe.close();
  const statements = new Set<string>();
  // Opening an index replaces the driver's method.
  const replaceable: PropertyDescriptor & ThisType<Db> = {
    configurable: true,
    get: () => own.value as unknown,
    set(later: (sql: string) => unknown) {
      const value = (sql: string): unknown => {
        statements.add(sql);
        return later(sql);
      };
      Object.defineProperty(this, 'prepare', { value });
    },
  };
  Object.defineProperty(prototype, 'prepare', replaceable);
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, 'prepare', own);
  }
  return statements;
}

/** Creates all parts of the server, which prepare their statements. */
function makeAll(container: DependencyContainer): void {
  for (const token of Object.values(inject)) container.resolve<unknown>(token);
}

/** The query plan of a statement, with all its parameters bound to null. */
function planOf(db: Db, sql: string): string[] {
  const values: unknown[] = Array.from(sql.matchAll(/\?/g), () => null);
  const names = Array.from(sql.matchAll(/[:@$]([a-z]\w*)/gi), ([, name = '']) => name);
  if (names.length > 0) values.push(Object.fromEntries(names.map((name) => [name, null])));
  return db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail);
}

describe("the server's SQL statements", () => {
  let server: LibraryServer;
  let statements: ReadonlySet<string>;

  before(async () => {
    statements = await statementsOf(async () => {
      server = await libraryServer();
      makeAll(server.container);
    });
  });
  after(() => server.stop());

  it('use existing indexes: SQLite builds no automatic ones for them', () => {
    expect(statements.size).to.be.above(500);
    // The records of one merge are few, and do not grow with the library.
    const ofOneMerge = /^SEARCH (apart|before) /;
    const builders = [...statements].filter((sql) =>
      planOf(server.db, sql).some((step) => step.includes('AUTOMATIC') && !ofOneMerge.test(step)),
    );
    expect(builders).to.deep.equal([]);
  });
});
