import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  eraseFile,
  eraseFileSync,
  overwriteFile,
  overwriteFileSync,
  replaceFile,
  replaceFileSync,
} from '../../../core/plugin-api/toolkit/index.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const secret = Buffer.from('Oma Gertrud am Steg '.repeat(100_000));
const zeros = Buffer.alloc(secret.length);

/** The bytes of a file that are left on the disk after `work`. */
async function leftOf(file: string, work: (file: string) => unknown): Promise<Buffer> {
  writeFileSync(file, secret);
  const handle = openSync(file, 'r');
  try {
    await work(file);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

for (const [kind, erase, overwrite, replace] of [
  ['asynchronously', eraseFile, overwriteFile, replaceFile],
  ['synchronously', eraseFileSync, overwriteFileSync, replaceFileSync],
] as const) {
  describe(`erasing files ${kind}`, () => {
    it('overwrites all bytes of a file, and removes the file if requested', () =>
      withTempFolder(async (folder) => {
        const file = join(folder, 'file');
        expect((await leftOf(file, overwrite)).equals(zeros)).to.equal(true);
        expect(readFileSync(file).equals(zeros)).to.equal(true);
        expect((await leftOf(file, erase)).equals(zeros)).to.equal(true);
        expect(existsSync(file)).to.equal(false);
      }));

    it('does nothing if there is no file', () =>
      withTempFolder(async (folder) => {
        expect(await overwrite(join(folder, 'none'))).to.equal(true);
        expect(await erase(join(folder, 'none'))).to.equal(true);
        expect(readdirSync(folder)).to.deep.equal([]);
      }));

    it('removes a file even if the disk has no room for the zeros', async function () {
      await withSmallDisk(this, 1, async (folder) => {
        const file = join(folder, 'file');
        writeFileSync(file, '');
        // A sparse file: its bytes take no room before they are overwritten, as on a copy-on-write file system.
        truncateSync(file, 100_000);
        fillDisk(folder, 0);
        expect(await erase(file)).to.equal(true);
        expect(readdirSync(folder)).to.deep.equal(['ballast']);
      });
    });

    it('keeps the bytes of a file with another hard link, as in a backup that shares files', () =>
      withTempFolder(async (folder) => {
        const [file, copy] = [join(folder, 'file'), join(folder, 'copy')];
        writeFileSync(file, secret);
        linkSync(file, copy);
        expect(await overwrite(file)).to.equal(false);
        expect(await erase(file)).to.equal(false);
        expect(existsSync(file)).to.equal(false);
        expect(readFileSync(copy).equals(secret)).to.equal(true);
      }));

    it('overwrites a file that is replaced, unless it has another hard link', () =>
      withTempFolder(async (folder) => {
        const [file, fresh, copy] = [join(folder, 'file'), join(folder, 'fresh'), join(folder, 'copy')];
        const put = (): unknown => {
          writeFileSync(fresh, 'new');
          return replace(fresh, file);
        };
        expect((await leftOf(file, put)).equals(zeros)).to.equal(true);
        expect([readFileSync(file, 'utf8'), existsSync(fresh)]).to.deep.equal(['new', false]);
        writeFileSync(file, secret);
        linkSync(file, copy);
        await put();
        expect(readFileSync(copy).equals(secret)).to.equal(true);
        expect(readFileSync(file, 'utf8')).to.equal('new');
      }));
  });
}
