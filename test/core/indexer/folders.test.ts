import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { folders } from '../../../core/db/migrations/0019-folders.ts';
import { PhotoFolders } from '../../../core/store/photos/photo-folders.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the folders of photos in the index', () => {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let kept: PhotoFolders;
  let red: Buffer;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    rig = new IndexerRig({ folder, source });
    kept = new PhotoFolders(rig.db);
    red = await plain('#c00000');
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** Folders by the uids of photos. */
  const found = (): Record<string, string | undefined> =>
    Object.fromEntries(rig.photos().map(({ id, uid }) => [uid, kept.of(id)]));

  it('are those that the photo source reports', async () => {
    source.put('a', red, { path: '2019/Lisbon/a.jpg' });
    source.put('b', await plain('#00c000'), { path: 'b.jpg' });
    source.put('c', await plain('#0000c0'));
    await rig.settle();
    expect(found()).to.deep.equal({ a: '2019/Lisbon', b: '', c: undefined });
  });

  it('are updated when a photo moves, without reading it again', async () => {
    source.put('a', red, { path: '2019/a.jpg' });
    await rig.settle();
    const reads = source.count('open');
    source.put('a', red, { path: '2020/Paris/a.jpg' });
    await rig.settle();
    expect([found(), source.count('open')]).to.deep.equal([{ a: '2020/Paris' }, reads]);
    source.put('a', red);
    await rig.settle();
    expect(found()).to.deep.equal({ a: undefined });
  });

  it('are updated for a photo that comes back under another uid, and deleted once they are empty', async () => {
    source.put('a', red, { path: 'old/a.jpg' });
    source.put('b', await plain('#00c000'), { path: 'other/b.jpg' });
    await rig.settle();
    source.remove('a');
    source.put('a2', red, { path: 'new/a.jpg' });
    await rig.settle();
    expect(found()).to.deep.equal({ a2: 'new', b: 'other' });
    source.expireCursors();
    await rig.settle();
    expect(kept.all().map(({ path }) => path)).to.have.members(['new', 'other']);
  });

  it('contain photos that cannot be read, even after such a photo has moved', async () => {
    source.put('broken', Buffer.from('no picture at all'), { path: '2019/Lisbon/broken.jpg' });
    await rig.settle();
    const { state, fault } = rig.photo('broken') as unknown as { state: string; fault: string };
    expect([state, fault, found()]).to.deep.equal(['failed', 'unsupported', { broken: '2019/Lisbon' }]);
    source.put('broken', Buffer.from('still no picture'), { path: '2020/broken.jpg' });
    await rig.settle();
    expect(found()).to.deep.equal({ broken: '2020' });
  });

  it('are unknown for paths that are invalid or lead outside of the source', async () => {
    const hostile = ['/etc/a.jpg', '../a.jpg', 'a/../../b.jpg', 'a\u0000/b.jpg', `${'x/'.repeat(3000)}b.jpg`];
    for (const [at, path] of hostile.entries()) source.put(`p${at}`, await plain(`#0000${at}0`), { path });
    source.put('odd', red, { path: 5 as unknown as string });
    await rig.settle();
    expect(rig.photos().map(({ state }) => state)).to.deep.equal(Array(6).fill('indexed'));
    expect(Object.values(found())).to.deep.equal(Array(6).fill(undefined));
  });

  it('are added to photos that were indexed by an older version, without reading them again', async () => {
    source.put('a', red, { path: '2019/a.jpg' });
    await rig.settle();
    const reads = source.count('open');
    // The schema from before folders were stored.
    interface Trigger {
      name: string;
      sql: string;
    }
    const triggers = rig.db
      .prepare<[], Trigger>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%folder_id%'`)
      .all();
    for (const { name } of triggers) rig.db.exec(`DROP TRIGGER ${name}`);
    rig.db.exec(`
      DROP INDEX photos_folder; ALTER TABLE photos DROP COLUMN folder_id; DROP TABLE folders; DROP TABLE folder_settings`);
    folders.up(rig.db);
    for (const { name, sql } of triggers) if (name !== 'timeline_photo_put_into_folder') rig.db.exec(sql);
    kept = new PhotoFolders(rig.db);
    await rig.settle();
    expect([found(), source.count('open')]).to.deep.equal([{ a: '2019' }, reads]);
  });
});
