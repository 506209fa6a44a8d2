import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { thumbPath } from '../../../../core/domain/thumb-path.ts';
import { pluginFilesEncryption } from '../../../../core/encryption/plugin-files.ts';
import { openSqlite, seal } from '../../../../core/plugin-api/toolkit/index.ts';
import { pluginsFolder, thumbsFolder } from '../../../../core/settings/data-folder.ts';
import { plainFiles } from '../../../../core/upkeep/conversion/plain-files.ts';
import { BackupCopyRecords } from '../../../../core/store/backup-copy-records.ts';
import { openJournal } from '../../../../plugins/takeout-source/journal/journal.ts';
import { convertPlace, keysOf, makeLibrary, type LibraryPlace } from '../../../support/convertible-library.ts';
import { openIndex } from '../../../support/index-file.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { indexFile } from '../../../../core/settings/data-folder.ts';

const inLibrary = (test: (place: LibraryPlace) => Promise<void>) => (): Promise<void> =>
  withTempFolder(async (folder) => test(await makeLibrary(folder, { photos: 3 })));

const put = ({ dataDir }: LibraryPlace, name: string, content: string | Uint8Array): string => {
  const file = join(pluginsFolder(dataDir), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
};

describe('plugin files in the conversion of a library', () => {
  it(
    'include the journal of an export, which its plugin can use in either form',
    inLibrary(async (place) => {
      const file = join(pluginsFolder(place.dataDir), 'takeout-source', 'journal.sqlite3');
      const onDamage = (): void => {
        throw new Error('the journal was thrown away');
      };
      const journal = openJournal(file, { encryption: null, onDamage });
      const { era } = journal;
      journal.close();
      await convertPlace(place, keysOf(), 'encrypted');
      const encryption = pluginFilesEncryption(keysOf(), 'takeout-source');
      const encrypted = openJournal(file, { encryption, onDamage });
      expect(encrypted.era).to.equal(era);
      encrypted.close();
      await convertPlace(place, keysOf(), 'plain');
      const plain = openJournal(file, { encryption: null, onDamage });
      expect(plain.era).to.equal(era);
      plain.close();
    }),
  );

  it(
    'are left and reported if only the plugin can convert them, as long as they exist',
    inLibrary(async (place) => {
      const text = put(place, 'webhooks/sent.txt', 'what was sent to whom');
      const kept = ['sent.txt.old', 'sent.txt.new', 'sent.txt.converted'].map((name) =>
        put(place, `webhooks/${name}`, 'a name that another program might give'),
      );
      const own = put(place, 'webhooks/sealed', seal(Buffer.alloc(32, 1), 'its name', Buffer.from('sealed')));
      const damaged = put(place, 'webhooks/damaged.sqlite3', `SQLite format 3\0${'x'.repeat(5000)}`);
      const { left } = await convertPlace(place, keysOf(), 'encrypted');
      expect(left).to.have.length(5);
      expect(left.find((sentence) => sentence.startsWith(`${text} `))).to.match(
        /stays as it is, in the clear: only the plugin webhooks can encrypt it\. Remove it/,
      );
      expect(left.find((sentence) => sentence.startsWith(damaged))).to.match(
        /in the clear: The file is damaged\. It belongs to the plugin webhooks\./,
      );
      const { total, paths } = await plainFiles(place.dataDir, place.backupDir);
      expect([total, paths]).to.deep.equal([5, [damaged, text, ...kept].sort()]);
      expect(readFileSync(text, 'utf8')).to.equal('what was sent to whom');
      const back = await convertPlace(place, keysOf(), 'plain');
      expect(back.left).to.deep.equal([
        `${own} stays as it is: the plugin webhooks has encrypted it, and nothing can read it any more. Remove it.`,
      ]);
    }),
  );

  it(
    'are left if SQLite alone cannot copy them, as with a function that only the plugin has',
    inLibrary(async (place) => {
      const file = put(place, 'chart/chart.sqlite3', '');
      const db = openSqlite(file);
      db.function('of_the_plugin', { deterministic: true }, (value: unknown) => value);
      db.exec('CREATE TABLE t (a); CREATE INDEX i ON t (of_the_plugin(a)); INSERT INTO t VALUES (1)');
      db.close();
      const { left } = await convertPlace(place, keysOf(), 'encrypted');
      expect(left).to.have.length(1);
      expect(left[0]).to.match(/SQLite cannot copy the file\. It belongs to the plugin chart\./);
    }),
  );

  it(
    'include remote copies of backups, which are reported if they stay unencrypted',
    inLibrary(async (place) => {
      const db = openIndex(indexFile(place.dataDir));
      new BackupCopyRecords(db).add(
        { target: 'backup-remote', place: '' },
        { name: 'index-1.sqlite3', sha256: '0'.repeat(64) },
        1,
      );
      db.close();
      const { left } = await convertPlace(place, keysOf(), 'encrypted');
      expect(left).to.have.length(1);
      expect(left[0]).to.match(/^The copies of backups that the plugin backup-remote keeps elsewhere are in the clear/);
      expect((await convertPlace(place, keysOf(), 'plain')).left).to.deep.equal([]);
    }),
  );
});

describe('a picture file full of zeros, as after a power failure', () => {
  it(
    'is removed so that it is made again, instead of being encrypted',
    inLibrary(async (place) => {
      const file = thumbPath(thumbsFolder(place.dataDir), 1);
      writeFileSync(file, Buffer.alloc(5000));
      expect((await convertPlace(place, keysOf(), 'encrypted')).removed).to.equal(1);
      expect(() => readFileSync(file)).to.throw('ENOENT');
    }),
  );
});
