import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../../core/db/open.ts';
import { indexFile } from '../../../../core/settings/data-folder.ts';
import type { ConversionProgress } from '../../../../core/upkeep/conversion/convert-library.ts';
import { contentOf, convertPlace, foundIn, keysOf, makeLibrary } from '../../../support/convertible-library.ts';
import { fillDisk, withSmallDisk } from '../../../support/small-disk.ts';

const megabyte = 1024 * 1024;

describe('converting a library on a full disk', () => {
  it('fails with instructions, and can be resumed once there is space', async function () {
    await withSmallDisk(this, 160, async (folder) => {
      const place = await makeLibrary(folder);
      const before = contentOf(place, null);
      const more = join(folder, 'more');
      // Another program fills the disk while pictures are converted.
      const onProgress = ({ step }: ConversionProgress): void => {
        const { bavail, bsize } = statfsSync(folder);
        if (step === 'pictures' && !existsSync(more)) writeFileSync(more, Buffer.alloc(bavail * bsize));
      };
      const failing = convertPlace(place, keysOf(), 'encrypted', { onProgress });
      expect(await failing.catch((error: unknown) => (error as Error).message)).to.match(
        /^The disk is full: free some space and begin again/,
      );
      rmSync(more);
      await convertPlace(place, keysOf(), 'encrypted');
      expect(contentOf(place, keysOf())).to.deep.equal(before);
      expect(foundIn(place)).to.deep.equal([]);
    });
  });

  it('leaves the plain index unchanged if there is no room for the new one', async function () {
    await withSmallDisk(this, 100, async (folder) => {
      const { dataDir, backupDir } = await makeLibrary(folder);
      fillDisk(folder, 60 * megabyte);
      const failing = convertPlace({ dataDir, backupDir }, keysOf(), 'encrypted');
      expect(await failing.catch((error: unknown) => (error as Error).message)).to.match(/^The disk is full/);
      const db = openDatabase(indexFile(dataDir));
      expect(db.prepare('SELECT count(*) FROM photos').pluck().get()).to.equal(7);
      db.close();
    });
  });
});
