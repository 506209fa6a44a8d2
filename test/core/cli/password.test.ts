import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { outputOf } from '../../support/child-process.ts';
import { EncryptedHouse, tagOfHouse, tagsIn, withHouse } from '../../support/encrypted-house.ts';
import { needsTerminal, onTerminal } from '../../support/on-terminal.ts';
import { photofinch } from '../../support/programs.ts';
import { runCli } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const addAnna = [...photofinch, 'user', 'add', 'anna'];

const environmentIn = (folder: string) => ({
  ...process.env,
  DATA_DIR: join(folder, 'data'),
  WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
});

describe('a password for a command', () => {
  it('is read from a standard input that stays open, and the command ends', () =>
    withTempFolder(async (folder) => {
      const child = spawn(process.execPath, addAnna, { env: environmentIn(folder), stdio: 'pipe' });
      child.stdin.write('correct horse\n');
      const { code, stdout, stderr } = await outputOf(child);
      child.stdin.destroy();
      expect(stdout, stderr).to.equal('Added anna with role read.\n');
      expect(code).to.equal(0);
    }));

  it('is read from the next line of standard input if a second one is needed; a missing line is reported', () =>
    withHouse(async (house, folder) => {
      const other = await EncryptedHouse.make(join(folder, 'two'));
      const restore = ['restore', await other.take(), '--trust'];
      const environment = { DATA_DIR: house.folder };
      house.clear();
      const tooFew = await runCli(restore, environment, { input: `${house.recoveryKey}\n` });
      expect([tooFew.code, tooFew.stderr]).to.deep.equal([
        1,
        'photofinch: No password on standard input, or too few: write each that the command asks for there, on a line of its own.\n',
      ]);
      const input = `${house.recoveryKey}\n${other.recoveryKey}\n`;
      const { code, stderr } = await runCli(restore, environment, { input });
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(tagsIn(house.index, house.keys)).to.deep.equal([tagOfHouse]);
    }));

  for (const [key, character] of [
    ['^C', '\x03'],
    ['^D', '\x04'],
  ] as const) {
    it(`changes nothing if its prompt is answered with ${key}`, async function () {
      needsTerminal(this);
      await withTempFolder(async (folder) => {
        const child = onTerminal(addAnna, environmentIn(folder));
        let asked = false;
        child.stdout.on('data', (chunk: Buffer) => (asked ||= chunk.includes('Password for anna')));
        const ended = outputOf(child);
        await until(() => asked);
        child.stdin.write(character);
        const { code, stdout } = await ended;
        expect(stdout).to.match(/^Password for anna: \s+photofinch: Stopped\. Nothing was changed\.\s+$/);
        expect(code).to.equal(1);
        expect(existsSync(join(folder, 'data'))).to.equal(false);
      });
    });
  }
});
