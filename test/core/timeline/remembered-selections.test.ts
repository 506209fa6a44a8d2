import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { PhotoFilter } from '../../../core/timeline/photo-filter.ts';
import type { Selection } from '../../../core/timeline/selection.ts';
import type { Selections } from '../../../core/timeline/selections.ts';
import { Timeline } from '../../../core/timeline/timeline.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { selectionsOf } from '../../support/selections.ts';

const photos = 30;

describe('the cache of selections', () => {
  let index: ReturnType<typeof newIndex>;
  let selections: Selections;

  beforeEach(() => {
    index = newIndex();
    const rows = new PhotoRows(index.db);
    for (let at = 0; at < photos; at += 1) rows.add({ uid: `p${at}`, takenAt: at });
    index.db.exec(
      `INSERT INTO users (id, username, display_name, role, password_hash, created_at) VALUES (1, 'ann', 'Ann', 'write', '!', 0)`,
    );
    const timeline = new Timeline(index.db);
    selections = selectionsOf(index.db, timeline);
  });
  afterEach(() => {
    index.remove();
  });

  const favourite = (photo: number): void => {
    index.db.exec(`INSERT INTO favorites (user_id, photo_id) SELECT 1, id FROM photos WHERE uid = 'p${photo}'`);
  };

  const asked: Readonly<Record<string, PhotoFilter>> = {
    'a list of favourites': { favoritesOf: 1 },
    'a list of stacks, whose covers depend on favourites': { stackedFor: 1 },
  };
  for (const [what, filter] of Object.entries(asked)) {
    it(`keeps one selection of ${what}, however often favourites change`, async () => {
      const found: WeakRef<Selection>[] = [];
      for (let photo = 0; photo < photos; photo += 1) {
        favourite(photo);
        const selection = selections.find(filter);
        expect(selection.total).to.equal(filter.favoritesOf === undefined ? photos : photo + 1);
        expect(selections.find(filter)).to.equal(selection);
        found.push(new WeakRef(selection));
      }
      // Selections that were used in this turn of the event loop are kept until its end.
      await setImmediate();
      collectGarbage();
      expect(found.filter((one) => one.deref() !== undefined)).to.have.length(1);
    });
  }
});
