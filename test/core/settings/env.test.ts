import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { readConfig } from '../../../core/settings/env.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('settings', () => {
  it('have the defaults of the specification', () => {
    const config = readConfig({});
    expect(config).to.include({
      host: '127.0.0.1',
      port: 8470,
      syncInterval: 300,
      syncLimit: 500,
      workers: 3,
      accessTtl: 8 * 3600,
      refreshTtl: 30 * 86400,
      twoFactorPendingTtl: 300,
      signTtl: 86400,
      cookieSecure: true,
      requireEncryption: false,
      publicThumbs: false,
      deletionGrace: 7 * 86400,
      originalsBudget: 2e9,
    });
  });

  it('have their defaults if a switch is empty', () => {
    const switches = {
      AUTH_COOKIE_SECURE: 'cookieSecure',
      REQUIRE_ENCRYPTION: 'requireEncryption',
      DEMO: 'demo',
      TRUST_PROXY: 'trustProxy',
      DEMO_ALLOW_PUBLIC_THUMBS: 'publicThumbs',
      VALIDATE_ANSWERS: 'validateAnswers',
      WEAK_PASSWORD_HASHES_FOR_TESTS: 'weakPasswordHashes',
    } as const;
    for (const [variable, setting] of Object.entries(switches)) {
      const isOn = (text: string): boolean => readConfig({ [variable]: text })[setting];
      expect([isOn(''), isOn('0'), isOn('off'), isOn('1'), isOn('yes')], variable).to.deep.equal([
        variable === 'AUTH_COOKIE_SECURE',
        ...[false, false, true, true],
      ]);
    }
  });

  it('read durations with a unit', () => {
    const config = readConfig({ SYNC_INTERVAL: '90s', AUTH_ACCESS_TTL: '2h', AUTH_REFRESH_TTL: '14d', SIGN_TTL: '5m' });
    expect(config).to.include({ syncInterval: 90, accessTtl: 7200, refreshTtl: 14 * 86400, signTtl: 300 });
  });

  it('read amounts of data with a unit', () => {
    const budgetOf = (text: string): number => readConfig({ ORIGINALS_BUDGET: text }).originalsBudget;
    expect(['0', '4096', '500MB', '1.5 gb', '2TB'].map(budgetOf)).to.deep.equal([0, 4096, 5e8, 1.5e9, 2e12]);
  });

  it('accept the same units for all sizes', () => {
    const sizesOf = (text: string): number[] => {
      const { maxPhotoBytes, photoMemory, originalsBudget } = readConfig({
        ...{ MAX_PHOTO_BYTES: text, PHOTO_MEMORY: text, ORIGINALS_BUDGET: text },
      });
      return [maxPhotoBytes, photoMemory, originalsBudget];
    };
    const forms = { '512MiB': 2 ** 29, '512 mib': 2 ** 29, '512M': 2 ** 29, '1GB': 1e9, '1.5GiB': 1.5 * 2 ** 30 };
    for (const [text, bytes] of Object.entries(forms)) expect(sizesOf(text)).to.deep.equal([bytes, bytes, bytes]);
    expect(sizesOf('536870912')).to.deep.equal([2 ** 29, 2 ** 29, 2 ** 29]);
  });

  it('read a list of plugins', () => {
    expect(readConfig({ PLUGINS: ' demo-source , /opt/mine ,,' }).plugins).to.deep.equal(['demo-source', '/opt/mine']);
  });

  it('use the time zone of the system if TZ names its file', () => {
    const zoneAt = (TZ?: string): string => readConfig({ TZ }).timeZone();
    expect(zoneAt(':/etc/localtime')).to.equal(zoneAt());
    expect(zoneAt('Asia/Tokyo')).to.equal('Asia/Tokyo');
  });

  it('use the key file from systemd, unless it is a placeholder for none', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'photofinch-unlock-key');
      const keyFile = (): string | undefined => readConfig({ CREDENTIALS_DIRECTORY: folder }).unlockKeyFile;
      expect(keyFile()).to.equal(undefined);
      writeFileSync(file, 'a key of this length');
      expect(keyFile()).to.equal(file);
      writeFileSync(file, 'none');
      expect(keyFile()).to.equal(undefined);
      expect(readConfig({ CREDENTIALS_DIRECTORY: folder, UNLOCK_KEY_FILE: '/key' }).unlockKeyFile).to.equal('/key');
    }));

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ HOST: '256.0.0.1' }, 'HOST must be an address or a name of this machine'],
    [{ HOST: 'http://localhost' }, 'HOST must be an address or a name of this machine'],
    [{ WORKERS: '0' }, 'WORKERS'],
    [{ SYNC_LIMIT: '-1' }, 'SYNC_LIMIT'],
    [{ SYNC_INTERVAL: 'soon' }, 'SYNC_INTERVAL'],
    [{ ORIGINALS_BUDGET: 'plenty' }, 'ORIGINALS_BUDGET must be a number of bytes'],
    [{ ORIGINALS_BUDGET: '-1GB' }, 'ORIGINALS_BUDGET must be a number of bytes'],
    [{ MAX_PHOTO_BYTES: 'many' }, 'MAX_PHOTO_BYTES must be a number of bytes, or a number with KB'],
    [{ MAX_PHOTO_BYTES: '0' }, 'MAX_PHOTO_BYTES must be at least 1B'],
    [{ PHOTO_MEMORY: '1MB' }, 'PHOTO_MEMORY must be at least 64MiB'],
    [{ PHOTO_MEMORY: '1PB' }, 'PHOTO_MEMORY must be a number of bytes'],
    [{ AUTH_ACCESS_TTL: '0' }, 'AUTH_ACCESS_TTL must be at least 1 second'],
    [{ AUTH_REFRESH_TTL: '0d' }, 'AUTH_REFRESH_TTL must be at least 1 second'],
    [{ AUTH_REFRESH_TTL: '999999999d' }, 'AUTH_REFRESH_TTL must be at least 1 second and at most 3650d'],
    [{ AUTH_2FA_PENDING_TTL: '2d' }, 'AUTH_2FA_PENDING_TTL must be at least 1 second and at most 1d'],
    [{ SIGN_TTL: '999999999d' }, 'SIGN_TTL must be'],
    [{ AUTH_COOKIE_SECURE: 'perhaps' }, 'AUTH_COOKIE_SECURE'],
    [{ SIGNING_SECRET: 'too short' }, 'SIGNING_SECRET'],
    [{ SETUP_CODE: 'too short' }, 'SETUP_CODE must be at least 16 characters'],
    [{ REQUIRE_ENCRYPTION: 'perhaps' }, 'REQUIRE_ENCRYPTION'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ WEAK_PASSWORD_HASHES_FOR_TESTS: '1', HOST: '0.0.0.0' }, 'WEAK_PASSWORD_HASHES_FOR_TESTS'],
    [{ METRICS: 'everybody' }, 'METRICS'],
    [{ TZ: 'Mars/Olympus' }, 'TZ'],
    [{ ADMIN_USERNAME: 'anna smith' }, 'ADMIN_USERNAME'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 8 characters long'],
    [{ ADMIN_PASSWORD: 'éééé' }, 'ADMIN_PASSWORD must be at least 8 characters long'],
  ];
  for (const [environment, name] of wrong) {
    it(`refuse ${JSON.stringify(environment)} and name the variable`, () => {
      expect(() => readConfig(environment)).to.throw(StartupError, name);
    });
  }

  it('cannot be changed once read', () => {
    expect(readConfig({})).to.be.frozen;
  });
});
