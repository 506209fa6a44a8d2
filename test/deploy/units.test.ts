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
      // systemd-analyze reports missing programs, and this one exists only after an installation.
      const here = unit.replace(new RegExp(`=/usr/local/bin/${name}(?=\\s)`), `=${resolve('bin', name)}.cjs`);
      expect(here).to.not.equal(unit);
      writeFileSync(join(folder, `${name}.service`), here);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** The messages of systemd about units, one per line. */
  const complaints = (...units: string[]): string => {
    const { stdout, stderr, error } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', ...units],
      { encoding: 'utf8' },
    );
    if (error) throw error;
    return `${stdout}${stderr}`;
  };

  it('contain nothing that systemd does not know or would ignore', () => {
    expect(complaints(...paths)).to.equal('');
  });

  it('are also valid with the settings for encryption, workers and remote backups switched on', () => {
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

  it('disable core dumps of programs that hold keys', () => {
    for (const path of paths) expect(readFileSync(path, 'utf8'), path).to.match(/^LimitCORE=0$/m);
  });

  it('are reported if a setting is misspelt', () => {
    const wrong = join(folder, 'wrong.service');
    cpSync(paths[0]!, wrong);
    writeFileSync(wrong, readFileSync(wrong, 'utf8').replace('ProtectClock=', 'ProtectClok='));
    expect(complaints(wrong)).to.contain('ProtectClok');
  });

  for (const [number, name] of names.entries()) {
    it(`restrict ${name}: systemd's exposure level, of at most ten, is below two`, () => {
      const options = ['security', '--offline=true', '--no-pager'];
      const { stdout } = spawnSync('systemd-analyze', [...options, paths[number]!], { encoding: 'utf8' });
      const exposure = Number(/exposure level for \S+: ([\d.]+) /.exec(stdout)?.[1]);
      expect(exposure).to.be.below(2);
    });
  }
});
