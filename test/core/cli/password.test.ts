import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { outputOf } from '../../support/child-process.ts';
import { photofinch } from '../../support/programs.ts';
import { until } from '../../support/until.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const addAnna = [...photofinch, 'user', 'add', 'anna'];

const environmentIn = (folder: string) => ({
  ...process.env,
  DATA_DIR: join(folder, 'data'),
  WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
});

describe('a password', () => {
  it('is taken from a script that keeps standard input open, and the command ends', () =>
    withTempFolder(async (folder) => {
      const child = spawn(process.execPath, addAnna, { env: environmentIn(folder), stdio: 'pipe' });
      child.stdin.write('correct horse\n');
      const { code, stdout, stderr } = await outputOf(child);
      child.stdin.destroy();
      expect(stdout, stderr).to.equal('Added anna with role read.\n');
      expect(code).to.equal(0);
    }));

  for (const [key, character] of [
    ['^C', '\x03'],
    ['^D', '\x04'],
  ] as const) {
    it(`that is asked for and not given, but ${key}, changes nothing`, async function () {
      if (!existsSync('/usr/bin/script')) this.skip();
      await withTempFolder(async (folder) => {
        const command = [process.execPath, ...addAnna].join(' ');
        const child = spawn('script', ['-qec', command, '/dev/null'], { env: environmentIn(folder), stdio: 'pipe' });
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
