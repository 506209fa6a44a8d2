import { join } from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { failureText } from '../../../core/cli/failures.ts';
import { addTags, tagsIn } from '../../support/tagged-index.ts';
import { runCli } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('a command that the disk or the index refuses', () => {
  it('says in a sentence that the index is in use', () =>
    withTempFolder(async (folder) => {
      const index = join(folder, 'index.sqlite3');
      addTags(index, 3);
      const other = openSqlite(index);
      other.exec('BEGIN IMMEDIATE');
      const { code, stderr } = await runCli(
        ['user', 'add', 'anna'],
        { DATA_DIR: folder },
        { input: 'correct horse\n' },
      );
      other.close();
      expect(stderr).to.equal('photofinch: The index is being written by another process: try again in a moment.\n');
      expect(code).to.equal(1);
      expect(tagsIn(index)).to.equal(3);
    }));

  it('has a sentence for a full disk and for missing rights, and none for what nobody foresaw', () => {
    const coded = (code: string): Error => Object.assign(new Error('x'), { code });
    expect(failureText(coded('SQLITE_FULL'))).to.match(/free some space/);
    expect(failureText(coded('SQLITE_READONLY_DIRECTORY'))).to.match(/as the server’s user/);
    expect(failureText(coded('SQLITE_CORRUPT'))).to.equal(undefined);
    expect(failureText(new TypeError('x'))).to.equal(undefined);
    expect(failureText('x')).to.equal(undefined);
  });
});
