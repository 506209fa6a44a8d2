import { once } from 'node:events';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { failureText } from '../../../core/cli/failures.ts';
import { addTags, tagsIn } from '../../support/tagged-index.ts';
import { runCli, spawnCli } from '../../support/server-process.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('a command that fails because of the disk or the index', () => {
  it('reports in one line that the index is in use', () =>
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

  it('reports a folder in the place of a file', () =>
    withTempFolder(async (folder) => {
      for (const [name, command] of [
        ['index.sqlite3', 'user'],
        ['plugins.json', 'plugins'],
      ] as const) {
        mkdirSync(join(folder, name));
        const { code, stderr } = await runCli([command, 'list'], { DATA_DIR: folder });
        rmdirSync(join(folder, name));
        expect(stderr, name).to.match(/^photofinch: In the data folder, a folder is in the place of a file, such as/);
        expect(code).to.equal(1);
      }
    }));

  it('prints no error when its output is closed early', async () => {
    const child = spawnCli(['--help'], {}, {});
    child.stdout?.destroy();
    const stderr = text(child.stderr!);
    await once(child, 'exit');
    expect(await stderr).to.equal('');
  });

  it('has a message for a full disk and for missing permissions, and none for unexpected errors', () => {
    const coded = (code: string): Error => Object.assign(new Error('x'), { code });
    expect(failureText(coded('SQLITE_FULL'))).to.match(/free some space/);
    expect(failureText(coded('SQLITE_READONLY_DIRECTORY'))).to.match(/as the server’s user/);
    expect(failureText(coded('SQLITE_CORRUPT'))).to.equal(undefined);
    expect(failureText(new TypeError('x'))).to.equal(undefined);
    expect(failureText('x')).to.equal(undefined);
  });
});
