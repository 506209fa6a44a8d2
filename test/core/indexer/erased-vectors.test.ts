import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { openDatabase, type Db } from '../../../core/db/open.ts';
import { vectorToBlob, vectorToHalfBlob } from '../../../core/db/vectors.ts';
import { VectorIndexRecords } from '../../../core/store/models/vector-index-records.ts';
import { CurrentModels } from '../../../core/store/models/current-models.ts';
import { VectorLog } from '../../../core/store/models/vector-log.ts';
import { VectorRows } from '../../../core/store/models/vector-rows.ts';
import { LibraryVectors } from '../../../core/vectors/library-vectors.ts';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { unitVector } from '../../plugins/vectors-local/vector-rows.ts';

/**
 * The vectors of the deleted photo’s face and picture, unlike any other bytes here. 16-bit floats hold those of the
 * picture exactly.
 */
const face = unitVector(4711, 512);
const picture = Float32Array.from([0.5, -0.5, -0.5, 0.5]);

/** The bytes of the deleted vectors in files: as the database stores them, and as the vector index does. */
const traces = [vectorToBlob(face, 512).subarray(64, 128), vectorToHalfBlob(picture), Buffer.from(picture.buffer)];

class DistinctModels extends ColourModels {
  distinct = false;

  override embedFaces(...[image, faces, options]: Parameters<ColourModels['embedFaces']>): Promise<Float32Array[]> {
    return this.distinct ? Promise.resolve(faces.map(() => face)) : super.embedFaces(image, faces, options);
  }

  override embedImages(images: Parameters<ColourModels['embedImages']>[0]): Promise<Float32Array[]> {
    return this.distinct ? Promise.resolve(images.map(() => picture)) : super.embedImages(images);
  }
}

/** The files in a folder, at any depth, that contain one of the traces. */
function filesWithTraces(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return traces.some((trace) => bytes.includes(trace));
    });
}

const red = (seed: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 200 + seed, g: seed, b: 10 } } })
    .jpeg()
    .toBuffer();

/** One run of the server, from opening the vector indexes until they are closed or their process is killed. */
type Follow = (options?: { killed: boolean }) => Promise<void>;

/** A library of four photos, one of which has the distinct vectors, with the bundled vector indexes. */
async function withLibrary(
  use: (library: { rig: IndexerRig; source: MemorySource; db: Db; follow: Follow }) => Promise<void>,
): Promise<void> {
  await withTempFolder(async (folder) => {
    const source = new MemorySource();
    const ml = new DistinctModels();
    ml.install('1');
    const rig = new IndexerRig({ folder, source, ml });
    const { db } = rig;
    const follow: Follow = async ({ killed } = { killed: false }) => {
      const provider = createVectorIndexProvider();
      const vectors = new LibraryVectors({
        provider: () => provider,
        models: new CurrentModels(db),
        rows: new VectorRows(db),
        log: new VectorLog(db),
        records: new VectorIndexRecords(db),
        folder: join(folder, 'vectors'),
        key: null,
        onError: (error) => {
          throw error;
        },
      });
      await vectors.follow(new AbortController().signal);
      // Usually before it has saved the changes; if not, the test still holds.
      if (killed) process.kill(provider.pid!, 'SIGKILL');
      await vectors.close();
      await provider.close();
    };
    try {
      for (const seed of [1, 2, 3]) source.put(`stays-${seed}`, await red(seed));
      await rig.settle();
      ml.distinct = true;
      source.put('goes', await red(9));
      await rig.settle();
      await follow();
      await use({ rig, source, db, follow });
    } finally {
      await rig.close();
    }
  });
}

describe('the vectors of a permanently deleted photo', function () {
  it('are no longer in any file: neither in the index, nor in its log, nor in the caches', async () => {
    await withLibrary(async ({ rig, source, follow }) => {
      const folder = join(rig.thumbsDir, '..');
      const before = filesWithTraces(folder).map((file) => file.slice(folder.length + 1));
      expect(
        before.some((file) => file.startsWith('index.sqlite3')),
        before.join(),
      ).to.equal(true);
      for (const kind of ['face', 'image']) {
        expect(
          before.some((file) => file.startsWith(`vectors/${kind}-`)),
          before.join(),
        ).to.equal(true);
      }
      source.remove('goes');
      await rig.settle();
      rig.ahead += 8 * 86400;
      await rig.settle();
      expect(rig.photos()).to.have.length(3);
      await follow();
      expect(filesWithTraces(folder)).to.deep.equal([]);
    });
  });

  it('are no longer in any file after the process of the vector indexes was killed during an update', async () => {
    await withLibrary(async ({ rig, source, follow }) => {
      source.remove('goes');
      await rig.settle();
      rig.ahead += 8 * 86400;
      await rig.settle();
      await follow({ killed: true });
      await follow();
      expect(filesWithTraces(join(rig.thumbsDir, '..'))).to.deep.equal([]);
    });
  });

  it('stay in the index while a backup reads it, and are gone after the next cycle', async () => {
    await withLibrary(async ({ rig, source }) => {
      const index = join(rig.thumbsDir, '..', 'index.sqlite3');
      const reader = openDatabase(index, { readonly: true });
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM photos').get();
      source.remove('goes');
      await rig.settle();
      rig.ahead += 8 * 86400;
      await rig.settle();
      expect(rig.photos()).to.have.length(3);
      const inIndex = (): boolean =>
        ['', '-wal'].some((end) => traces.some((trace) => readFileSync(index + end).includes(trace)));
      expect(inIndex()).to.equal(true);
      reader.close();
      await rig.settle();
      expect(inIndex()).to.equal(false);
    });
  });
});
