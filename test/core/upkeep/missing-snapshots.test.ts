import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { indexFile } from '../../../core/settings/data-folder.ts';
import { BackupCopyRecords } from '../../../core/store/backup-copy-records.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { Snapshots } from '../../../core/upkeep/snapshots/snapshots.ts';
import { convertPlace, keysOf, makeLibrary, snapshotIn } from '../../support/convertible-library.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  );

describe('missing snapshots', () => {
  it('are reported when a library is encrypted while their folder is missing', () =>
    withTempFolder(async (folder) => {
      const place = await makeLibrary(folder);
      const db = openDatabase(indexFile(place.dataDir));
      new BackupCopyRecords(db).add({ target: 'x', place: '' }, { name: snapshotIn(place), sha256: '0'.repeat(64) }, 1);
      db.close();
      renameSync(place.backupDir, `${place.backupDir}-away`);
      const { left } = await convertPlace(place, keysOf(), 'encrypted');
      expect(left.join('\n')).to.include(
        `The folder of snapshots ${place.backupDir} is not there, so the snapshots in it stay as they are, in the clear`,
      );
    }));

  it('are not reported if their folder was in the data folder and no longer exists', () =>
    withTempFolder(async (folder) => {
      const { dataDir, backupDir } = await makeLibrary(folder);
      const db = openDatabase(indexFile(dataDir));
      const copied = { name: snapshotIn({ dataDir, backupDir }), sha256: '0'.repeat(64) };
      new BackupCopyRecords(db).add({ target: 'x', place: '' }, copied, 1);
      db.close();
      const place = { dataDir, backupDir: join(dataDir, 'backups') };
      const { left } = await convertPlace(place, keysOf(), 'encrypted');
      expect(left.join('\n')).not.to.include('The folder of snapshots');
    }));

  it('are not reported when a library without snapshots is encrypted', () =>
    withTempFolder(async (folder) => {
      const place = await makeLibrary(folder);
      renameSync(place.backupDir, `${place.backupDir}-away`);
      expect((await convertPlace(place, keysOf(), 'encrypted')).left.join('\n')).not.to.include(
        'The folder of snapshots',
      );
    }));

  it('cannot be listed without their folder, unless none was taken yet', () =>
    withTempFolder(async (folder) => {
      const copies = indexCopies(join(folder, 'index.sqlite3'));
      const listed = (areKnown: boolean) =>
        new Snapshots(join(folder, 'backups'), copies, null, undefined, undefined, () => areKnown).list();
      expect(await listed(false)).to.deep.equal([]);
      expect(await failure(listed(true))).to.match(/^The snapshots cannot be listed: their folder is not there\. See/);
    }));

  it('cannot be restored without the file with the keyring, which the error names', () =>
    withTempFolder(async (folder) => {
      const place = await makeLibrary(folder);
      await convertPlace(place, keysOf(), 'encrypted');
      const name = snapshotIn(place);
      const alone = join(folder, name);
      copyFileSync(join(place.backupDir, name), alone);
      mkdirSync(join(folder, 'other'));
      for (const trust of [false, true]) {
        expect(await failure(restoreIndex(join(folder, 'other'), alone, { trust }))).to.include(
          `${name} is encrypted, and ${name}.json with the keyring that opens it is not beside it, or is damaged`,
        );
      }
    }));
});
