import { EventEmitter, once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { nearFaces } from '../../../core/indexer/people/near-faces.ts';
import { until } from '../../support/until.ts';
import { everything } from '../../plugins/vectors-local/vector-rows.ts';
import { withVectors, type VectorsRig } from './vectors-rig.ts';

const signal = AbortSignal.timeout(600_000);

/** Makes the library's vectors call this before an index applies another batch of changes. */
async function beforeEachPiece(rig: VectorsRig, before: () => Promise<void> | void): Promise<void> {
  await rig.vectors.close();
  rig.vectors = rig.vectorsWith(() => ({
    open: async (options) => {
      const index = await rig.provider.open(options);
      const apply = index.apply.bind(index);
      index.apply = async (sequence, operations) => {
        await before();
        await apply(sequence, operations);
      };
      return index;
    },
  }));
}

/** Makes the library's vectors wait, when told to, before an index applies another batch of changes. */
async function gated(rig: VectorsRig): Promise<{ letThrough: (pieces: number) => void }> {
  let left = Infinity;
  const gate = new EventEmitter();
  await beforeEachPiece(rig, async () => {
    while (left === 0) await once(gate, 'open');
    left -= 1;
  });
  return {
    letThrough: (pieces) => {
      left = pieces;
      gate.emit('open');
    },
  };
}

describe('the vector indexes of a library', () => {
  it('exist once a model does, but not without a plugin that keeps them', async () => {
    await withVectors(async (rig) => {
      expect(await rig.vectors.index('face')).to.equal(null);
      expect(rig.vectors.current('face')).to.equal(null);
      rig.useModels({ face: 'faces@1' });
      const faces = { model: 'faces@1', dimensions: 512, thresholds: null };
      expect(rig.vectors.current('face')).to.deep.equal(faces);
      expect(rig.vectors.current('person')).to.deep.equal(faces);
      expect(rig.vectors.current('image')).to.equal(null);
      expect(await rig.found('face')).to.deep.equal([]);

      const none = rig.vectorsWith(() => undefined);
      expect(none.current('face')).to.equal(null);
      expect(await none.index('face')).to.equal(null);
      await none.follow(signal);
      await none.close();
    });
  });

  it('are filled with the existing embeddings', async () => {
    await withVectors(async (rig) => {
      const photos = Array.from({ length: 700 }, (_, at) => rig.photos.add({ uid: `p${at}` }));
      for (const photo of photos) rig.image(photo, photo);
      const faces = photos.slice(0, 300).map((photo) => rig.face(photo, photo));
      rig.image(photos[0]!, 9999, 'pictures@2');
      rig.useModels({ face: 'faces@1', image: 'pictures@1' });
      expect(await rig.found('image', everything, 'everything')).to.deep.equal(photos);
      expect(await rig.found('face', everything, 'everything')).to.deep.equal(faces);
      const { id, score } = (await rig.nearest('image', 5))!;
      expect(id).to.equal(5);
      expect(score).to.be.greaterThan(0.999);
    });
  });

  it('include each write at the next search', async () => {
    await withVectors(async (rig) => {
      rig.useModels({ face: 'faces@1', image: 'pictures@1' });
      const one = rig.photos.add({ uid: 'one', takenAt: 1000 });
      const two = rig.photos.add({ uid: 'two', takenAt: 2000 });
      expect(await rig.found('image')).to.deep.equal([]);

      rig.image(one, 1);
      rig.image(two, 2);
      const [anna, ben] = [rig.person('Anna'), rig.person('Ben')];
      const face = rig.face(one, 1);
      const other = rig.face(two, 2, { person: ben });
      expect(await rig.found('image')).to.deep.equal([one, two]);
      expect(await rig.found('face')).to.deep.equal([face, other]);
      expect(await rig.found('face', { personIds: [ben] })).to.deep.equal([other]);
      expect(await rig.found('image', { personIds: [ben] })).to.deep.equal([two]);

      rig.db.prepare('UPDATE faces SET person_id = ? WHERE id = ?').run(anna, face);
      expect(await rig.found('face', { personIds: [anna] })).to.deep.equal([face]);
      expect(await rig.found('image', { personIds: [anna] })).to.deep.equal([one]);
      rig.db.prepare('UPDATE faces SET person_id = ? WHERE person_id = ?').run(anna, ben);
      expect(await rig.found('image', { personIds: [anna] })).to.deep.equal([one, two]);
      rig.db.prepare('DELETE FROM people WHERE id = ?').run(anna);
      expect(await rig.found('image', { personIds: [anna] })).to.deep.equal([]);
      expect(await rig.found('face')).to.deep.equal([face, other]);

      rig.db.prepare('INSERT INTO photo_flags (photo_id, archived, hidden) VALUES (?, 0, 1)').run(one);
      expect(await rig.found('image', {})).to.deep.equal([two]);
      expect(await rig.found('face', { includeHidden: true })).to.deep.equal([face, other]);
      rig.db.prepare('UPDATE photo_flags SET archived = 1, hidden = 0 WHERE photo_id = ?').run(one);
      expect(await rig.found('image', { includeArchived: true })).to.deep.equal([one, two]);
      expect(await rig.found('image', {})).to.deep.equal([two]);
      rig.db.prepare('DELETE FROM photo_flags WHERE photo_id = ?').run(one);
      expect(await rig.found('image', {})).to.deep.equal([one, two]);

      rig.db.prepare('UPDATE photos SET taken_at = 3000 WHERE id = ?').run(one);
      expect(await rig.found('image', { takenFrom: 2500 })).to.deep.equal([one]);
      rig.image(one, 77);
      expect((await rig.nearest('image', 77))?.id).to.equal(one);
      rig.embedFace(face, 78);
      expect((await rig.nearest('face', 78))?.id).to.equal(face);

      rig.db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(two);
      expect(await rig.found('image')).to.deep.equal([one]);
      expect(await rig.found('face')).to.deep.equal([face]);
      rig.db.prepare('UPDATE photos SET deleted_at = NULL WHERE id = ?').run(two);
      expect(await rig.found('face')).to.deep.equal([face, other]);
      rig.db.prepare('DELETE FROM photos WHERE id = ?').run(two);
      expect(await rig.found('face')).to.deep.equal([face]);
      expect(await rig.found('image')).to.deep.equal([one]);
    });
  });

  it('contain the mean of the faces of each person', async () => {
    await withVectors(async (rig) => {
      rig.useModels({ face: 'faces@1' });
      const [anna, ben] = [rig.person('Anna'), rig.person('Ben')];
      rig.sum(anna, [1, 2]);
      rig.sum(ben, [3], 'faces@0');
      expect(await rig.found('person')).to.deep.equal([anna]);
      const { score } = (await rig.nearest('person', 1))!;
      expect(score).to.be.within(0.6, 0.8);
      rig.sum(anna, [1]);
      rig.sum(ben, [3]);
      expect(await rig.found('person')).to.deep.equal([anna, ben]);
      expect((await rig.nearest('person', 1))!.score).to.be.greaterThan(0.9999);
      rig.db.prepare('DELETE FROM people WHERE id = ?').run(anna);
      expect(await rig.found('person')).to.deep.equal([ben]);
    });
  });

  it('skip an invalid vector, and continue with the others', async () => {
    await withVectors(async (rig) => {
      rig.useModels({ image: 'pictures@1' });
      const [bad, good] = [rig.photos.add({ uid: 'bad' }), rig.photos.add({ uid: 'good' })];
      rig.db
        .prepare(`INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (?, 'pictures@1', zeroblob(128))`)
        .run(bad);
      rig.image(good, 1);
      expect(await rig.found('image')).to.deep.equal([good]);
    });
  });

  it('serve what they have while many changes are pending, and everything on request', async () => {
    await withVectors(async (rig) => {
      const gate = await gated(rig);
      rig.useModels({ image: 'pictures@1' });
      await rig.vectors.index('image');
      rig.db.transaction(() => {
        for (let at = 1; at <= 5000; at += 1) rig.image(rig.photos.add({ uid: `p${at}` }), at);
      })();
      gate.letThrough(3);
      const early = await rig.vectors.index('image');
      const { rows } = await early!.stats();
      gate.letThrough(Infinity);
      expect(rows).to.be.lessThan(5000);
      expect(await rig.found('image', everything, 'everything')).to.have.length(5000);
    });
  });

  for (const [who, work] of [
    ['the task that updates them', (rig, stop) => rig.vectors.follow(stop)],
    ['grouping faces', (rig, stop) => nearFaces(rig.vectors, [], { edge: 0.5, examinedUpTo: 0, signal: stop })],
  ] as [string, (rig: VectorsRig, stop: AbortSignal) => Promise<unknown>][]) {
    it(`let ${who} stop at once while they are still being filled`, async () => {
      await withVectors(async (rig) => {
        const stop = new AbortController();
        let pieces = 0;
        await beforeEachPiece(rig, () => {
          pieces += 1;
          if (pieces === 2) stop.abort(new Error('the server stops'));
        });
        rig.useModels({ face: 'faces@1' });
        rig.db.transaction(() => {
          for (let at = 1; at <= 2000; at += 1) rig.face(rig.photos.add({ uid: `p${at}` }), at);
        })();
        const reason = await work(rig, stop.signal).then(
          () => null,
          (error: unknown) => error,
        );
        expect(reason).to.equal(stop.signal.reason);
        expect(pieces).to.be.lessThan(4);
        // The filling continued meanwhile, and does not start again.
        expect(await rig.found('face', everything, 'everything')).to.have.length(2000);
        expect(pieces).to.be.lessThan(12);
      });
    });
  }

  it('are updated in the background, after which old changes are deleted, but not the latest', async () => {
    await withVectors(async (rig) => {
      rig.useModels({ image: 'pictures@1' });
      const photo = rig.photos.add({ uid: 'p' });
      rig.image(photo, 1);
      await rig.vectors.follow(signal);
      rig.db.exec(`
        INSERT INTO vector_changes (kind, id, what)
          WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 130000)
          SELECT 'face', n, 'attributes' FROM n`);
      rig.image(photo, 2);
      const count = rig.db.prepare('SELECT count(*) FROM vector_changes').pluck();
      await rig.vectors.follow(signal);
      expect(count.get()).to.equal(100_000);
      // Nothing of its kind has changed for long, but it need not be filled again for that.
      await rig.restart();
      const folders = readdirSync(rig.cacheDir);
      rig.image(photo, 3);
      expect((await rig.nearest('image', 3))?.score).to.be.greaterThan(0.99);
      await rig.restart();
      expect(readdirSync(rig.cacheDir)).to.deep.equal(folders).and.to.have.length(1);
    });
  });

  it('serve the old model until the index of the new one is complete', async () => {
    await withVectors(async (rig) => {
      rig.useModels({ image: 'pictures@1' });
      rig.db.transaction(() => {
        for (let at = 1; at <= 20_000; at += 1) {
          const photo = rig.photos.add({ uid: `p${at}` });
          rig.image(photo, at);
          rig.image(photo, -at, 'pictures@2');
        }
      })();
      await rig.vectors.index('image', 'everything');
      await rig.restart();
      const [before] = readdirSync(rig.cacheDir);
      await rig.vectors.index('image', 'everything');
      rig.useModels({ image: 'pictures@2' });
      expect(rig.vectors.current('image')?.model).to.equal('pictures@1');
      for (;;) {
        const index = await rig.vectors.index('image');
        expect((await index!.stats()).rows).to.equal(20_000);
        if (rig.vectors.current('image')?.model === 'pictures@2') break;
        await sleep(10);
      }
      rig.db.prepare(`DELETE FROM image_embeddings WHERE model = 'pictures@1'`).run();
      await rig.vectors.index('image', 'everything');
      expect(await rig.found('image')).to.have.length(20_000);
      expect((await rig.nearest('image', -7))?.score).to.be.greaterThan(0.99);
      // The old index is removed in the background, once the new one serves.
      await until(() => !existsSync(`${rig.cacheDir}/${before}`));
    });
  });

  it('have the thresholds of the model that they serve, also of the old one while the new one is filled', async () => {
    await withVectors(async (rig) => {
      const gate = await gated(rig);
      const use = (version: number, edge: number): void => {
        rig.models.set('face', { model: `faces@${version}`, dimensions: 512, thresholds: { edge, link: 0.3 } });
      };
      use(1, 0.4);
      rig.face(rig.photos.add({ uid: 'p' }), 1);
      await rig.vectors.index('face', 'everything');
      gate.letThrough(0);
      use(2, 0.6);
      expect(rig.vectors.current('face')?.thresholds?.edge).to.equal(0.4);
      gate.letThrough(Infinity);
      await rig.vectors.index('face', 'everything');
      expect(rig.vectors.current('face')?.thresholds?.edge).to.equal(0.6);
      use(2, 0.7);
      expect(rig.vectors.current('face')?.thresholds?.edge).to.equal(0.7);
    });
  });
});
