import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { learnedSizes } from '../../../core/db/migrations/0036-learned-sizes.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { CloserQueue } from '../../../core/store/photos/closer-queue.ts';
import { AlikeRows } from '../../support/alike-rows.ts';

describe('the bytes of duplicates', () => {
  const sha1 = 'ab'.repeat(20);
  const picture = 0x0f1e2d3c4b5a6978n;
  let db: Db;
  let alike: AlikeRows;
  beforeEach(() => {
    db = openDatabase(':memory:');
  });
  afterEach(() => {
    db.close();
  });

  /** Two copies of one photo, and another that looks like them. */
  const fill = async (): Promise<void> => {
    alike = new AlikeRows(db);
    for (const uid of ['a', 'b']) alike.add({ uid, sha1, size: 1000 }, { hash: picture });
    alike.add({ uid: 'c', size: 10 }, { hash: picture, width: 390 });
    await alike.run();
  };
  const learn = (): void => {
    for (const photo of [1, 2]) new CloserQueue(db).learnSize(photo, 5000);
  };
  const migrateBefore = (): void => {
    migrate(
      db,
      migrations.filter(({ id }) => id < learnedSizes.id),
    );
  };
  const ofCopies = (): unknown => db.prepare('SELECT sum((copies - 1) * size) FROM content_copies').pluck().get();
  const bytes = async (): Promise<unknown> => {
    await alike.run();
    const waste = 'SELECT (SELECT sum((copies - 1) * size) FROM content_copies), (SELECT sum(waste) FROM near_groups)';
    return db.prepare(waste).raw().get();
  };

  it('follow the sizes of their photos', async () => {
    migrate(db, migrations);
    await fill();
    expect(await bytes()).to.deep.equal([1000, 1010]);
    learn();
    expect(await bytes()).to.deep.equal([5000, 5010]);
  });

  it('use the known size when another copy reports none', async () => {
    migrate(db, migrations);
    await fill();
    learn();
    new CloserQueue(db).learnSize(2, 0);
    expect(ofCopies()).to.equal(5000);
    new CloserQueue(db).learnSize(1, 3000);
    expect(ofCopies()).to.equal(3000);
  });

  it('are corrected by the migration if sizes were learned before', async () => {
    migrateBefore();
    await fill();
    learn();
    expect(await bytes()).to.deep.equal([1000, 1010]);
    migrate(db, migrations);
    expect(await bytes()).to.deep.equal([5000, 5010]);
  });

  it('are corrected by the migration with the copies whose size is known', async () => {
    migrateBefore();
    await fill();
    learn();
    alike.add({ uid: 'd', sha1, size: 0 }, { hash: picture });
    migrate(db, migrations);
    expect(ofCopies()).to.equal(10_000);
  });
});
