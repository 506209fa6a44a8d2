import { expect } from 'chai';
import type { DuplicateGroups, SimilarPhotos } from '../../core/http/wire.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { AlikeRows } from '../support/alike-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

const hash = 0x1234_5678_9abc_def0n;
const flip = (bits: number): bigint =>
  Array.from({ length: bits }, (_, at) => 1n << BigInt(at * 9)).reduce((changed, bit) => changed ^ bit, hash);

describe('photos that look alike', () => {
  let s: LibraryServer;
  let rows: AlikeRows;

  beforeEach(async () => {
    s = await libraryServer();
    rows = new AlikeRows(s.db);
  });
  afterEach(() => s.stop());

  const near = async (query = ''): Promise<{ bytes: number; photos: string[] }[]> => {
    const { groups, ...total } = await s.json<DuplicateGroups>(`/api/duplicates?kind=near${query}`);
    if (query === '') {
      const bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
      expect(total).to.deep.equal({ total_groups: groups.length, redundant_bytes: bytes });
    }
    return groups.map(({ sha1, count, bytes, photos }) => {
      expect(sha1).to.equal(null);
      expect(count).to.equal(photos.length);
      return { bytes, photos: photos.map(({ uid }) => uid) };
    });
  };

  it('are grouped with exact copies of their files, the group with the most wasted space first', async () => {
    rows.add({ uid: 'small', size: 10, sha1: 'a'.repeat(40) }, { hash });
    rows.add({ uid: 'small-copy', size: 10, sha1: 'a'.repeat(40) }, { hash });
    rows.add({ uid: 'large', size: 100, sha1: 'b'.repeat(40) }, { hash: flip(2) });
    rows.add({ uid: 'x1', size: 500 }, { hash: ~hash });
    rows.add({ uid: 'x2', size: 700 }, { hash: ~hash });
    await rows.run();
    expect(await near()).to.deep.equal([
      { bytes: 500, photos: ['x2', 'x1'] },
      { bytes: 20, photos: ['large', 'small', 'small-copy'] },
    ]);
    expect(await near('&limit=1')).to.have.length(1);
    expect(await s.json('/api/duplicates?kind=near&limit=1')).to.include({ total_groups: 2, redundant_bytes: 520 });
    const [same] = (await s.json<DuplicateGroups>('/api/duplicates')).groups;
    expect(same).to.include({ count: 2, bytes: 10 });
    expect(same?.photos[0]).to.include({ size: 10 }).and.to.have.property('name').that.is.a('string');
    expect((await s.get('/api/duplicates?kind=far')).statusCode).to.equal(400);
  });

  it('are regrouped when photos are hidden, unhidden or deleted; archived photos stay', async () => {
    const best = rows.add({ uid: 'best', size: 100, takenAt: 0 }, { hash });
    rows.add({ uid: 'two', size: 90, takenAt: 0 }, { hash: flip(2) });
    rows.add({ uid: 'three', size: 80, takenAt: 0 }, { hash: flip(3) });
    const other = rows.add({ uid: 'other', size: 70, takenAt: 86_400 * 9 }, { hash: hash ^ 0x8421_0000_0000_0000n });
    await rows.run();
    expect(await near()).to.deep.equal([{ bytes: 240, photos: ['best', 'two', 'three', 'other'] }]);
    await s.send('PATCH', '/api/photos/best', { hidden: true });
    // The remaining photos are less similar to each other than to the hidden one.
    expect(await near()).to.deep.equal([{ bytes: 80, photos: ['two', 'three'] }]);
    await s.send('PATCH', '/api/photos/best', { hidden: false });
    await s.send('PATCH', '/api/photos/two', { archived: true });
    s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(other);
    expect(await near()).to.deep.equal([{ bytes: 170, photos: ['best', 'two', 'three'] }]);
    s.db.prepare('DELETE FROM photos WHERE id = ?').run(best);
    await rows.run();
    expect(await near()).to.deep.equal([{ bytes: 80, photos: ['two', 'three'] }]);
  });

  it('are none for a photo without a hash, and 404 for an unknown photo', async () => {
    expect((await s.get('/api/photos/nobody/similar')).statusCode).to.equal(404);
    rows.photos.add({ uid: 'no-hash' });
    expect(await s.json<SimilarPhotos>('/api/photos/no-hash/similar')).to.deep.equal({
      results: [],
      total: 0,
      copies: [],
    });
    expect((await s.get('/api/photos/no-hash/similar?limit=501')).statusCode).to.equal(400);
  });

  it('are found by hash without an image model, with exact copies apart and without hidden photos', async () => {
    rows.add({ uid: 'one', sha1: 'a'.repeat(40) }, { hash });
    rows.add({ uid: 'copy', sha1: 'a'.repeat(40) }, { hash });
    rows.add({ uid: 'version' }, { hash: flip(7) });
    rows.add({ uid: 'closer' }, { hash: flip(4) });
    rows.add({ uid: 'hidden' }, { hash: flip(4) });
    rows.add({ uid: 'another' }, { hash: ~hash });
    await rows.run();
    await s.send('PATCH', '/api/photos/hidden', { hidden: true });
    const { results, total, copies } = await s.json<SimilarPhotos>('/api/photos/one/similar');
    expect(results.map(({ uid, score }) => [uid, score])).to.deep.equal([
      ['closer', 0.875],
      ['version', 0.78125],
    ]);
    expect(total).to.equal(2);
    expect(copies.map(({ uid }) => uid)).to.deep.equal(['copy']);
  });
});

describe('similar photos from an image model', () => {
  let s: LibraryServer;
  let rows: AlikeRows;
  let provider: VectorIndexes;

  before(async () => {
    s = await libraryServer();
    provider = createVectorIndexProvider();
    const source = {} as PhotoSource;
    const provided = [
      { kind: 'photo-source' as const, implementation: source },
      { kind: 'vector-index' as const, implementation: provider },
    ];
    const contribution = { provided, routes: [], healthChecks: [] };
    s.container.register(inject.plugins, { useValue: new Registry([{ name: 'test', version: '1', contribution }]) });
    rows = new AlikeRows(s.db);
    rows.useModel('m@1', 64);
    // Twelve subjects with ten photos each. The vector part that a subject shares is twice as long as the rest.
    s.db.transaction(() => {
      for (let photo = 0; photo < 120; photo += 1) {
        const subject = photo % 12;
        const vector = Array.from(
          { length: 64 },
          (_, at) => (at === subject ? 2 : 0) + Math.sin(photo * 64 + at * at) / 6,
        );
        const id = rows.add({ uid: `p${photo}`, sha1: String(photo).padStart(40, '0') }, { hash: BigInt(photo) });
        rows.embed(id, 'm@1', vector);
      }
    })();
  });
  after(async () => {
    await s.container.resolve(inject.vectors).close();
    await provider.close();
    await s.stop();
  });

  it('are only those of the same subject, best first, without the photo itself', async () => {
    const { results, total } = await s.json<SimilarPhotos>('/api/photos/p5/similar');
    expect(results.map(({ uid }) => Number(uid.slice(1)) % 12)).to.deep.equal(results.map(() => 5));
    expect(results).to.have.length(9);
    expect(total).to.equal(9);
    expect(results.map(({ score }) => score)).to.deep.equal(
      results.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(results.map(({ uid }) => uid)).not.to.include('p5');
    const few = await s.json<SimilarPhotos>('/api/photos/p5/similar?limit=2');
    expect(few).to.deep.equal({ results: results.slice(0, 2), total: 9, copies: [] });
  });

  it('leave out copies of the photo and hidden photos, but include archived ones', async () => {
    const { results } = await s.json<SimilarPhotos>('/api/photos/p12/similar');
    const all = results.map(({ uid }) => uid);
    await s.send('PATCH', `/api/photos/${all[0] ?? ''}`, { hidden: true });
    await s.send('PATCH', `/api/photos/${all[1] ?? ''}`, { archived: true });
    const shown = await s.json<SimilarPhotos>('/api/photos/p12/similar');
    expect(shown.results.map(({ uid }) => uid)).to.deep.equal(all.slice(1));
    await s.send('PATCH', `/api/photos/${all[0] ?? ''}`, { hidden: false });

    s.db.exec(`UPDATE photos SET sha1 = (SELECT sha1 FROM photos WHERE uid = 'p12') WHERE uid = '${all[2] ?? ''}'`);
    const without = await s.json<SimilarPhotos>('/api/photos/p12/similar');
    expect(without.results.map(({ uid }) => uid)).to.deep.equal(all.filter((uid) => uid !== all[2]));
  });

  it('are found by hash if the model has not processed the photo yet', async () => {
    rows.add({ uid: 'new' }, { hash: ~hash });
    rows.add({ uid: 'new-version' }, { hash: ~hash });
    await rows.run();
    const { results } = await s.json<SimilarPhotos>('/api/photos/new/similar');
    expect(results.map(({ uid }) => uid)).to.deep.equal(['new-version']);
  });
});
