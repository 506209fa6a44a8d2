import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { everything } from '../../../core/domain/viewer-scope.ts';
import sharp from 'sharp';
import { StoreFavorites } from '../../../core/indexer/store-favorites.ts';
import { Users } from '../../../core/store/accounts/users.ts';
import { PhotoFlags } from '../../../core/store/photos/photo-flags.ts';
import { PhotoText } from '../../../core/store/photos/photo-text.ts';
import { Photos } from '../../../core/store/photos/photos.ts';
import { Tags } from '../../../core/store/photos/tags.ts';
import type { SourceNode } from '../../../core/plugin-api/index.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('tags, people and favourites from the photo store', () => {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let tags: Tags;
  let users: Users;
  let picture: Buffer;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    picture = await plain('#c00000');
    rig = new IndexerRig({
      folder,
      source,
      tasks: (db) => [
        new StoreFavorites({ users: new Users(db), flags: new PhotoFlags(db), clock: () => 1_700_000_000 }),
      ],
    });
    tags = new Tags({ db: rig.db, text: new PhotoText(rig.db) });
    users = new Users(rig.db);
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** The store sends new metadata of the photo, by default with the same bytes. */
  const say = async (uid: string, said: Partial<SourceNode>, bytes = picture): Promise<void> => {
    source.put(uid, bytes, said);
    await rig.settle();
  };
  const detail = (uid: string, userId = 0) => {
    const photo = new Photos(rig.db).detail(uid, { userId, seesHidden: true, audience: everything });
    if (!photo) throw new Error('no photo');
    return photo;
  };
  const found = (words: string): number =>
    rig.db.prepare<[string], number>('SELECT count(*) FROM photo_text WHERE photo_text MATCH ?').pluck().get(words) ??
    0;
  const addAdmin = (username: string): number => {
    users.insert({ username, displayName: username, role: 'admin', passwordHash: 'x', createdAt: 1 });
    return users.byName(username)!.id;
  };

  it('are shown and can be searched: tags and names of people', async () => {
    await say('red', { tags: ['Beach', ' beach ', 'a\u0007bell', ''], people: [{ name: 'Anna Alm' }] });
    expect(detail('red')).to.deep.include({
      tags: ['Beach'],
      sourceTags: ['Beach'],
      sourcePeople: ['Anna Alm'],
      people: [],
    });
    expect([found('alm'), found('beach'), found('bell')]).to.deep.equal([1, 1, 0]);
  });

  it('follow changes in the store, without new bytes', async () => {
    await say('red', { tags: ['Beach', 'Sea'], people: [{ name: 'Anna' }] });
    await say('red', { tags: ['Sea', 'Sand'], people: [{ name: 'Bert', box: { x: 0, y: 0, w: 0.5, h: 1 } }] });
    expect(detail('red')).to.deep.include({ tags: ['Sea', 'Sand'], sourcePeople: ['Bert'] });
    expect([found('anna'), found('bert'), found('beach'), found('sand')]).to.deep.equal([0, 1, 0, 1]);
    await say('red', {});
    expect(detail('red')).to.deep.include({ tags: [], sourcePeople: [] });
  });

  it('stay after the store removes them if a user has saved them with the photo', async () => {
    await say('red', { tags: ['Beach', 'Sea'] });
    tags.replace(rig.photo('red').id, ['Mine', 'Beach']);
    await say('red', { tags: ['Sand'] });
    expect(detail('red')).to.deep.include({ tags: ['Mine', 'Beach', 'Sand'], sourceTags: ['Sand'] });
  });

  it('fill up the tags of a photo to a hundred together with those of users', async () => {
    await say('red', {});
    const own = Array.from({ length: 99 }, (_, index) => `mine ${index}`);
    tags.replace(rig.photo('red').id, own);
    await say('red', { tags: ['mine 3', 'first', 'second'] });
    expect(detail('red').tags).to.deep.equal([...own, 'first']);
  });

  it('do not include a tag that a user removed, until a user adds it', async () => {
    await say('red', { tags: ['Beach', 'Sea'] });
    const { id } = rig.photo('red');
    tags.replace(id, ['Sea']);
    await say('red', { tags: ['BEACH', 'Sea', 'Sand'] });
    expect(detail('red').tags).to.deep.equal(['Sea', 'Sand']);
    // New bytes: the photo is read from the beginning.
    await say('red', { tags: ['Beach', 'Sea', 'Sand'] }, await plain('#00c000'));
    expect(detail('red').tags).to.deep.equal(['Sea', 'Sand']);
    tags.replace(id, ['Sea', 'Sand', 'Beach']);
    await say('red', { tags: [] });
    expect(detail('red')).to.deep.include({ tags: ['Sea', 'Sand', 'Beach'], sourceTags: [] });
  });

  it('respect the decisions of users even after the photo has moved in the store', async () => {
    const admin = addAdmin('anna');
    await say('red', { tags: ['Beach', 'Sea'], favourite: true });
    tags.replace(rig.photo('red').id, ['Sea']);
    new PhotoFlags(rig.db).change(rig.photo('red').id, admin, { favorite: false });
    source.remove('red');
    await rig.settle();
    await say('moved', { tags: ['Beach', 'Sea'], favourite: true });
    expect(detail('moved', admin)).to.deep.include({ tags: ['Sea'], favorite: false });
  });

  it('make a photo a favourite of the first admin, once', async () => {
    await say('red', { favourite: true });
    const first = addAdmin('first');
    const second = addAdmin('second');
    await rig.settle();
    expect([detail('red', first).favorite, detail('red', second).favorite]).to.deep.equal([true, false]);
    new PhotoFlags(rig.db).change(rig.photo('red').id, first, { favorite: false });
    await say('red', { favourite: false });
    await say('red', { favourite: true }, await plain('#0000c0'));
    expect(detail('red', first).favorite).to.equal(false);
  });

  it('are ignored where the type is wrong or there are too many', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `tag ${index}`);
    const people = [{ name: '' }, { name: 7 }, 'Bert', { name: 'Anna' }];
    await say('red', { people, tags: ['', 5, ...many], favourite: 'yes' } as never);
    expect(rig.photo('red').state).not.to.equal('failed');
    expect(detail('red')).to.deep.include({ sourcePeople: ['Anna'], tags: many.slice(0, 100) });
    await say('green', { people: 'Anna', tags: {} } as never, await plain('#00c000'));
    expect(detail('green')).to.deep.include({ sourcePeople: [], tags: [] });
  });
});
