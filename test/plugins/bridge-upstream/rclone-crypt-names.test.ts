import { expect } from 'chai';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createRcloneCryptDriver,
  type RcloneCryptSettings,
} from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { decodeBase32768 } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/base32768.ts';
import { deriveKeys } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/keys.ts';
import { nameDecryption } from '../../../plugins/bridge-upstream/bridge/drivers/rclone-crypt/names.ts';
import { listStore } from '../../support/driver-reading.ts';
import { longestRcloneName } from '../../support/fixture-vaults.ts';
import { Rclone, rcloneInstalled } from '../../support/rclone.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('names of rclone’s crypt', () => {
  describe('equal those that rclone lists, for 1500 names of any characters', () => {
    before(function () {
      if (!rcloneInstalled) {
        console.log('    skipped: rclone is not installed (apt-get install rclone)');
        this.skip();
      }
    });

    const secrets = { password: 'correct horse', salt: 'battery' };
    const flavours: Record<string, RcloneCryptSettings> = {
      'in Base32': { ...secrets, fileNameEncoding: 'base32' },
      'in Base64': { ...secrets, fileNameEncoding: 'base64' },
      'in Base32768': { ...secrets, fileNameEncoding: 'base32768' },
      obfuscated: { ...secrets, fileNameEncryption: 'obfuscate' },
    };
    for (const [flavour, settings] of Object.entries(flavours)) {
      it(flavour, async () => {
        await withTempFolder(async (root) => {
          const rclone = new Rclone(root, settings);
          await withTempFolder((plain) => {
            for (const name of anyNames(1500)) writeFileSync(join(plain, name), '');
            rclone.encrypt(plain);
          });
          const listed = rclone.run(['lsf', 'vault:']).split('\n').slice(0, -1);
          expect(listed.length).to.be.greaterThan(1400);
          const { entries, report } = await listStore(createRcloneCryptDriver({ root, ...settings }));
          expect([...entries.keys()].filter((name) => !listed.includes(name))).to.deep.equal([]);
          expect(listed.filter((name) => !entries.has(name))).to.deep.equal([]);
          expect(report.unreadableNames).to.equal(0);
        });
      });
    }
  });

  const keys = deriveKeys('correct horse', 'battery');
  const standard = { fileNames: 'standard', folderNames: true, encoding: 'base32', suffix: '.bin' } as const;

  // Written by rclone 1.60.1: rclone cryptdecode --reverse
  const written = {
    'beach.jpg': 'etmemreqjao5kuaveljapth9eg',
    'beach-v2001-02-03-040506-123.jpg': 'etmemreqjao5kuaveljapth9eg-v2001-02-03-040506-123',
  };

  it('have their version outside the encrypted part', () => {
    const names = nameDecryption(keys, standard);
    for (const [plain, encrypted] of Object.entries(written)) {
      expect(names.file(encrypted)).to.equal(plain);
      expect(names.file(encrypted.toUpperCase().replace('-V', '-v'))).to.equal(plain);
    }
  });

  it('do not decrypt if they are junk, or only to valid file names, in every encoding', () => {
    const settings = [
      standard,
      { ...standard, encoding: 'base64' },
      { ...standard, encoding: 'base32768' },
      { ...standard, fileNames: 'obfuscate' },
    ] as const;
    const junk = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-v]{26}$/));
    for (const each of settings) {
      const names = nameDecryption(keys, each);
      fc.assert(
        fc.property(junk, (name) => {
          const plain = names.file(name);
          // Only one byte of an obfuscated name can show that it is wrong.
          if (each.fileNames === 'standard') expect(plain).to.be.undefined;
          else expect(plain === undefined || !/[/\0]|^\.{0,2}$/.test(plain)).to.be.true;
        }),
      );
    }
  });

  it('never contain a path', () => {
    const names = nameDecryption(keys, { ...standard, fileNames: 'obfuscate' });
    for (const name of ['!./etc/passwd', '!...', '!..', '!.', '!.a/b']) expect(names.file(name), name).to.be.undefined;
    expect(names.file('!.a.jpg')).to.equal('a.jpg');
  });

  it('that are not encrypted must end with the suffix', () => {
    const names = nameDecryption(keys, { ...standard, fileNames: 'off' });
    expect(names.file('beach.jpg.bin')).to.equal('beach.jpg');
    expect(names.file('beach.jpg')).to.be.undefined;
    expect(names.file('.bin')).to.be.undefined;
    for (const path of ['..bin', '...bin', 'a/b.bin']) expect(names.file(path), path).to.be.undefined;
    expect(names.folder('Albums')).to.equal('Albums');
  });

  it('in Base32768 have a short character only at the end', () => {
    expect(decodeBase32768('\u04a0\u0180')).to.deep.equal(Buffer.from([0, 0]));
    expect(decodeBase32768('\u0180\u04a0')).to.be.undefined;
    expect(decodeBase32768('abc')).to.be.undefined;
  });
});

/**
 * Names that a local file system accepts, and rclone in Base32; without the character with which rclone quotes others.
 */
function anyNames(count: number): string[] {
  const character = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '!',
      '.',
      ' ',
      '0',
      '9',
      'a',
      'z',
      'A',
      'Z',
      '\u00a0',
      'ÿ',
      'Ā',
      '／',
      '␃',
      '\u0003',
      '\ud7ff',
      '\u{10ffff}',
    ),
  );
  const name = fc.array(character, { minLength: 1, maxLength: 30 }).map((characters) => `n${characters.join('')}`);
  const usable = name.filter((each) => !/[/\0\u201b]/.test(each) && Buffer.byteLength(each) <= longestRcloneName);
  return [...new Set(fc.sample(usable, { numRuns: count, seed: 7 }))];
}
