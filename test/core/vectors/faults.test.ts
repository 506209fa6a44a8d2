import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { DomainError } from '../../../core/domain/errors.ts';
import type { VectorIndexProvider } from '../../../core/plugin-api/index.ts';
import { newIndex } from '../../support/index-file.ts';
import { until } from '../../support/until.ts';
import { everything } from '../../plugins/vectors-local/vector-rows.ts';
import { VectorsRig, withVectors } from './vectors-rig.ts';

/** Photos with an embedding each, whose seeds are their ids. */
function fill(rig: VectorsRig, count: number): number[] {
  rig.useModels({ image: 'pictures@1' });
  return rig.db.transaction(() =>
    Array.from({ length: count }, () => {
      const photo = rig.photos.add({ uid: `p${Math.random()}` });
      rig.image(photo, photo);
      return photo;
    }),
  )();
}

/** Every file of every cache. */
function cacheFiles(rig: VectorsRig): string[] {
  return readdirSync(rig.cacheDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The last photo whose vector was passed to the index of pictures, while it is filled. */
function filledTo(rig: VectorsRig): number {
  const given = rig.db.prepare<[], number>("SELECT handed FROM vector_indexes WHERE kind = 'image'");
  return given.pluck().get() ?? 0;
}

describe('the vector indexes of a library, when something fails,', () => {
  it('continue after a restart without being filled again', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 500);
      await rig.vectors.index('image', 'everything');
      await rig.restart();
      const files = cacheFiles(rig);
      const added = fill(rig, 1);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal([...photos, ...added]);
      expect(cacheFiles(rig)).to.deep.equal(files);
    });
  });

  it('are complete at the next search after their process was killed', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 2000);
      await rig.vectors.index('image', 'everything');
      process.kill(rig.provider.pid!, 'SIGKILL');
      const added = fill(rig, 3);
      expect(await rig.found('image')).to.deep.equal([...photos, ...added]);
    });
  });

  it('are filled to the end although their process is killed repeatedly meanwhile', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 20_000);
      const filled = rig.vectors.index('image', 'everything').catch(() => undefined);
      for (const rows of [2000, 6000, 12_000]) {
        await until(() => filledTo(rig) >= rows);
        process.kill(rig.provider.pid!, 'SIGKILL');
      }
      await filled;
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
    });
  });

  it('resume a filling that a stop of the server interrupted, without photos deleted since', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 30_000);
      const filled = rig.vectors.index('image', 'everything');
      await until(() => filledTo(rig) >= 5000);
      await Promise.all([filled.catch(() => undefined), rig.restart()]);
      rig.db.prepare('DELETE FROM photos WHERE id <= 100').run();
      const added = fill(rig, 100);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal([...photos.slice(100), ...added]);
    });
  });

  it('are filled again if the cache is missing or damaged, while they are open or closed', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 1000);
      await rig.vectors.index('image', 'everything');
      const damage = (): void => {
        for (const file of cacheFiles(rig)) truncateSync(file, 100);
      };
      await rig.restart(damage);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      await rig.restart(() => {
        rmSync(rig.cacheDir, { recursive: true });
      });
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      // Open, with the process and its files lost at once, and nothing of it left in memory.
      await rig.restart();
      await rig.vectors.index('image', 'everything');
      damage();
      process.kill(rig.provider.pid!, 'SIGKILL');
      const added = fill(rig, 1);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal([...photos, ...added]);
    });
  });

  it('are filled again for a database that was restored from a backup', async () => {
    const index = newIndex();
    let rig = new VectorsRig(index);
    let db = index.db;
    try {
      const photos = fill(rig, 300);
      await rig.vectors.index('image', 'everything');
      await rig.close();
      await db.backup(join(index.folder, 'backup.sqlite3'));
      rig = new VectorsRig({ db, folder: index.folder });
      fill(rig, 50);
      rig.image(photos[0]!, 4242);
      expect(await rig.found('image', everything, 'everything')).to.have.length(350);
      await rig.close();
      db.close();

      cpSync(join(index.folder, 'backup.sqlite3'), join(index.folder, 'restored.sqlite3'));
      db = openDatabase(join(index.folder, 'restored.sqlite3'));
      rig = new VectorsRig({ db, folder: index.folder });
      // More changes than in the lost history, so that their sequence numbers do not reveal the loss.
      const others = fill(rig, 80);
      rig.db.prepare('DELETE FROM photos WHERE id = ?').run(photos[1]);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal([
        photos[0],
        ...photos.slice(2),
        ...others,
      ]);
      expect((await rig.nearest('image', photos[0]!))?.score).to.be.greaterThan(0.99);
    } finally {
      await rig.close();
      db.close();
      rmSync(index.folder, { recursive: true });
    }
  });

  it('are filled again if the log does not reach back far enough', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 300);
      await rig.vectors.index('image', 'everything');
      await rig.restart(() => {
        rig.image(photos[0]!, 4242);
        rig.db.exec('DELETE FROM vector_changes');
      });
      const added = fill(rig, 1);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal([...photos, ...added]);
      expect((await rig.nearest('image', 4242))?.id).to.equal(photos[0]);
    });
  });

  it('work even if nothing can be saved', async () => {
    await withVectors(async (rig) => {
      // A file in place of the folder.
      cpSync(join(rig.folder, 'index.sqlite3'), rig.cacheDir);
      const photos = fill(rig, 400);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      await rig.restart();
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      renameSync(rig.cacheDir, join(rig.folder, 'in-the-way'));
    });
  });

  it('are filled again when the library is encrypted or decrypted, or gets another key', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 300);
      for (const key of [null, randomBytes(32), randomBytes(32), null]) {
        await rig.restart();
        rig.key = key;
        rig.vectors = rig.vectorsWith(() => rig.provider);
        const index = await rig.vectors.index('image', 'everything');
        expect(await rig.found('image'), 'after the change').to.deep.equal(photos);
        expect((await index!.stats()).rows).to.equal(photos.length);
        await rig.restart();
        expect(cacheFiles(rig).some((file) => readFileSync(file).includes('pictures@1'))).to.equal(key === null);
        expect(await rig.found('image', everything, 'everything'), 'after a restart').to.deep.equal(photos);
      }
    });
  });

  it('are not opened in an encrypted library by a plugin that cannot encrypt, with the reason', async () => {
    await withVectors(async (rig) => {
      fill(rig, 10);
      let opened = 0;
      const plain: VectorIndexProvider = {
        open: (options) => {
          opened += 1;
          return rig.provider.open(options);
        },
      };
      rig.key = randomBytes(32);
      rig.vectors = rig.vectorsWith(() => plain);
      const error = await rig.vectors.index('image').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(DomainError).with.property('kind', 'not_ready');
      expect(error)
        .to.have.property('message')
        .that.matches(/cannot encrypt what it keeps.*PLUGINS/);
      expect(opened).to.equal(0);
      expect(existsSync(rig.cacheDir)).to.equal(false);
    });
  });

  it('report that they cannot be opened, and work once they can', async () => {
    await withVectors(async (rig) => {
      const photos = fill(rig, 10);
      let broken = true;
      const sometimes: VectorIndexProvider = {
        open: (options) => {
          if (broken) throw new Error('no engine at /some/path');
          return rig.provider.open(options);
        },
      };
      await rig.close();
      rig.vectors = rig.vectorsWith(() => sometimes);
      const error = await rig.vectors.index('image').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(DomainError).with.property('kind', 'not_ready');
      expect(error).to.have.property('message').that.does.not.include('/some/path');
      broken = false;
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      // The provider was closed elsewhere: the next caller gets a new index.
      await rig.provider.close();
      await rig.vectors.index('image').catch(() => undefined);
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
    });
  });

  it('log what fails after the caller that waited for everything was aborted', async () => {
    await withVectors(async (rig) => {
      fill(rig, 10);
      const stop = new AbortController();
      const fault = new Error('the disk is gone');
      await rig.close();
      rig.vectors = rig.vectorsWith(() => ({
        open: async (options) => {
          const index = await rig.provider.open(options);
          index.apply = () => {
            stop.abort(new Error('the task stops'));
            return Promise.reject(fault);
          };
          return index;
        },
      }));
      const reason = await rig.vectors.index('image', 'everything', stop.signal).catch((error: unknown) => error);
      expect(reason).to.equal(stop.signal.reason);
      await until(() => rig.errors.length > 0);
      expect(rig.errors).to.deep.equal([fault]);
    });
  });
});
