import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createRcloneCryptDriver,
  parseRcloneCryptSettings,
  readRcloneConfig,
} from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { revealPassword } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/config.ts';
import { unhurried } from '../../support/driver-reading.ts';
import { vaultsFolder } from '../../support/fixture-vaults.ts';
import { obscure, rcloneInstalled } from '../../support/rclone.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

// Passwords as obscured by rclone 1.60.1.
const config = `# made by a person
[nas]
type = local

[photos]
type = crypt
remote = /mnt/nas/photos
password = famS7iIKFiiWcyRVINoabUri5XMjx9u6OMWtB5AXRP7IlCFQJOVR1w
password2 = u7gP_LF5yM7_YLNF2HxJYq0VZm_pZH1mtaeImObGBpq4W__f
filename_encryption = standard
directory_name_encryption = true
`;

describe('an rclone.conf', () => {
  it('has the settings of a crypt remote, whose passwords are revealed', async () => {
    const { settings, target } = readRcloneConfig(config, 'photos:');
    expect(target).to.equal('/mnt/nas/photos');
    expect(settings).to.deep.equal({
      password: 'photofinch test password',
      salt: 'photofinch test salt',
      fileNameEncryption: 'standard',
      directoryNameEncryption: true,
      fileNameEncoding: 'base32',
      suffix: '.bin',
      noDataEncryption: false,
    });
    await createRcloneCryptDriver({ root: join(vaultsFolder, 'rclone-standard'), ...settings }).check(unhurried);
  });

  it('is read as rclone writes it', async function () {
    if (!rcloneInstalled) {
      console.log('      skipped: rclone is not installed (apt-get install rclone)');
      this.skip();
    }
    await withTempFolder((folder) => {
      const file = join(folder, 'rclone.conf');
      const settings = ['remote=/x/y z', 'password=pä=ss ;#', 'password2=s', 'filename_encryption=off', 'suffix=.x'];
      execFileSync('rclone', ['--config', file, 'config', 'create', 'my photos', 'crypt', ...settings, '--obscure'], {
        stdio: 'pipe',
      });
      const { settings: read, target } = readRcloneConfig(readFileSync(file, 'utf8'), 'my photos');
      expect(target).to.equal('/x/y z');
      expect(read).to.include({ password: 'pä=ss ;#', salt: 's', fileNameEncryption: 'off', suffix: '.x' });
    });
  });

  it('has obscured passwords, which can be revealed again', function () {
    if (!rcloneInstalled) this.skip();
    for (const password of ['x', 'correct horse battery staple', 'пароль ☃', 'a'.repeat(300)]) {
      expect(revealPassword(obscure(password))).to.equal(password);
    }
  });

  it('is rejected with one sentence if it is unusable', () => {
    const refusals: [text: string, remote: string, message: RegExp][] = [
      [config, 'missing', /has no remote “missing”/],
      [config, 'nas', /not of type crypt/],
      [config.replace('password = ', 'password = plain text '), 'photos', /not obscured/],
      [config.replace('= standard', '= secret'), 'photos', /standard, obfuscate, off, not “secret”/],
      [config.replace('= true', '= perhaps'), 'photos', /true or false, not “perhaps”/],
      ['# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\nabc', 'photos', /itself encrypted/],
      ['', 'photos', /has no remote/],
    ];
    for (const [text, remote, message] of refusals) {
      expect(() => readRcloneConfig(text, remote))
        .to.throw(message)
        .with.property('code', 'unsupported');
    }
  });
});

describe('the settings of rclone’s crypt', () => {
  const nothing = {
    ...{ salt: undefined, fileNameEncryption: '', directoryNameEncryption: '', fileNameEncoding: undefined },
    ...{ suffix: undefined, noDataEncryption: undefined },
  };

  it('have rclone’s defaults if they are empty', () => {
    expect(parseRcloneCryptSettings({ ...nothing, password: 'p' })).to.deep.equal({
      password: 'p',
      salt: '',
      fileNameEncryption: 'standard',
      directoryNameEncryption: true,
      fileNameEncoding: 'base32',
      suffix: '.bin',
      noDataEncryption: false,
    });
  });

  it('may be in any case', () => {
    const read = parseRcloneCryptSettings({
      ...nothing,
      ...{ password: 'p', fileNameEncryption: 'Obfuscate', directoryNameEncryption: 'False', noDataEncryption: '1' },
    });
    expect(read).to.include({
      fileNameEncryption: 'obfuscate',
      directoryNameEncryption: false,
      noDataEncryption: true,
    });
  });
});
