import { spawnSync } from 'node:child_process';
import { linkSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { holdDataFolder } from '../../../core/settings/data-folder.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { asSource } from '../../support/programs.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('the data folder', () => {
  it('is made with access for its owner alone', () =>
    withTempFolder((folder) => {
      const dataDir = join(folder, 'a', 'b');
      const held = holdDataFolder(dataDir);
      expect(statSync(dataDir).mode & 0o777).to.equal(0o700);
      held.release();
    }));

  it('belongs to one process at a time', () =>
    withTempFolder((folder) => {
      const held = holdDataFolder(folder);
      expect(() => holdDataFolder(folder)).to.throw(StartupError, /already running on the data folder/);
      held.release();
      holdDataFolder(folder).release();
    }));

  it('is free again after its holder was killed', () =>
    withTempFolder((folder) => {
      const holder = `
        const { holdDataFolder } = await import(${JSON.stringify(new URL('../../../core/settings/data-folder.ts', import.meta.url).href)});
        holdDataFolder(${JSON.stringify(folder)});
        process.kill(process.pid, 'SIGKILL');`;
      const child = spawnSync(process.execPath, [...asSource, '--input-type=module', '-e', holder]);
      expect(child.signal).to.equal('SIGKILL');
      holdDataFolder(folder).release();
    }));

  it('has nothing of the copy that a killed restore has left, whose bytes are overwritten', () =>
    withTempFolder((folder) => {
      const dataDir = join(folder, 'data');
      holdDataFolder(dataDir).release();
      const others = readdirSync(dataDir);
      for (const ending of ['', '-wal', '-shm', '-journal', '.converted', '.converted-journal']) {
        const file = join(dataDir, `restoring.sqlite3${ending}`);
        writeFileSync(file, 'Oma Gertrud am Steg');
        // By which the bytes can be looked at once the file is gone.
        linkSync(file, join(folder, `bytes${ending}`));
      }
      holdDataFolder(dataDir).release();
      expect(readdirSync(dataDir)).to.deep.equal(others);
      const left = readdirSync(folder).filter((name) => name.startsWith('bytes'));
      expect(left).to.have.length(6);
      for (const name of left) expect(readFileSync(join(folder, name))).to.deep.equal(Buffer.alloc(19));
    }));

  it('that cannot be made is refused with a remedy', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      expect(() => holdDataFolder(join(file, 'data'))).to.throw(StartupError, /DATA_DIR/);
    }));
});
