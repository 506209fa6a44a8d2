import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { mergesOnRecord } from '../../../core/db/migrations/0010-merges-on-record.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { MergeRecords } from '../../../core/store/people/merge-records.ts';
import { FaceRows } from '../../support/face-rows.ts';
import { mergingIn } from '../../support/merging.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const now = 1_700_000_000;

describe('merges that an older version began', () => {
  it('are completed with or without a record; those with a record can be undone', () =>
    withTempFolder(async (folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < mergesOnRecord.id),
        );
        const faces = new FaceRows(db);
        const photos = new PhotoRows(db);
        const [anna, berta, cid] = ['Anna', 'Berta', 'Cid'].map((name) => faces.person(name)) as [
          number,
          number,
          number,
        ];
        const [of, gone] = [berta, cid].map((person) => faces.add({ photo: photos.add({ uid: `${person}` }), person }));
        db.exec(`
          INSERT INTO merge_records (id, state, person_id, name, name_key, hidden, created_at, target_id, merged_at)
            VALUES (7, 'merging', ${berta}, 'Berta', 'berta', 0, 0, ${anna}, ${now});
          INSERT INTO people_merges (from_id, to_id) VALUES (${berta}, ${anna}), (${cid}, ${anna})`);
        migrate(db, migrations);
        const signal = new AbortController().signal;
        const merging = mergingIn(db);
        expect(await merging.resume(signal)).to.equal(2);
        expect([of, gone].map((face) => faces.assignment(face!).person)).to.deep.equal([anna, anna]);
        expect(db.prepare('SELECT name FROM people').pluck().all()).to.deep.equal(['Anna']);
        await merging.forgetOld(now, signal);
        expect(new MergeRecords(db).latest(10).map(({ id, undoFirst }) => [id, undoFirst])).to.deep.equal([[7, null]]);
        db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
          VALUES (1, 'w', 'w', 'write', '!', 0)`);
        await merging.undo(7, { user: 1, now });
        expect([of, gone].map((face) => faces.assignment(face!).person)).to.deep.equal([berta, anna]);
      } finally {
        db.close();
      }
    }));
});
