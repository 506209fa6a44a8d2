import { expect } from 'chai';
import type { Photo, PhotoList, PhotoTags, Tags } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('automatic tags', () => {
  let s: LibraryServer;

  beforeEach(async () => {
    s = await libraryServer();
    const id = s.rows.add({ uid: 'a' });
    const add = s.db.prepare('INSERT INTO auto_tags (photo_id, tag, score) VALUES (?, ?, ?)');
    add.run(id, 'beach', 0.6);
    add.run(id, 'sunset', 0.9);
  });
  afterEach(() => s.stop());

  it('are returned with the photo, highest score first, separate from the tags of users', async () => {
    const photo = await s.json<Photo>('/api/photos/a');
    expect(photo.auto_tags).to.deep.equal(['sunset', 'beach']);
    expect(photo.tags).to.deep.equal([]);
  });

  it('appear in no list or filter as tags of users', async () => {
    expect((await s.json<PhotoTags>('/api/photos/a/tags')).tags).to.deep.equal([]);
    expect((await s.json<Tags>('/api/tags')).tags).to.deep.equal([]);
    const [item] = (await s.json<PhotoList>('/api/photos')).photos;
    expect(item?.tags).to.deep.equal([]);
    expect((await s.json<PhotoList>('/api/photos?tag=beach')).photos).to.deep.equal([]);
  });
});
