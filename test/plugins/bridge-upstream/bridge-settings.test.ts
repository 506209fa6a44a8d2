import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readArguments } from '../../../plugins/bridge-upstream/bridge/arguments.ts';
import { readSettings, type BridgeSettings } from '../../../plugins/bridge-upstream/bridge/settings.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const token = 'a'.repeat(64);
const folder = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: '/srv/photos', BRIDGE_TOKEN: token };

describe('the settings of the bridge', () => {
  const read = (environment: Record<string, string>): BridgeSettings => readSettings(environment);
  const refusal = (environment: Record<string, string>): string => {
    try {
      read(environment);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('these settings were let through');
  };

  it('require a store and a token, and have defaults for the rest', () => {
    expect(read(folder)).to.deep.include({
      store: { driver: 'folder', root: '/srv/photos' },
      listen: { host: '127.0.0.1', port: 8471 },
      token,
      scanInterval: 60,
      requireMount: false,
      canary: undefined,
      logLevel: 'info',
      warnings: [],
    });
  });

  it('treat empty variables as absent', () => {
    const empty = {
      BRIDGE_LISTEN: '',
      BRIDGE_SCAN_INTERVAL: '',
      BRIDGE_CANARY: '',
      BRIDGE_TOKEN_FILE: '',
      LOG_LEVEL: '',
    };
    expect(read({ ...folder, ...empty })).to.deep.equal(read(folder));
  });

  it('accept a rate for all reads, with the number of parallel reads and the latency', () => {
    const metered = (text: string) => read({ ...folder, BRIDGE_METERED: text }).metered;
    expect(metered('20mbit,4,150ms')).to.deep.equal({ bytesPerSecond: 2_500_000, slots: 4, latency: 150 });
    expect(metered('0.5Mbit, 1')).to.deep.equal({ bytesPerSecond: 62_500, slots: 1, latency: 150 });
    expect(metered('8mbit')).to.deep.equal({ bytesPerSecond: 1_000_000, slots: 4, latency: 150 });
    expect(metered('')).to.equal(undefined);
  });

  describe('are rejected with one line that names the variable for', () => {
    const rclone = { ...folder, BRIDGE_DRIVER: 'rclone-crypt', RCLONE_CRYPT_PASSWORD: 'x' };
    const cases: [string, Record<string, string>, RegExp][] = [
      ['no driver', { BRIDGE_STORE: '/x', BRIDGE_TOKEN: token }, /BRIDGE_DRIVER is missing.*gocryptfs/],
      ['an unknown driver', { ...folder, BRIDGE_DRIVER: 'floppy' }, /BRIDGE_DRIVER must be one of/],
      ['no store', { BRIDGE_DRIVER: 'folder', BRIDGE_TOKEN: token }, /BRIDGE_STORE is missing/],
      ['no token', { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: '/x' }, /BRIDGE_TOKEN is missing.*openssl/],
      ['a short token', { ...folder, BRIDGE_TOKEN: 'a'.repeat(31) }, /BRIDGE_TOKEN must be at least 32 bytes.*openssl/],
      ['a token with blanks', { ...folder, BRIDGE_TOKEN: 'word '.repeat(12) }, /BRIDGE_TOKEN must be/],
      ['both kinds of token', { ...folder, BRIDGE_TOKEN_FILE: '/x' }, /BRIDGE_TOKEN and BRIDGE_TOKEN_FILE are both/],
      ['a bad interval', { ...folder, BRIDGE_SCAN_INTERVAL: 'often' }, /BRIDGE_SCAN_INTERVAL must be/],
      ['an interval of zero', { ...folder, BRIDGE_SCAN_INTERVAL: '0' }, /BRIDGE_SCAN_INTERVAL must be/],
      ['a bad flag', { ...folder, BRIDGE_REQUIRE_MOUNT: 'maybe' }, /BRIDGE_REQUIRE_MOUNT must be/],
      ['a rate without a unit', { ...folder, BRIDGE_METERED: '20' }, /BRIDGE_METERED must be a rate.*20mbit,4,150ms/],
      ['a rate of zero', { ...folder, BRIDGE_METERED: '0mbit' }, /BRIDGE_METERED must be/],
      ['no reads at all', { ...folder, BRIDGE_METERED: '20mbit,0' }, /BRIDGE_METERED must be/],
      ['a latency that is too long', { ...folder, BRIDGE_METERED: '20mbit,4,20001ms' }, /BRIDGE_METERED must be/],
      ['a hidden canary', { ...folder, BRIDGE_CANARY: 'a/.canary' }, /BRIDGE_CANARY must be/],
      ['a canary with an absolute path', { ...folder, BRIDGE_CANARY: '/srv/a.txt' }, /BRIDGE_CANARY must be/],
      ['no vault password', { ...folder, BRIDGE_DRIVER: 'gocryptfs' }, /GOCRYPTFS_PASSWORD is missing.*_FILE/],
      ['no crypt password', { ...folder, BRIDGE_DRIVER: 'rclone-crypt' }, /RCLONE_CRYPT_PASSWORD is missing/],
      [
        'an unknown encoding',
        { ...rclone, RCLONE_CRYPT_FILENAME_ENCODING: 'hex' },
        /RCLONE_CRYPT_FILENAME_ENCODING must/,
      ],
      [
        'a bad boolean',
        { ...rclone, RCLONE_CRYPT_NO_DATA_ENCRYPTION: 'perhaps' },
        /RCLONE_CRYPT_NO_DATA_ENCRYPTION must/,
      ],
      ['a config without the name of a remote', { ...rclone, RCLONE_CONFIG_FILE: '/x' }, /RCLONE_REMOTE is missing/],
      [
        'a missing config',
        { ...rclone, RCLONE_CONFIG_FILE: '/nowhere/x', RCLONE_REMOTE: 'x' },
        /RCLONE_CONFIG_FILE .*ENOENT/,
      ],
    ];
    for (const [what, environment, message] of cases) {
      it(what, () => {
        const sentence = refusal(environment);
        expect(sentence).to.match(message);
        expect(sentence).not.to.contain('\n');
        expect(sentence).not.to.contain(token);
        expect(sentence).not.to.contain('/nowhere');
      });
    }
  });

  describe('for listening', () => {
    const listen = (text: string, more: Record<string, string> = {}) =>
      read({ ...folder, BRIDGE_LISTEN: text, ...more }).listen;

    it('accept addresses of this machine, and sockets', () => {
      expect(listen('127.0.0.1:0')).to.deep.equal({ host: '127.0.0.1', port: 0 });
      expect(listen('127.9.9.9:80')).to.deep.equal({ host: '127.9.9.9', port: 80 });
      expect(listen('localhost:8471')).to.deep.equal({ host: 'localhost', port: 8471 });
      expect(listen('[::1]:8471')).to.deep.equal({ host: '::1', port: 8471 });
      expect(listen('unix:/run/bridge.sock')).to.deep.equal({ socket: '/run/bridge.sock' });
    });

    it('accept other addresses only with BRIDGE_ALLOW_REMOTE', () => {
      for (const text of [
        '0.0.0.0:8471',
        '192.168.1.5:8471',
        '[::]:8471',
        '[fe80::1]:8471',
        'nas.local:8471',
        '128.0.0.1:1',
      ]) {
        expect(() => listen(text), text).to.throw(/BRIDGE_ALLOW_REMOTE=1/);
        expect(listen(text, { BRIDGE_ALLOW_REMOTE: '1' }), text).to.have.property('host');
      }
    });

    it('reject invalid addresses', () => {
      for (const text of [
        '8471',
        '127.0.0.1',
        '127.0.0.1:99999',
        '::1:80',
        '[nonsense]:80',
        'a:b:1',
        'unix:relative.sock',
      ]) {
        expect(() => listen(text), text).to.throw(/Setting BRIDGE_LISTEN/);
      }
      expect(() => listen(`unix:/${'x'.repeat(107)}`)).to.throw(/longer than 107 bytes/);
    });
  });

  describe('for secrets', () => {
    it('are read from files, without a trailing line break', () =>
      withTempFolder((at) => {
        const file = join(at, 'secret');
        const environment = {
          BRIDGE_DRIVER: 'gocryptfs',
          BRIDGE_STORE: '/srv/vault',
          BRIDGE_TOKEN_FILE: file,
          GOCRYPTFS_PASSWORD: ' as it is \n',
        };
        for (const end of ['', '\n', '\r\n']) {
          writeFileSync(file, token + end, { mode: 0o600 });
          const { store, warnings, ...settings } = read(environment);
          expect(settings.token).to.equal(token);
          expect(store).to.include({ password: ' as it is \n' });
          expect(warnings).to.deep.equal([]);
        }
        chmodSync(file, 0o644);
        expect(read(environment).warnings).to.have.length(1);
        expect(read(environment).warnings[0]).to.match(/BRIDGE_TOKEN_FILE.*mode 600/);
        writeFileSync(file, '\n');
        expect(refusal(environment)).to.match(/BRIDGE_TOKEN_FILE names an empty file/);
        expect(refusal({ ...environment, BRIDGE_TOKEN_FILE: join(at, 'none') })).to.match(/BRIDGE_TOKEN_FILE.*ENOENT/);
      }));

    it('are rejected on the command line', () => {
      const bad = [
        '--token=x',
        '--token',
        '--password',
        '--pass',
        '--salt=x',
        '--rclone-crypt-password2=x',
        '--gocryptfs-password',
      ];
      for (const argument of bad) expect(() => readArguments([argument]), argument).to.throw(/secrets do not belong/);
    });

    it('are read from an rclone.conf, with the path of the store', () =>
      withTempFolder((at) => {
        const file = join(at, 'rclone.conf');
        // “potato”, as in rclone's own tests of `obscure`.
        const lines = ['[photos]', 'type = crypt', `remote = ${at}/vault`, 'password = YWFhYWFhYWFhYWFhYWFhYXMaGgIlEQ'];
        writeFileSync(file, [...lines, 'filename_encoding = base64', ''].join('\n'), { mode: 0o600 });
        const environment = {
          BRIDGE_DRIVER: 'rclone-crypt',
          BRIDGE_TOKEN: token,
          RCLONE_CONFIG_FILE: file,
          RCLONE_REMOTE: 'photos:',
        };
        const { store } = read(environment);
        expect(store).to.include({ driver: 'rclone-crypt', root: join(at, 'vault') });
        expect((store as { crypt: object }).crypt).to.include({ password: 'potato', fileNameEncoding: 'base64' });
        chmodSync(file, 0o600);
        expect(read(environment).warnings).to.deep.equal([]);
        chmodSync(file, 0o644);
        expect(read(environment).warnings).to.deep.equal([
          'Everyone on this machine can read the file of RCLONE_CONFIG_FILE: give it mode 600 or 640.',
        ]);
        expect(read({ ...environment, BRIDGE_STORE: '/mnt/vault' }).store.root).to.equal('/mnt/vault');
        expect(refusal({ ...environment, RCLONE_REMOTE: 'other' })).to.match(/RCLONE_REMOTE.*no remote “other”/);
      }));
  });

  it('keep the journal out of the store, even with symbolic links', () =>
    withTempFolder((at) => {
      const store = join(at, 'store');
      mkdirSync(join(store, 'inner'), { recursive: true });
      symlinkSync(store, join(at, 'link'));
      const inside = [store, join(store, 'journal'), join(at, 'link', 'new', 'journal'), at];
      for (const dataDir of inside) {
        const sentence = refusal({ ...folder, BRIDGE_STORE: store, BRIDGE_DATA_DIR: dataDir });
        expect(sentence)
          .to.match(/BRIDGE_DATA_DIR and BRIDGE_STORE/)
          .and.not.contain(at);
      }
      for (const dataDir of [join(at, 'data'), join(at, 'store-2'), join(at, '..store')]) {
        expect(read({ ...folder, BRIDGE_STORE: store, BRIDGE_DATA_DIR: dataDir }).dataDir).to.equal(dataDir);
      }
    }));

  it('can be given as flags', () => {
    const { command, environment } = readArguments([
      '--driver',
      'folder',
      '--store=/a',
      '--listen',
      'unix:/s',
      '--require-mount',
      '--require-store',
      '--adopt-journal',
    ]);
    expect(command).to.equal('serve');
    expect(environment).to.deep.equal({
      BRIDGE_DRIVER: 'folder',
      BRIDGE_STORE: '/a',
      BRIDGE_LISTEN: 'unix:/s',
      BRIDGE_REQUIRE_MOUNT: '1',
      BRIDGE_REQUIRE_STORE: '1',
      BRIDGE_ADOPT_JOURNAL: '1',
    });
    expect(() => readArguments(['--what'])).to.throw(/--what/);
    expect(() => readArguments(['serve', 'twice'])).to.throw(/unknown command/);
  });
});
