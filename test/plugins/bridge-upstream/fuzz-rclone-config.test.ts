import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import {
  readRcloneConfig,
  revealPassword,
} from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/config.ts';
import { nameSettingsOf } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/settings.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    '[vault]\n',
    '[',
    ']',
    '=',
    '\r\n',
    'type = crypt\n',
    'remote = ',
    'password = ',
    'filename_encryption = ',
    'obfuscate',
  ],
  ...[
    'filename_encoding = ',
    'suffix = ',
    'RCLONE_ENCRYPT_V0:\n',
    '#',
    ';',
    '__proto__',
    'constructor = ',
    '\0',
    'true',
    'T',
  ],
];

describe('the parser of rclone configurations, with', () => {
  fuzz({
    seeds: 'rclone-config',
    words,
    check: (input) => {
      const text = textOf(input);
      for (const remote of ['vault', 'vault:', 'vault:x', '__proto__', '']) {
        const read = orError(() => readRcloneConfig(text, remote), StoreError);
        if (!read) continue;
        expect(read.target).to.be.a('string');
        expect(read.settings.password).to.be.a('string');
        const { fileNames, encoding, suffix, folderNames } = nameSettingsOf(read.settings);
        expect(['standard', 'obfuscate', 'off']).to.include(fileNames);
        expect(['base32', 'base64', 'base32768']).to.include(encoding);
        expect(suffix).to.be.a('string');
        expect(folderNames).to.be.a('boolean');
      }
      orError(() => revealPassword(text), StoreError);
    },
  });
});
