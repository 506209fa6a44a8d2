import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { Status } from '../../core/http/wire.ts';
import { leaveToLongRun } from '../support/long-run.ts';
import { writePhotos } from '../support/pictures.ts';
import { seededRandom } from '../support/seed.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const photos = 240;
const kills = 20;
const random = seededRandom();

describe('a server that is killed', function () {
  before(function () {
    leaveToLongRun(this);
  });

  it(`${kills} times at random moments of indexing ends up with each photo indexed exactly once`, () =>
    withTempFolder(async (folder) => {
      let total = 0;
      const addPhotos = async (): Promise<void> => {
        // Another width makes the photos differ from the earlier ones.
        await writePhotos(join(folder, 'photos', String(total)), photos, 1200 + total);
        total += photos;
      };
      const isDone = (now: Status): boolean => now.photos === total && now.pending === 0;
      await addPhotos();
      const environment = {
        DATA_DIR: join(folder, 'data'),
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: 'correct horse',
      };

      let interrupted = 0;
      for (let i = 0; i < kills; i += 1) {
        const server = await startServerProcess(environment);
        await sleep(random() * 400);
        let now = await status(server);
        // Every second run lasts until it has listed the photos, so that a slow machine makes progress too.
        if (i % 2 === 1) {
          await until(async () => {
            now = await status(server);
            return now.pending > 0 || isDone(now);
          });
        }
        await server.kill();
        if (now.pending > 0) interrupted += 1;
        // Indexing finished before the kill: the next run needs new photos.
        if (isDone(now)) await addPhotos();
      }
      expect(interrupted, 'kills in the middle of indexing').to.be.greaterThan(0);

      const server = await startServerProcess(environment);
      await until(async () => {
        const now = await status(server);
        return isDone(now) && !now.indexing.running;
      }, 600);
      expect(await server.stop()).to.equal(0);

      const db = openDatabase(join(folder, 'data', 'index.sqlite3'));
      try {
        expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
        expect(db.pragma('foreign_key_check')).to.deep.equal([]);
        const rows = db.prepare('SELECT id, uid, state, thumb_revision, in_hand FROM photos').all() as {
          id: number;
          uid: string;
          state: string;
          thumb_revision: number;
          in_hand: number;
        }[];
        expect(rows).to.have.length(total);
        for (const row of rows) {
          // The revision counts how often a result was stored.
          expect(row).to.include({ state: 'indexed', thumb_revision: 1, in_hand: 0 });
          expect(existsSync(thumbPath(join(folder, 'data', 'thumbs'), row.id)), 'thumbnail').to.equal(true);
        }
        const count = (sql: string) => db.prepare(sql).pluck().get() as number;
        expect(count('SELECT count(*) FROM analyses')).to.equal(total);
        expect(count('SELECT count(*) FROM photo_text')).to.equal(total);
        expect(count('SELECT sum(copies) FROM content_copies')).to.equal(total);
      } finally {
        db.close();
      }
    }));
});

async function status(server: ServerProcess): Promise<Status> {
  return (await (await fetch(`${server.url}/api/status`)).json()) as Status;
}
