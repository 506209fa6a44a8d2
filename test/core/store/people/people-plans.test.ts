import { expect } from 'chai';
import type { Db, Statement } from '../../../../core/db/open.ts';
import { Decisions } from '../../../../core/store/people/decisions.ts';
import { ClustererReads } from '../../../../core/store/people/clusterer-reads.ts';
import { FaceOwners } from '../../../../core/store/people/face-owners.ts';
import { Faces } from '../../../../core/store/people/faces.ts';
import { MergeRecords } from '../../../../core/store/people/merge-records.ts';
import { FoundFaces } from '../../../../core/store/people/found-faces.ts';
import { People } from '../../../../core/store/people/people.ts';
import { PersonList } from '../../../../core/store/people/person-list.ts';
import { newIndex } from '../../../support/index-file.ts';

/** The statements that a store prepares. */
function statementsOf(db: Db, Store: new (db: Db) => unknown): string[] {
  const prepared: string[] = [];
  const watched = new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string): Statement => {
            prepared.push(sql);
            return target.prepare(sql);
          }
        : (Reflect.get(target, name) as unknown),
  });
  new Store(watched);
  return prepared;
}

describe('the SQL statements about people', () => {
  let index: ReturnType<typeof newIndex>;
  before(() => {
    index = newIndex();
  });
  after(() => {
    index.remove();
  });

  for (const Store of [PersonList, People, MergeRecords, Faces, FaceOwners, FoundFaces, Decisions, ClustererReads]) {
    it(`of ${Store.name} scan no whole table of faces or photos`, () => {
      const statements = statementsOf(index.db, Store);
      expect(statements).not.to.be.empty;
      for (const sql of statements) {
        const parameters = Object.fromEntries(
          [...sql.matchAll(/:(\w+)/g)].map(([, name = '']): [string, number] => [name, 1]),
        );
        const questions = [...sql.matchAll(/\?/g)].map(() => '[1]');
        const plan = index.db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
        const details = plan.all(...questions, ...(Object.keys(parameters).length ? [parameters] : []));
        for (const { detail } of details) {
          expect(detail, sql).not.to.match(
            /^SCAN (faces|f|b|x|y|o|photos|p|face_\w+)( USING (?!COVERING INDEX faces_unassigned).*)?$/,
          );
        }
      }
    });
  }
});
