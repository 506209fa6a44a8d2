import { expect } from 'chai';
import { PhotoText } from '../../../../core/store/photos/photo-text.ts';
import { Tags, type TagMark } from '../../../../core/store/photos/tags.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

describe('tags that are counted in parts', () => {
  let index: ReturnType<typeof newIndex>;
  let tags: Tags;

  beforeEach(() => {
    index = newIndex();
    tags = new Tags({ db: index.db, text: new PhotoText(index.db) });
    const rows = new PhotoRows(index.db);
    for (let n = 1; n <= 12; n++) {
      const id = rows.add({ uid: `p${n}` });
      tags.replace(id, ['all', ...(n % 2 === 0 ? ['even'] : []), ...(n % 5 === 0 ? ['five'] : [])]);
      if (n === 10) index.db.prepare('INSERT INTO photo_flags (photo_id, archived, hidden) VALUES (?, 0, 1)').run(id);
    }
  });
  afterEach(() => {
    index.remove();
  });

  const countedBy = (limit: number): { all: Map<number, number>; parts: number } => {
    const all = new Map<number, number>();
    let parts = 0;
    let mark: TagMark | undefined;
    do {
      mark = tags.count(all, mark, limit);
      parts++;
    } while (mark);
    return { all, parts };
  };

  it('have the same counts whatever the size of the parts, without hidden photos', () => {
    const expected = [
      { name: 'all', count: 11 },
      { name: 'even', count: 5 },
      { name: 'five', count: 1 },
    ];
    for (const limit of [1, 3, 7, 20, 100]) {
      const { all, parts } = countedBy(limit);
      expect(tags.visible(all), `${limit} at once`).to.deep.equal(expected);
      expect(parts, `${limit} at once`).to.equal(Math.floor(20 / limit) + 1);
    }
  });
});
