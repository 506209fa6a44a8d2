/**
 * Searching by text and by face in a library of 100,000 photos with random vectors, and the results of a small model that
 * knows colours among rendered pictures. `npm run bench -- search photos=10000` sets another number, and `faces=0` leaves
 * out faces, whose vectors take three quarters of the disk space. Needs the models of the tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import { composeServer } from '../../core/compose/server.ts';
import { vectorToBlob, vectorToHalfBlob } from '../../core/db/vectors.ts';
import type { Db } from '../../core/db/open.ts';
import { readConfig } from '../../core/settings/env.ts';
import type { FaceSearchResults, SearchResults } from '../../core/http/wire.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import { createVectorIndexProvider } from '../../plugins/vectors-local/vector-indexes.ts';
import { installClip, installFaces, photosDir } from '../support/model-packs.ts';
import { colours, renderedPictures, scenes, SearchLibrary } from '../support/search-library.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { uploadForm } from '../support/upload-form.ts';
import { makeLibrary, viewer } from './library-rows.ts';
import { figure, quantile, timeCalls } from './measure.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';

const dimensions = 512;
/** The most vectors that the baseline in JavaScript compares: 2 GB. */
const mostInJavaScript = 1_000_000;
const interactive = { priority: 'interactive', signal: new AbortController().signal } as const;
const headers = { authorization: `Bearer ${'0'.repeat(64)}` };

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const photos = Number(given['photos'] ?? 100_000);
  const hasFaces = given['faces'] !== '0';
  await withTempFolder((folder) => measureLatency(folder, photos, hasFaces));
  await measureRetrieval();
}

async function measureLatency(folder: string, photos: number, hasFaces: boolean): Promise<void> {
  const inputs = { photos, faces: hasFaces ? photos : 0, dimensions, cpus: availableParallelism() };
  const models = join(folder, 'models');
  for (const install of [installFaces, installClip]) install(models);
  const watch = new ModelsWatch(models);
  await watch.start();
  const ml = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 600 });
  const vectorIndexes = createVectorIndexProvider();
  const dataDir = join(folder, 'data');
  await makeLibrary(dataDir, photos);
  const container = composeServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', TZ: 'UTC' }));
  const provided = [
    { kind: 'photo-source' as const, implementation: {} as PhotoSource },
    { kind: 'ml-provider' as const, implementation: ml },
    { kind: 'vector-index' as const, implementation: vectorIndexes },
  ];
  const contribution = { provided, routes: [], healthChecks: [] };
  container.register(inject.plugins, { useValue: new Registry([{ name: 'bench', version: '1', contribution }]) });
  const db = container.resolve(inject.db);
  Object.assign(container.resolve(inject.sessions), { authenticate: () => viewer });
  try {
    const pictures = fill(db, ml, inputs);
    writeTexts(db, container.resolve(PhotoText), photos);
    const vectors = container.resolve(inject.vectors);
    const beginIndex = performance.now();
    await vectors.index('image', 'everything');
    if (hasFaces) await vectors.index('face', 'everything');
    figure('search.indexes_filled', (performance.now() - beginIndex) / 1000, 's', inputs);

    const server = await container.resolve(inject.server);
    await measureTexts(server, inputs);
    await measureParts(db, ml, vectors, pictures, inputs);
    if (hasFaces) await measureFaces(server, inputs);
  } finally {
    await container.resolve(inject.vectors).close();
    await vectorIndexes.close();
    await ml.close();
    await container.resolve(inject.photoReader).close();
    db.close();
  }
}

/** Writes the texts of all photos, many at a time, since the full-text index merges the parts that it is written in. */
function writeTexts(db: Db, text: PhotoText, photos: number): void {
  const setBytes = db.prepare(`INSERT INTO photo_text (photo_text, rank) VALUES ('hashsize', CAST(? AS INTEGER))`);
  setBytes.run(256 * 2 ** 20);
  for (const ids of batches(photos, 100_000)) {
    db.transaction(() => {
      text.refresh(ids);
    })();
  }
  // The default.
  setBytes.run(2 ** 20);
}

/** Numbers of all photos, `size` at a time. */
function* batches(photos: number, size: number): Generator<number[]> {
  for (let first = 1; first <= photos; first += size) {
    yield Array.from({ length: Math.min(size, photos - first + 1) }, (_, at) => first + at);
  }
}

/** Gives each photo an image vector and, unless without faces, a face. @returns the first image vector */
function fill(db: Db, ml: OnnxProvider, { photos, faces }: { photos: number; faces: number }): Float32Array {
  const { imageText, faceEmbedder } = ml.models();
  if (!imageText || !faceEmbedder) throw new Error('The models of the tests are missing: set MODELS_DIR.');
  const [image, face] = [imageText, faceEmbedder].map(({ id, version }) => `${id}@${version}`);
  const current = new CurrentModels(db);
  current.set('image', { model: image!, dimensions, thresholds: null });
  current.set('face', { model: face!, dimensions, thresholds: faceEmbedder.thresholds ?? null });
  const matrix = new Float32Array(Math.min(photos, mostInJavaScript) * dimensions);
  const unit = new Float32Array(dimensions);
  const random = randomUnits();
  const putImage = db.prepare('INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (?, ?, ?)');
  const addFace = db.prepare(
    `INSERT INTO faces (id, photo_id, x, y, w, h, points, score) VALUES (?, ?, 0.4, 0.4, 0.2, 0.2, '[]', 0.9)`,
  );
  const putFace = db.prepare('INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)');
  const put = (id: number): void => {
    const vector = random(unit);
    if (id <= mostInJavaScript) matrix.set(vector, (id - 1) * dimensions);
    putImage.run(id, image, vectorToHalfBlob(vector));
    if (faces === 0) return;
    addFace.run(id, id);
    putFace.run(id, face, vectorToBlob(vector, dimensions));
  };
  for (const ids of batches(photos, 5000)) {
    db.transaction(() => {
      ids.forEach(put);
    })();
  }
  return matrix;
}

/** Vectors of length 1 with uniformly distributed directions, always the same ones. */
function randomUnits(): (target: Float32Array) => Float32Array {
  let state = 1;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
  return (target) => {
    let squares = 0;
    for (let at = 0; at < target.length; at += 1) {
      target[at] = uniform() + uniform() + uniform() + uniform();
      squares += target[at]! ** 2;
    }
    const length = Math.sqrt(squares);
    for (let at = 0; at < target.length; at += 1) target[at]! /= length;
    return target;
  };
}

async function measureTexts(server: Server, inputs: Record<string, unknown>): Promise<void> {
  let total = 0;
  const ask = async (q: string): Promise<void> => {
    const { statusCode, payload } = await server.inject({ url: `/api/search?q=${encodeURIComponent(q)}`, headers });
    if (statusCode !== 200) throw new Error(`${q} answered ${statusCode}: ${payload}`);
    const answer = JSON.parse(payload) as SearchResults;
    if (!answer.semantic) throw new Error(`${q} was not searched by what pictures show`);
    total = answer.total;
  };
  const begin = performance.now();
  await ask('first');
  figure('search.text.first', performance.now() - begin, 'ms', inputs);
  let asked = 0;
  const questions: Record<string, () => string> = {
    'text.remembered': () => 'a red circle on blue',
    'text.new': () => `a red circle ${(asked += 1)}`,
    'text.word_of_every_photo': () => 'jpg',
    'text.beginning_of_every_photo': () => 'img',
    'text.common_and_rare_words': () => 'img jpg "4711"',
    'text.in_place': () => 'City 1 a red circle on blue',
    'text.in_year': () => '2015 a red circle on blue',
    'filters.place': () => 'City 1',
    'filters.years': () => '2010-2020',
  };
  for (const [name, q] of Object.entries(questions)) {
    const times = await timeCalls(() => ask(q()), { runs: 40, warmUp: 3 });
    figure(`search.${name}.p50`, quantile(times, 0.5), 'ms', { ...inputs, q: q(), total });
    figure(`search.${name}.p95`, quantile(times, 0.95), 'ms', { ...inputs, q: q(), total });
  }
}

/** Measures the parts of a text search, and simple implementations of the same as baselines. */
async function measureParts(
  db: Db,
  ml: OnnxProvider,
  vectors: { index(kind: 'image'): Promise<{ search: SearchFunction } | null> },
  matrix: Float32Array,
  inputs: Record<string, unknown>,
): Promise<void> {
  let asked = 0;
  const report = async (name: string, call: () => unknown, runs = 30, more = {}): Promise<void> => {
    const times = await timeCalls(call, { runs, warmUp: 2 });
    figure(`search.part.${name}.p50`, quantile(times, 0.5), 'ms', { ...inputs, ...more });
    figure(`search.part.${name}.p95`, quantile(times, 0.95), 'ms', { ...inputs, ...more });
  };
  const [query = new Float32Array(dimensions)] = await ml.embedTexts(['a red circle on blue'], interactive);
  const filter = { includeArchived: true, includeHidden: false };
  await report('embed', () => ml.embedTexts([`a blue square ${(asked += 1)}`], interactive));
  await report('vectors', async () => (await vectors.index('image'))?.search([query], { k: 1000, filter }));
  await report('baseline.vectors_in_javascript', () => bestInJavaScript(matrix, query), 10, {
    vectors: matrix.length / dimensions,
  });
  const words = db.prepare(
    `SELECT rowid FROM photo_text WHERE photo_text MATCH '"jpg"' ORDER BY rowid DESC LIMIT 2000`,
  );
  await report('words', () => words.all());
  const scan = db.prepare(`SELECT id FROM photos WHERE name LIKE '%jpg%' ORDER BY taken_at DESC LIMIT 2000`);
  await report('baseline.words_by_scan', () => scan.all(), 10);
}

type SearchFunction = (
  queries: readonly Float32Array[],
  options: { k: number; filter: { includeArchived: boolean; includeHidden: boolean } },
) => Promise<unknown>;

function bestInJavaScript(matrix: Float32Array, query: Float32Array): Float64Array {
  const scores = new Float64Array(matrix.length / dimensions);
  for (let row = 0; row < scores.length; row += 1) {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += query[at]! * matrix[row * dimensions + at]!;
    scores[row] = sum;
  }
  return scores.sort().subarray(-1000);
}

async function measureFaces(server: Server, inputs: Record<string, unknown>): Promise<void> {
  const folder = join(photosDir, 'faces/George_Clooney');
  const file = readFileSync(join(folder, readdirSync(folder).sort()[0]!));
  const form = await uploadForm({ file });
  const ask = async (): Promise<void> => {
    const { statusCode, payload } = await server.inject({
      method: 'POST',
      url: '/api/search/face',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
    if (statusCode !== 200) throw new Error(`The search by face answered ${statusCode}: ${payload}`);
    if ((JSON.parse(payload) as FaceSearchResults).faces.length === 0) throw new Error('There is a face in it.');
  };
  const times = await timeCalls(ask, { runs: 30, warmUp: 3 });
  figure('search.face.p50', quantile(times, 0.5), 'ms', { ...inputs, upload: file.length });
  figure('search.face.p95', quantile(times, 0.95), 'ms', { ...inputs, upload: file.length });
}

const nonsense = [
  ...['quarterly tax report xyzzy', 'asdf qwer', 'invoice from the electricity company', 'committee meeting minutes'],
  ...[
    'annual general assembly agenda',
    'zzz qqq',
    'monetary policy of the central bank',
    'flurb gnarp',
    'jurisprudence',
  ],
  ...[
    'insurance claim number 5512',
    'lkjh poiu mnbv',
    'second quarter earnings call',
    'kdjfhg sdkjfh',
    'the tax office',
  ],
];

/** For pictures described by two colours: how many are found at all, and among the first; and what nonsense finds. */
async function measureRetrieval(): Promise<void> {
  const library = await SearchLibrary.open(installClip);
  try {
    const ids = await library.addPictures([...(await renderedPictures()), ...(await scenes())]);
    const inputs = { pictures: ids.size, model: 'clip-standin' };
    const search = (q: string): Promise<SearchResults> =>
      library.server.json<SearchResults>(`/api/search?limit=500&q=${encodeURIComponent(q)}`);
    const [recalls, recallsFirst, precisions]: [number[], number[], number[]] = [[], [], []];
    for (const colour of Object.keys(colours)) {
      for (const ground of Object.keys(colours)) {
        if (colour === ground) continue;
        for (const shape of ['circle', 'square', 'triangle']) {
          const { results } = await search(`a ${colour} ${shape} on ${ground}`);
          const right = results.map(({ uid }) => uid.includes(colour) && uid.includes(ground) && uid.includes(' on '));
          const all = 12;
          recalls.push(right.filter(Boolean).length / all);
          recallsFirst.push(right.slice(0, all).filter(Boolean).length / all);
          precisions.push(right.filter(Boolean).length / Math.max(1, right.length));
        }
      }
    }
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const asked = { ...inputs, texts: recalls.length };
    figure('search.retrieval.recall', mean(recalls), '', asked);
    figure('search.retrieval.recall_at_12', mean(recallsFirst), '', asked);
    figure('search.retrieval.precision', mean(precisions), '', asked);
    const shares: number[] = [];
    for (const text of nonsense) shares.push((await search(text)).total / ids.size);
    figure('search.retrieval.nonsense_finds', mean(shares), 'share', { ...inputs, texts: nonsense.length });
    figure('search.retrieval.nonsense_finds.worst', Math.max(...shares), 'share', {
      ...inputs,
      texts: nonsense.length,
    });
  } finally {
    await library.close();
  }
}
