import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../core/db/migrate.ts';
import { ownHidden } from '../../../core/db/migrations/0023-own-hidden.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { Withholdings } from '../../../core/store/household/withholdings.ts';
import { FaceRows } from '../../support/face-rows.ts';
import { mergingIn } from '../../support/merging.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const by = { user: 1, now: 1_700_000_000 };

describe('an index from before users could hide people and albums for themselves', () => {
  it('still withholds people from users, even after the undo of a merge', () =>
    withTempFolder(async (folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < ownHidden.id),
        );
        db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
          VALUES (1, 'w', 'w', 'write', '!', 0), (2, 'r', 'r', 'read', '!', 0)`);
        const faces = new FaceRows(db);
        const anna = faces.person('Anna');
        faces.add({ photo: new PhotoRows(db).add({ uid: 'a' }), person: anna });
        db.exec(`
          INSERT INTO merge_records (id, state, person_id, name, name_key, hidden, created_at, target_id, merged_at)
            VALUES (7, 'merged', 99, 'Berta', 'berta', 0, 0, ${anna}, ${by.now});
          INSERT INTO withholdings (person_id, user_id, decided_at) VALUES (${anna}, 2, 5), (${anna}, NULL, 6);
          INSERT INTO merge_record_withholdings (record_id, user_id, decided_at, added) VALUES (7, 2, 5, 1)`);
        migrate(db, migrations);
        const withholdings = new Withholdings(db);
        expect(withholdings.of({ person: anna })).to.deep.equal({ readers: true, users: [2] });
        withholdings.hideOwn({ person: anna }, true, { user: 2, now: by.now });
        await mergingIn(db).undo(7, by);
        expect(withholdings.of({ person: anna })).to.deep.equal({ readers: true, users: [] });
        expect(withholdings.of({ person: 99 })).to.deep.equal({ readers: false, users: [2] });
        // What a user has hidden since the merge is not part of the merge.
        expect(withholdings.hiddenBy(2)).to.deep.equal({ albums: [], people: [anna] });
      } finally {
        db.close();
      }
    }));
});
