import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { EverydayUse } from '../fixtures/everyday-process.ts';
import { emptyNetwork, runAlone } from '../support/empty-network.ts';
import { compilers, fromSource } from '../support/programs.ts';
import { skip } from '../support/skip.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { straceInstalled, Witness } from '../support/witness.ts';

describe('the whole program in everyday use', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  let used: EverydayUse;
  let witness: Witness;

  before(async function () {
    if (!straceInstalled) skip(this, 'strace is not installed');
    if (emptyNetwork().length === 0)
      console.log('      (no network of its own is allowed: seen by its system calls alone)');
    const { PHOTOS_DIR, MODELS_DIR, TEST_BUILT } = process.env;
    const settings = Object.entries({ PHOTOS_DIR, MODELS_DIR, TEST_BUILT });
    const environment = Object.fromEntries(settings.filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const script = fromSource('test/fixtures/everyday-process.ts');
    const { code, stdout, stderr } = await runAlone([process.execPath, ...script, folder], environment);
    expect(code, stderr).to.equal(0);
    used = JSON.parse(stdout) as EverydayUse;
    witness = new Witness(join(folder, 'seen'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('does all of its work, and so do the models', function () {
    expect(used.demo.photos).to.be.greaterThan(0);
    expect(used.demo.people).to.be.greaterThan(0);
    expect(used.served.words).to.be.greaterThan(0);
    const started = witness.started().join('\n');
    expect(started).to.include('vector-process');
    expect(started).to.include('integrity-process');
    if (used.alike === undefined) skip(this, 'no models or no photos: set MODELS_DIR and PHOTOS_DIR');
    expect(started).to.include('inference-process');
    expect(used.served.people).to.be.greaterThan(0);
    expect(used.served.things).to.equal(true);
    expect(used.alike).to.be.greaterThan(0);
  });

  it('contacts only this machine, and does not even resolve names', () => {
    expect(witness.strangersAsked()).to.deep.equal([]);
  });

  it('creates, changes and removes no files outside the folders that it was given', () => {
    expect(witness.changedOutside([...used.folders, ...compilers])).to.deep.equal([]);
    expect(readdirSync(join(folder, 'home'))).to.deep.equal([]);
    // The test would prove nothing if the changes in these folders were not seen.
    const changed = witness.changedOutside([]).join('\n');
    for (const own of used.folders.filter((one) => existsSync(one))) expect(changed).to.include(own);
  });
});

describe('npm when it starts the program', () => {
  before(function () {
    if (!straceInstalled) skip(this, 'strace is not installed');
  });

  // npm keeps a log and a cache in the home folder, which is no concern here; by default it would check for a newer npm.
  for (const command of [
    ['npx', 'photofinch', '--version'],
    ['npm', 'start', '--', '--help'],
  ]) {
    it(`contacts no other machine: ${command.join(' ')}`, () =>
      withTempFolder(async (folder) => {
        const witness = new Witness(join(folder, 'seen'));
        const { stderr } = await runAlone([...witness.of('npm'), ...command], { HOME: folder });
        await witness.done();
        expect(witness.started().join('\n'), stderr).to.include('photofinch');
        expect(witness.strangersAsked()).to.deep.equal([]);
      }));
  }
});

describe('the strace witness of these tests', () => {
  const seenOf = async (script: string): Promise<{ asked: string[]; changed: string[]; folder: string }> => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    try {
      const witness = new Witness(join(folder, 'seen'));
      const program = [process.execPath, '--input-type=module', '-e', script, folder];
      const { code, stderr } = await runAlone([...witness.of('stranger'), ...program]);
      expect(code, stderr).to.equal(0);
      await witness.done();
      return { asked: witness.strangersAsked(), changed: witness.changedOutside([]), folder };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  before(function () {
    if (!straceInstalled) skip(this, 'strace is not installed');
  });

  it('sees whom a program and its child processes contact, whether there is a response or not', async () => {
    const { asked } = await seenOf(`
      import { spawnSync } from 'node:child_process';
      import { createSocket } from 'node:dgram';
      import { connect } from 'node:net';
      import { lookup } from 'node:dns/promises';
      await lookup('photofinch.invalid').catch(() => undefined);
      const stranger = "require('node:net').connect(443, '192.0.2.7').on('error', () => 0).setTimeout(100, function () { this.destroy(); })";
      spawnSync(process.execPath, ['-e', stranger]);
      connect(443, '2001:db8::7').on('error', () => undefined).setTimeout(100, function () { this.destroy(); });
      const socket = createSocket('udp4').on('error', () => undefined);
      socket.send('x', 9, '192.0.2.9', () => socket.close());
    `);
    expect(asked).to.include('stranger: 192.0.2.7:443');
    expect(asked).to.include('stranger: 2001:db8::7:443');
    expect(asked).to.include('stranger: 192.0.2.9:9');
    expect(asked.filter((one) => one.endsWith(':53'))).not.to.be.empty;
  });

  it('does not report connections within this machine', async () => {
    const { asked } = await seenOf(`
      import { connect, createServer } from 'node:net';
      import { networkInterfaces } from 'node:os';
      networkInterfaces();
      const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
        connect(server.address().port, '127.0.0.1').resume().on('close', () => server.close());
      });
    `);
    expect(asked).to.deep.equal([]);
  });

  it('sees what is created, changed and removed, and not what is only read', async () => {
    const { changed, folder } = await seenOf(`
      import * as fs from 'node:fs';
      process.chdir(process.argv[1]);
      const at = process.argv[1];
      fs.mkdirSync(at + '/made');
      fs.writeFileSync('written', 'x');
      fs.renameSync(at + '/written', at + '/renamed');
      fs.symlinkSync('/etc/hosts', at + '/link');
      fs.readFileSync('/etc/hosts');
      fs.rmSync(at + '/renamed');
      fs.writeFileSync('/dev/null', 'x');
      try { fs.writeFileSync('/proc/nowhere', 'x'); } catch {}
    `);
    const names = changed.map((one) => one.replace(`stranger: ${folder}/`, ''));
    expect(names).to.include.members(['made', 'written', 'renamed', 'link']);
    expect(changed.filter((one) => !one.includes(folder))).to.deep.equal([]);
  });
});
