import { expect } from 'chai';
import { countedFacts } from '../../core/domain/photo-edit.ts';
import { EditedFacts } from '../../core/store/photos/edited-facts.ts';
import { EditRecords } from '../../core/store/photos/edit-records.ts';
import { killInMidWork } from '../support/killed-process.ts';
import { openIndex } from '../support/index-file.ts';
import { isLongRun } from '../support/long-run.ts';
import { PhotoRows } from '../support/photo-rows.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { join } from 'node:path';

describe('a process that is killed while photos are edited', function () {
  it('leaves every photo consistent with its edit and its file, and every recorded change complete', () =>
    withTempFolder(async (data) => {
      const index = join(data, 'index.sqlite3');
      const made = openIndex(index);
      const rows = new PhotoRows(made);
      for (let i = 0; i < 30; i += 1) rows.add({ uid: `photo-${i}` });
      made.close();
      const decisions = await killInMidWork({
        ...{ fixture: 'editing-process.ts', data, pictures: '' },
        ...{ kills: isLongRun ? 30 : 3, pictureCount: Infinity, moment: [0, 300] },
        done: 'SELECT coalesce(max(edited_at), 0) FROM photo_edits',
      });
      expect(decisions).to.be.above(0);

      const db = openIndex(index);
      try {
        const edited = new EditedFacts(db);
        const ids = db.prepare<[], number>('SELECT id FROM photos').pluck().all();
        const turned = db.prepare<[number], number>('SELECT turned FROM photos WHERE id = ?').pluck();
        for (const id of ids) {
          const { decision, file } = edited.of(id) ?? expect.fail('It is gone.');
          expect(edited.counted(id)).to.deep.equal(countedFacts(file, decision, edited.known(id)));
          expect(turned.get(id)).to.equal(decision.rotation);
        }
        const last = db
          .prepare<[], string>('SELECT change FROM photo_edit_changes ORDER BY changed_at DESC')
          .pluck()
          .get();
        // A change applies to all of its photos or to none.
        for (const { photo, after } of new EditRecords(db).some(last ?? '', 0, 100)) {
          expect(edited.of(photo)?.decision).to.include(after);
        }
      } finally {
        db.close();
      }
    }));
});
