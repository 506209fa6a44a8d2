import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { People } from '../../../../core/store/people/people.ts';
import { Decisions } from '../../../../core/store/people/decisions.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { LevelledModels } from '../../../support/levelled-models.ts';

const by = { user: 1, now: 1_700_000_000 };

interface Face {
  id: number;
  x: number;
  who: number;
  person: string | null;
}

describe('users’ decisions about faces', function () {
  let folder: string;
  let source: FarSource;
  let ml: LevelledModels;
  let rig: IndexerRig;
  let picture: Buffer;
  let preview: Buffer;

  before(async () => {
    picture = await farPicture('navy');
    preview = await previewOf(picture);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    source.ranges = false;
    source.putFar('a', picture, preview);
    ml = new LevelledModels();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the library and reads only thumbnails. */
  const openAtThumbnails = async (): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml, config: { originalsBudget: 0 } });
    rig.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
      VALUES (1, 'anna', 'Anna', 'write', '', 0)`);
    await rig.settle();
  };
  /** Opens the same library and reads its originals. */
  const readOriginals = async (): Promise<void> => {
    await rig.close();
    rig = new IndexerRig({ folder, source, ml });
    await rig.settle();
    expect(rig.photo('a')).to.include({ examined: 'original' });
  };
  const faces = (): Face[] =>
    rig.db
      .prepare<[], Face>(
        `SELECT faces.id, x, round(score * 100) AS who, people.name AS person
         FROM faces LEFT JOIN people ON people.id = person_id ORDER BY x`,
      )
      .all();
  const person = (name: string): number => new People(rig.db).add(name, name.toLowerCase(), by.now);
  const decisions = (): Decisions => new Decisions(rig.db);
  const idOf = (who: number): number => faces().find((face) => face.who === who)!.id;
  const table = (name: string): unknown[] => rig.db.prepare(`SELECT face_id FROM ${name}`).pluck().all();

  it('apply to faces at the same places in the original: names, cannot-links, not-faces, ignored faces and covers', async () => {
    const seen = [1, 2, 3, 4, 5].map((who) => ({ who, x: who * 0.15 }));
    ml.inThumbnails = seen;
    await openAtThumbnails();
    const [anna, ben] = [person('Anna'), person('Ben')];
    const ids = [1, 2, 3, 4, 5].map(idOf);
    const [named = 0, refused = 0, none = 0, stranger = 0, cover = 0] = ids;
    decisions().assign(named, anna, by);
    decisions().assign(refused, ben, by);
    decisions().notPerson(refused, ben, by);
    decisions().notFace(none, by);
    decisions().ignore(stranger, by);
    new People(rig.db).setCover(anna, cover);

    ml.inOriginals = [...seen.map(({ who, x }) => ({ who, x: x + 0.01 })), { who: 9, x: 0.88 }];
    await readOriginals();
    expect(faces().map(({ id, who }) => [who, id])).to.deep.equal([...ids.map((id, at) => [at + 1, id]), [9, idOf(9)]]);
    expect(faces()[0]).to.include({ person: 'Anna' });
    expect(table('face_decisions')).to.deep.equal([named]);
    expect(table('face_refusals')).to.deep.equal([refused]);
    expect(table('face_rejections')).to.deep.equal([none]);
    expect(table('face_ignores')).to.deep.equal([stranger]);
    expect(rig.db.prepare('SELECT cover_face_id FROM people WHERE id = ?').pluck().get(anna)).to.equal(cover);
  });

  it('keep a face that the models do not find in the original; faces without a decision are deleted', async () => {
    ml.inThumbnails = [
      { who: 1, x: 0.1 },
      { who: 2, x: 0.5 },
    ];
    await openAtThumbnails();
    decisions().assign(idOf(1), person('Anna'), by);
    ml.inOriginals = [];
    await readOriginals();
    expect(faces()).to.have.length(1);
    expect(faces()[0]).to.include({ who: 1, person: 'Anna' });
  });

  it('follow a face to another place when the thumbnail was rotated or cropped', async () => {
    ml.inThumbnails = [
      { who: 1, x: 0.1 },
      { who: 2, x: 0.5 },
    ];
    await openAtThumbnails();
    const [anna, ben] = [idOf(1), idOf(2)];
    decisions().assign(anna, person('Anna'), by);
    decisions().assign(ben, person('Ben'), by);
    ml.inOriginals = [
      { who: 2, x: 0.1 },
      { who: 1, x: 0.7, y: 0.6 },
    ];
    await readOriginals();
    expect(faces().map(({ id, who, person: name }) => [id, who, name])).to.deep.equal([
      [ben, 2, 'Ben'],
      [anna, 1, 'Anna'],
    ]);
  });

  it('are not transferred to another person at the same place when the thumbnail was one of another photo', async () => {
    ml.inThumbnails = [{ who: 1, x: 0.3 }];
    await openAtThumbnails();
    decisions().assign(idOf(1), person('Anna'), by);
    ml.inOriginals = [{ who: 7, x: 0.3 }];
    // The embeddings of different people have nothing in common.
    ml.embedFaces = (_image, found) =>
      Promise.resolve(found.map(({ score }) => new Float32Array(512).fill(0).with(Math.round(score * 100), 1)));
    rig.db.prepare('UPDATE face_embeddings SET embedding = ?').run(unit(1));
    await readOriginals();
    expect(faces().find(({ who }) => who === 1)).to.include({ person: 'Anna' });
    expect(faces().find(({ who }) => who === 7)).to.include({ person: null });
  });

  it('survive a new model while no originals are read, and the reading of the originals after that', async () => {
    ml.inThumbnails = [{ who: 1, x: 0.3 }];
    await openAtThumbnails();
    const face = idOf(1);
    decisions().assign(face, person('Anna'), by);
    ml.inThumbnails = [];
    const settled = rig.indexer.settled();
    ml.install('2');
    await settled;
    expect(faces().map(({ id, person: name }) => [id, name])).to.deep.equal([[face, 'Anna']]);
    expect(source.readAt('original')).to.deep.equal([]);
    ml.inOriginals = [{ who: 1, x: 0.31 }];
    await readOriginals();
    expect(faces().map(({ id, person: name }) => [id, name])).to.deep.equal([[face, 'Anna']]);
  });

  it('survive a new model that sees only thumbnails after the originals became metered', async () => {
    source.originals = 'cheap';
    ml.inOriginals = [
      { who: 1, x: 0.1 },
      { who: 2, x: 0.5 },
    ];
    await openAtThumbnails();
    decisions().assign(idOf(1), person('Anna'), by);
    const before = faces();
    source.originals = 'metered';
    await rig.settle();
    ml.inThumbnails = [{ who: 2, x: 0.5 }];
    const settled = rig.indexer.settled();
    ml.install('2');
    await settled;
    expect(faces().map(({ id, person: name }) => [id, name])).to.deep.equal(
      before.map(({ id, person: name }) => [id, name]),
    );
    expect(rig.photo('a')).to.include({ examined: 'original' });
  });
});

function unit(at: number): Buffer {
  const vector = new Float32Array(512).with(at, 1);
  return Buffer.from(vector.buffer);
}
