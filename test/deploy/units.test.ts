import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { skip } from '../support/skip.ts';

const names = ['photofinch', 'photofinch-bridge', 'photofinch-ml-worker'];

describe('the systemd units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const paths = names.map((name) => join(folder, `${name}.service`));

  before(function () {
    if (spawnSync('systemd-analyze', ['--version']).error) skip(this, 'systemd-analyze is not installed');
    for (const name of names) {
      const unit = readFileSync(`docs/deploy/${name}.service`, 'utf8');
      // Only there once it is installed: systemd-analyze misses programs that are not.
      const here = unit.replace(new RegExp(`=/usr/local/bin/${name}(?=\\s)`), `=${resolve('bin', name)}.cjs`);
      expect(here).to.not.equal(unit);
      writeFileSync(join(folder, `${name}.service`), here);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** What systemd finds wrong with units, one sentence a line. */
  const complaints = (...units: string[]): string => {
    const { stdout, stderr, error } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', ...units],
      { encoding: 'utf8' },
    );
    if (error) throw error;
    return `${stdout}${stderr}`;
  };

  it('hold nothing that systemd does not know or would leave out', () => {
    expect(complaints(...paths)).to.equal('');
  });

  it('hold nothing wrong either once the settings of an encrypted library, of workers and of copies elsewhere are switched on', () => {
    const switched = join(folder, 'switched.service');
    const unit = readFileSync(paths[0]!, 'utf8');
    const on = unit.replaceAll(
      /^#(?=Environment=(?:REQUIRE_ENCRYPTION|PLUGINS|ML_NATS|BACKUP_REMOTE)|(?:Load|Set)Credential=(?:photofinch-unlock-key|nats-))/gm,
      '',
    );
    expect(on.length).to.equal(unit.length - 7);
    writeFileSync(switched, on);
    expect(complaints(switched)).to.equal('');
  });

  it('keep the memory of programs with keys off the disk', () => {
    for (const path of paths) expect(readFileSync(path, 'utf8'), path).to.match(/^LimitCORE=0$/m);
  });

  it('would be found wrong if a setting were misspelt', () => {
    const wrong = join(folder, 'wrong.service');
    cpSync(paths[0]!, wrong);
    writeFileSync(wrong, readFileSync(wrong, 'utf8').replace('ProtectClock=', 'ProtectClok='));
    expect(complaints(wrong)).to.contain('ProtectClok');
  });

  for (const [number, name] of names.entries()) {
    it(`shut ${name} in: systemd's measure of exposure, which goes to ten, stays below two`, () => {
      const options = ['security', '--offline=true', '--no-pager'];
      const { stdout } = spawnSync('systemd-analyze', [...options, paths[number]!], { encoding: 'utf8' });
      const exposure = Number(/exposure level for \S+: ([\d.]+) /.exec(stdout)?.[1]);
      expect(exposure).to.be.below(2);
    });
  }
});
