import { expect } from 'chai';
import { StoreFavorites } from '../../../../core/indexer/store-favorites.ts';
import { Users } from '../../../../core/store/accounts/users.ts';
import { LibraryEvents } from '../../../../core/store/events/library-events.ts';
import { PhotoFlags } from '../../../../core/store/photos/photo-flags.ts';
import { newIndex } from '../../../support/index-file.ts';
import { PhotoRows } from '../../../support/photo-rows.ts';

const clock = (): number => 1;

describe('the flags of photos', () => {
  let index: ReturnType<typeof newIndex>;
  let flags: PhotoFlags;
  let users: Users;
  let photos: [number, number];

  beforeEach(() => {
    index = newIndex();
    flags = new PhotoFlags(index.db);
    users = new Users(index.db);
    const rows = new PhotoRows(index.db);
    photos = [rows.add({ uid: 'a' }), rows.add({ uid: 'b' })];
    for (const username of ['first', 'second']) {
      users.insert({ username, displayName: '', role: 'admin', passwordHash: '!', createdAt: 1 });
    }
  });
  afterEach(() => {
    index.remove();
  });

  it('are reported as changes of the photo only if they change', () => {
    const events = new LibraryEvents({ db: index.db, clock });
    events.record(['photo.changed']);
    const told = (change: Parameters<PhotoFlags['change']>[2]): boolean => {
      const before = events.head();
      flags.change(photos[0], 1, change);
      return events.head() > before;
    };
    expect(told({ archived: false, hidden: false })).to.equal(false);
    expect(told({ archived: true })).to.equal(true);
    expect(told({ archived: true })).to.equal(false);
    expect(told({ archived: true, hidden: false })).to.equal(false);
    expect(told({ hidden: true })).to.equal(true);
    expect(told({ archived: false })).to.equal(true);
    expect(told({ hidden: false })).to.equal(true);
    expect(index.db.prepare('SELECT count(*) FROM photo_flags').pluck().get()).to.equal(0);
  });

  it('that are favourites of the store pass to the next admin, unless a deleted one had removed them', async () => {
    const give = (): Promise<void> => new StoreFavorites({ users, flags, clock }).run(new AbortController().signal);
    const favorites = (): unknown => index.db.prepare('SELECT user_id, photo_id FROM favorites').raw().all();
    for (const photo of photos) flags.favorInStore(photo);
    await give();
    flags.change(photos[1], 1, { favorite: false });
    expect(favorites()).to.deep.equal([[1, photos[0]]]);
    users.remove(1);
    await give();
    expect(favorites()).to.deep.equal([[2, photos[0]]]);
  });
});
