import { expect } from 'chai';
import { deriveKeys } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/keys.ts';
import { decodeName } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/name-encodings.ts';
import {
  nameDecryption,
  type NameSettings,
} from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/names.ts';
import { emeTransform } from '../../../plugins/bridge-upstream/bridge/eme.ts';
import { rcloneVaults } from '../../support/fixture-vaults.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { padded } from '../../support/pkcs7.ts';

const { password, salt = '' } = rcloneVaults['rclone-standard']!.settings;
const keys = deriveKeys(password, salt);
const usual = { fileNames: 'standard', folderNames: true, encoding: 'base32', suffix: '.bin' } as const;
const all: readonly NameSettings[] = [
  usual,
  { ...usual, encoding: 'base64' },
  { ...usual, encoding: 'base32768' },
  { ...usual, fileNames: 'obfuscate' },
  { ...usual, fileNames: 'off' },
  { ...usual, fileNames: 'off', suffix: '' },
];

const digits = '0123456789abcdefghijklmnopqrstuv';
const inBase32 = (bytes: Buffer): string =>
  (
    Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map((bits) => digits.charAt(Number.parseInt(bits.padEnd(5, '0'), 2)))
    .join('');

const words = [
  '-v2001-02-03-040506-123',
  '.jpg',
  '.bin',
  '..',
  '/',
  '\0',
  '!',
  '!.',
  '255.',
  '\ue000',
  '\u4dc0',
  '\u0180',
  '\u2401',
  '\x01',
  '=',
  '%',
];

describe('the names of rclone’s crypt, with', () => {
  fuzz({
    seeds: 'rclone-names',
    words,
    work: { each: 20_000, byte: 300 },
    check: (input) => {
      const text = textOf(input);
      for (const settings of all) {
        const names = nameDecryption(keys, settings);
        expectName(names.file(text));
        if (settings.fileNames !== 'off') expectName(names.folder(text));
      }
      for (const decode of Object.values(decodeName)) {
        expect(decode(text)?.length ?? 0, 'bytes of a decoded name').to.be.at.most(2 * text.length);
      }
      // The inverse, with the input as a plain name.
      const plain = input.toString().slice(0, 300);
      if (!isName(plain) || /-v\d{4}-/.test(plain)) return;
      const encrypted = emeTransform(keys.name, keys.nameTweak, padded(Buffer.from(plain)), 'encrypt');
      expect(nameDecryption(keys, usual).file(inBase32(encrypted))).to.equal(plain);
      expect(nameDecryption(keys, { ...usual, encoding: 'base64' }).file(encrypted.toString('base64url'))).to.equal(
        plain,
      );
    },
  });
});

const isName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);

function expectName(name: string | undefined): void {
  // A driver gets names from folders, which have none of these either.
  if (name !== undefined && !isName(name)) expect.fail(`${JSON.stringify(name)} is no name`);
}
