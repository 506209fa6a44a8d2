import { expect } from 'chai';
import type { Photo } from '../../core/http/wire.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { Tags } from '../../core/store/photos/tags.ts';
import { withFaces } from '../support/faces-server.ts';
import type { LibraryServer } from '../support/library-server.ts';

describe('tags that photos have in the photo store', () => {
  let s: LibraryServer;
  withFaces((server) => {
    s = server;
  });

  const inStore = (photo: number, names: readonly string[]): void => {
    s.db.transaction(() => new Tags({ db: s.db, text: new PhotoText(s.db) }).takeIn(photo, names))();
  };
  const change = async (body: object): Promise<void> => {
    const answer = await s.send('PATCH', '/api/photos', { uids: ['a'], ...body }, s.writer);
    expect(answer.statusCode, answer.payload).to.equal(200);
  };
  const tags = async (): Promise<readonly string[]> => (await s.json<Photo>('/api/photos/a', s.writer)).tags;

  it('follow the store, whichever other tags are added to the photo or removed from it', async () => {
    const photo = s.rows.add({ uid: 'a' });
    inStore(photo, ['Family', 'Lisbon', 'Sea']);
    await change({ add_tags: ['Trip', 'Boat'] });
    await change({ remove_tags: ['Boat', 'Sea'] });
    expect(await tags()).to.deep.equal(['Family', 'Lisbon', 'Trip']);
    inStore(photo, ['Lisbon', 'Sea']);
    expect(await tags()).to.deep.equal(['Lisbon', 'Trip']);
  });

  it('stay after they are removed in the store if a user has added them again', async () => {
    const photo = s.rows.add({ uid: 'a' });
    inStore(photo, ['Family', 'Lisbon']);
    await change({ add_tags: ['family'] });
    inStore(photo, []);
    expect(await tags()).to.deep.equal(['Family']);
  });

  it('come back if a user removes them and adds them again', async () => {
    const photo = s.rows.add({ uid: 'a' });
    inStore(photo, ['Family']);
    await change({ remove_tags: ['FAMILY'] });
    inStore(photo, ['Family']);
    expect(await tags()).to.deep.equal([]);
    await change({ add_tags: ['Family'] });
    expect(await tags()).to.deep.equal(['Family']);
  });
});
