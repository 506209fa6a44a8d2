import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { holdDataFolder } from '../../../core/settings/data-folder.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { asSource } from '../../support/programs.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const source = new URL('../../../core/settings/data-folder.ts', import.meta.url).href;

describe('the data folder', () => {
  it('is created with access for its owner only', () =>
    withTempFolder((folder) => {
      const dataDir = join(folder, 'a', 'b');
      const held = holdDataFolder(dataDir);
      expect(statSync(dataDir).mode & 0o777).to.equal(0o700);
      held.release();
    }));

  it('can be used by one process at a time', () =>
    withTempFolder((folder) => {
      const held = holdDataFolder(folder);
      expect(() => holdDataFolder(folder)).to.throw(StartupError, /already running on the data folder/);
      held.release();
      holdDataFolder(folder).release();
    }));

  it('is free again after its holder was killed', () =>
    withTempFolder((folder) => {
      const holder = `
        const { holdDataFolder } = await import(${JSON.stringify(source)});
        holdDataFolder(${JSON.stringify(folder)});
        process.kill(process.pid, 'SIGKILL');`;
      const child = spawnSync(process.execPath, [...asSource, '--input-type=module', '-e', holder]);
      expect(child.signal).to.equal('SIGKILL');
      holdDataFolder(folder).release();
    }));

  it('is cleaned of the copy that a killed restore left, whose bytes are overwritten', () =>
    withTempFolder((folder) => {
      const dataDir = join(folder, 'data');
      holdDataFolder(dataDir).release();
      const others = readdirSync(dataDir);
      // For reading the bytes after the file is deleted.
      const handles: number[] = [];
      for (const ending of ['', '-wal', '-shm', '-journal', '.new-form', '.new-form-journal']) {
        const file = join(dataDir, `restoring.sqlite3${ending}`);
        writeFileSync(file, 'Oma Gertrud am Steg');
        handles.push(openSync(file, 'r'));
      }
      holdDataFolder(dataDir).release();
      expect(readdirSync(dataDir)).to.deep.equal(others);
      for (const handle of handles) {
        expect(readFileSync(handle)).to.deep.equal(Buffer.alloc(19));
        closeSync(handle);
      }
    }));

  it('is refused with advice if it cannot be created', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      expect(() => holdDataFolder(join(file, 'data'))).to.throw(StartupError, /DATA_DIR/);
    }));

  it('is refused with advice in a folder in which none can be made', function () {
    if (!existsSync('/proc/self')) this.skip();
    // In a process of its own, since Node's own `recursive` never returns there.
    for (const make of ['holdDataFolder', 'makeDataFolder']) {
      const maker = `
        const { ${make} } = await import(${JSON.stringify(source)});
        ${make}('/proc/a/b');`;
      const child = spawnSync(process.execPath, [...asSource, '--input-type=module', '-e', maker], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(child.stderr, make).to.match(/StartupError: The data folder \/proc\/a\/b cannot be written/);
    }
  });
});
