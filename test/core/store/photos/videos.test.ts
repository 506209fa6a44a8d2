import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../../../core/db/migrate.ts';
import { migrations } from '../../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../../core/db/open.ts';
import { unknownVideo } from '../../../../core/domain/video-facts.ts';
import { CloserQueue } from '../../../../core/store/photos/closer-queue.ts';
import { Videos } from '../../../../core/store/photos/videos.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

const facts = { type: 'video/mp4; codecs="avc1.64001f"', videoCodec: 'h264', audioCodec: null, frameRate: 29.97 };

describe('the technical facts of videos', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: PhotoRows;
  let videos: Videos;

  beforeEach(() => {
    index = newIndex();
    rows = new PhotoRows(index.db);
    videos = new Videos(index.db);
  });
  afterEach(() => {
    index.remove();
  });

  it('are stored with the photo, replaced, and deleted with it', () => {
    const id = rows.add({ uid: 'a', kind: 'video' });
    expect(videos.of(id)).to.equal(undefined);
    videos.keep(id, facts);
    expect(videos.of(id)).to.deep.equal(facts);
    videos.keep(id, unknownVideo);
    expect(videos.of(id)).to.deep.equal(unknownVideo);
    videos.keep(id, null);
    expect(videos.of(id)).to.equal(undefined);
    videos.keep(id, facts);
    index.db.prepare('DELETE FROM photos WHERE id = ?').run(id);
    expect(videos.of(id)).to.equal(undefined);
  });

  it('are counted, and videos without them are queued once', () => {
    const read = rows.add({ uid: 'read', kind: 'video' });
    const unread = rows.add({ uid: 'unread', kind: 'video' });
    rows.add({ uid: 'new', kind: 'video', indexed: false });
    rows.add({ uid: 'still' });
    videos.keep(read, facts);
    expect(videos.counts()).to.deep.equal({ videos: 2, read: 1 });
    const queue = new CloserQueue(index.db);
    queue.awaitVideos(1, 1000);
    expect(queue.due('head', 0, 10).map(({ id }) => id)).to.deep.equal([unread]);
    queue.postpone(unread, 50);
    queue.awaitVideos(1, 1000);
    expect(queue.due('head', 49, 10)).to.deep.equal([]);
    expect(queue.due('head', 50, 10).map(({ attempts }) => attempts)).to.deep.equal([0]);
  });

  it('are unknown in an older index, whose videos stay as they are', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      try {
        migrate(
          db,
          migrations.filter(({ id }) => id < 25),
        );
        const id = new PhotoRows(db).add({ uid: 'a', kind: 'video', duration: 12 });
        migrate(db, migrations);
        expect(new Videos(db).counts()).to.deep.equal({ videos: 1, read: 0 });
        expect(db.prepare('SELECT duration, awaits FROM photos WHERE id = ?').get(id)).to.deep.equal({
          duration: 12,
          awaits: null,
        });
      } finally {
        db.close();
      }
      return Promise.resolve();
    }));
});
