import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { outputOf } from '../../support/child-process.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { needsTerminal, onTerminal } from '../../support/on-terminal.ts';
import { photofinch } from '../../support/programs.ts';
import { until } from '../../support/until.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';

const passphrase = 'a phrase of theirs';

describe('commands on an encrypted library', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const keyFile = join(folder, 'key');
  const plain: Record<'DATA_DIR', string> & Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    ML_BUILT_IN: 'none',
    DEMO: '1',
    MODELS_DIR: join(folder, 'models'),
  };
  const withFile = { ...plain, UNLOCK_KEY_FILE: keyFile };
  const run = (words: string, environment: Record<string, string> = withFile, input = ''): ReturnType<typeof runCli> =>
    runCli(words.split(' '), environment, { input: input && `${input}\n` });
  const good = async (...asked: Parameters<typeof run>): Promise<string> => {
    const { code, stdout, stderr } = await run(...asked);
    expect([code, stderr], asked[0]).to.deep.equal([0, '']);
    return stdout;
  };
  const isPlain = (): boolean =>
    readFileSync(join(plain.DATA_DIR, 'index.sqlite3')).subarray(0, 15).toString('latin1') === 'SQLite format 3';

  before(async () => {
    writeFileSync(keyFile, keyFileContent(7));
    await good('user add anna', plain, 'a-password-of-theirs');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('refuse to encrypt while a server runs, or with a weak passphrase', async () => {
    const server = await startServerProcess(plain, { command: 'demo' });
    const beside = await run('encrypt', plain, passphrase);
    await server.stop();
    expect([beside.code, beside.stderr]).to.deep.equal([
      1,
      `photofinch: Photofinch is already running on the data folder ${plain.DATA_DIR}: stop it first, or set DATA_DIR to another folder.\n`,
    ]);
    for (const weak of ['seven geese', 'password1']) expect((await run('encrypt', plain, weak)).code).to.equal(1);
    expect(existsSync(join(plain.DATA_DIR, 'keyring.json'))).to.equal(false);
    expect(isPlain()).to.equal(true);
  });

  it('report that the library is not encrypted while it is plain', async () => {
    for (const words of ['unlock list', 'unlock add', 'unlock remove 1', 'decrypt']) {
      const { code, stderr } = await run(words, plain);
      expect([code, stderr], words).to.deep.equal([1, stderr]);
      expect(stderr).to.match(/^photofinch: This library is not encrypted/);
    }
  });

  it('do not encrypt the demo library without DEMO=1', async () => {
    const { code, stdout, stderr } = await run('encrypt', { ...plain, DEMO: '0' }, passphrase);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/ is the demo's, .* set DATA_DIR .*, or DEMO=1 for the demo\.\n$/);
    expect(existsSync(join(plain.DATA_DIR, 'keyring.json'))).to.equal(false);
    expect(isPlain()).to.equal(true);
  });

  it('encrypt the library, print its recovery key this once, and add a key file', async () => {
    const said = await good('encrypt', plain, passphrase);
    const [, recoveryKey = ''] = /^Recovery key: (\S{44})$/m.exec(said) ?? [];
    expect(said.split(recoveryKey), 'before and after the key').to.have.length(2);
    expect(said).to.match(/^The library is encrypted\.$/m);
    expect(isPlain()).to.equal(false);
    expect((await run('encrypt', plain, passphrase)).stderr).to.include('encrypted already');
    await good(`unlock add --key-file ${keyFile} --name stick`, plain, passphrase);
    const listed = await good('unlock list', plain);
    expect(listed).to.not.include(recoveryKey);
    const lines = listed.trim().split('\n');
    expect(lines.map((line) => line.split('\t').slice(1, 2).join())).to.deep.equal([
      'passphrase',
      'recovery key',
      'key file',
    ]);
  });

  it('work as before with the key file, and name the missing setting without it', async () => {
    expect(await good('user list')).to.match(/^anna\tread\tenabled/m);
    expect(await good('backup')).to.match(/verified {2}yes/);
    await good('user add berta', withFile, 'a-password-of-theirs');
    await good('models list', plain);
    for (const words of ['user list', 'backup', 'check', 'export-sidecars out']) {
      const { code, stdout, stderr } = await run(words, plain, passphrase);
      expect([code, stdout], words).to.deep.equal([1, '']);
      expect(stderr).to.match(/^photofinch: The library is encrypted, .* set UNLOCK_KEY_FILE/);
    }
    expect(await good('check')).to.match(/^ok {6}database/m);
    const outsideTests = await run('check', { ...withFile, WEAK_PASSWORD_HASHES_FOR_TESTS: '0' });
    expect([outsideTests.code, outsideTests.stdout]).to.deep.equal([1, outsideTests.stdout]);
    expect(outsideTests.stdout).to.match(
      /^NOT OK {2}database .* Keys of the library that can be guessed quickly, .*: 1\./m,
    );
    writeFileSync(join(folder, 'other'), keyFileContent(8));
    const wrong = await run('user list', { ...plain, UNLOCK_KEY_FILE: join(folder, 'other') });
    expect(wrong.stderr).to.include('does not open this library').and.to.include('set UNLOCK_KEY_FILE');
  });

  it('ask for the passphrase on a terminal, and again after a wrong one', async function () {
    needsTerminal(this);
    const env = { ...process.env, ...plain, WEAK_PASSWORD_HASHES_FOR_TESTS: '1' };
    const child = onTerminal([...photofinch, 'user', 'list'], env);
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const ended = outputOf(child);
    const asked = (times: number): Promise<void> =>
      until(() => shown.split('Passphrase or recovery key: ').length > times);
    await asked(1);
    child.stdin.write('a phrase of others\r');
    await asked(2);
    child.stdin.write(`${passphrase}\r`);
    const { code, stdout } = await ended;
    expect([code, stdout]).to.deep.equal([0, stdout]);
    expect(stdout)
      .to.include('This does not open the library')
      .and.to.match(/^anna\tread/m)
      .and.to.not.include(passphrase);
  });

  it('neither decrypt the demo library nor change its keys without DEMO=1', async () => {
    const keyring = readFileSync(join(plain.DATA_DIR, 'keyring.json'));
    const [first = ''] = (await good('unlock list')).split('\t');
    for (const words of ['decrypt', 'unlock add --recovery', `unlock remove ${first}`]) {
      const { code, stdout, stderr } = await run(words, { ...withFile, DEMO: '0' });
      expect([code, stdout], words).to.deep.equal([1, '']);
      expect(stderr, words).to.include(`is the demo's`);
    }
    expect(readFileSync(join(plain.DATA_DIR, 'keyring.json')).equals(keyring)).to.equal(true);
    expect(isPlain()).to.equal(false);
  });

  it('report a missing keyring, and create no other', async () => {
    const keyring = join(plain.DATA_DIR, 'keyring.json');
    const index = readFileSync(join(plain.DATA_DIR, 'index.sqlite3'));
    renameSync(keyring, `${keyring}.away`);
    for (const words of ['encrypt', 'user list', `restore ${join(folder, 'any.sqlite3')}`]) {
      const { code, stderr } = await run(words, plain, passphrase);
      expect(stderr, words).to.match(/^photofinch: .*index\.sqlite3 is encrypted, but keyring\.json is missing/);
      expect([code, existsSync(keyring)], words).to.deep.equal([1, false]);
    }
    expect(readFileSync(join(plain.DATA_DIR, 'index.sqlite3')).equals(index)).to.equal(true);
    renameSync(`${keyring}.away`, keyring);
  });

  it('refuse to run while the library is half encrypted', async () => {
    const keyring = new Keyring(plain.DATA_DIR);
    const keys = await keyring.unlock({ kind: 'passphrase', passphrase });
    if (!keys) throw new Error('the passphrase does not open the library');
    await keyring.setState(keys, 'decrypting');
    for (const words of ['unlock add --recovery', 'unlock remove some-key', 'user list']) {
      expect((await run(words)).stderr, words).to.match(
        /^photofinch: The library is half encrypted: .* photofinch decrypt/,
      );
    }
    await keyring.setState(keys, 'encrypted');
  });

  it('remove and renew keys, after which the old secrets open nothing', async () => {
    const [first = ''] = (await good('unlock list')).split('\t');
    const backups = join(plain.DATA_DIR, 'backups');
    const records = (): string[] =>
      readdirSync(backups).flatMap((name) => (name.endsWith('.json') ? readFileSync(join(backups, name), 'utf8') : []));
    expect(records().filter((text) => text.includes(first))).to.have.length.greaterThan(0);
    expect((await run('unlock remove no-such-key')).stderr).to.include('There is no such key.');
    await good(`unlock remove ${first}`);
    expect(records().filter((text) => text.includes(first))).to.deep.equal([]);
    expect((await run('decrypt', plain, passphrase)).stderr).to.include('does not open the library');
    const key = /\S{44}/.exec(await good('unlock add --recovery'))?.[0] ?? '';
    await good('unlock add --name Anna', withFile, 'another phrase of theirs');
    expect(await good('unlock add', withFile, 'a phrase without a name')).to.match(/^Added the passphrase \(\S+\)\.$/m);
    const nameless = (await good('unlock list')).split('\n').find((line) => /\tpassphrase\t[\d-]+\t$/.test(line));
    await good(`unlock remove ${nameless?.split('\t')[0] ?? ''}`);
    expect(await good('unlock list')).to.match(/\tpassphrase\t[\d-]+\tAnna$/m);
    expect((await good('unlock list')).match(/recovery key/g)).to.have.length(1);
    await good(`unlock add --key-file ${keyFile} --name again`, plain, key);
  });

  it('refuse key files that are too small, missing or folders', async () => {
    writeFileSync(join(folder, 'small'), 'small');
    for (const file of ['small', 'missing', '.']) {
      const { code, stderr } = await run(`unlock add --key-file ${join(folder, file)}`, plain, passphrase);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: The key file /);
    }
  });

  it('decrypt the library again, with all changes that were made meanwhile', async () => {
    expect(await good('decrypt')).to.match(/^The library is plain now.*\nA key file is set: unset UNLOCK_KEY_FILE/);
    expect(isPlain()).to.equal(true);
    expect(existsSync(join(plain.DATA_DIR, 'keyring.json'))).to.equal(false);
    expect(await good('user list', plain))
      .to.match(/^anna\t/m)
      .and.to.match(/^berta\t/m);
  });
});
