import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

describe('the faces of a photo whose file is replaced', () => {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;
  let first: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ColourModels();
    models.install('1');
    source.put('p', await red(400));
    await restart();
    first = faceRows(rig.db)[0]!.id;
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const restart = async (): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml: models });
    await rig.settle();
  };
  const name = (by: 'auto' | 'user'): void => {
    rig.db.exec("INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'Anna', 'anna', 0)");
    rig.db.exec(`UPDATE faces SET person_id = 7, assigned_by = '${by}'`);
    if (by === 'user') rig.db.exec(`INSERT INTO face_decisions VALUES (${first}, 7, NULL, 0)`);
  };
  /** Faces with their people, like `1: 7`; ids are relative to that of the first face. */
  const faces = (): string[] => faceRows(rig.db).map(({ id, person_id: person }) => `${id - first}: ${person}`);

  it('keep their person if they are of the same one', async () => {
    name('auto');
    source.put('p', await red(300));
    await rig.settle();
    expect(faces()).to.deep.equal(['0: 7']);
  });

  it('are new if another person is at the same place', async () => {
    name('auto');
    models.person = 1;
    source.put('p', await red(300));
    await rig.settle();
    expect(faces()).to.deep.equal(['1: null']);
  });

  it('are new beside a face that a user assigned, which keeps its person', async () => {
    name('user');
    models.person = 1;
    source.put('p', await red(300));
    await rig.settle();
    expect(faces()).to.deep.equal(['0: 7', '1: null']);
  });

  it('are new if another model analyses them, whose embeddings cannot be compared', async () => {
    name('auto');
    await rig.close();
    models.install('2');
    source.put('p', await red(300));
    await restart();
    expect(faces()).to.deep.equal(['1: null']);
  });

  it('stay the same if only the models change', async () => {
    name('auto');
    await rig.close();
    models.install('2');
    await restart();
    expect(faces()).to.deep.equal(['0: 7']);
  });
});

/** A picture in which the models find a face. */
const red = (width: number): Promise<Buffer> =>
  sharp({ create: { width, height: width / 2, channels: 3, background: '#c00000' } })
    .jpeg()
    .toBuffer();
