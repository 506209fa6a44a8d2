import { expect } from 'chai';
import { ThingSets } from '../../../core/timeline/thing-sets.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';

describe('photos that show a thing', () => {
  it('include the one that a model analyses while the earlier ones are read', async () => {
    const { db, remove } = newIndex();
    try {
      const rows = new PhotoRows(db);
      const photos = [1, 2, 3].map((at) => rows.add({ uid: `p${at}`, takenAt: at }));
      const analyse = db.prepare<[number]>('INSERT INTO analyses (photo_id) VALUES (?)');
      for (const photo of photos) analyse.run(photo);
      db.exec("INSERT INTO labels (id, name) VALUES (1, 'dog')");
      const label = db.prepare<[number]>(
        'INSERT INTO photo_labels (photo_id, label_id, score, shown) VALUES (?, 1, 0.9, 1)',
      );
      const seen = db.prepare<[number]>('UPDATE analyses SET people_seen = 0 WHERE photo_id = ?');
      const see = (photo: number): void => {
        label.run(photo);
        seen.run(photo);
      };
      see(photos[0]!);
      const timeline = new Timeline(db);
      const things = new ThingSets({ db, timeline });
      const dogs = { labels: ['dog'], least: 0.5 };
      const reading = things.ready([dogs], new AbortController().signal);
      see(photos[1]!);
      timeline.follow();
      await reading;
      see(photos[2]!);
      timeline.follow();
      expect([...things.photos(dogs, timeline.capacity)]).to.deep.equal(photos);
    } finally {
      remove();
    }
  });
});
