import { createHash, randomBytes } from 'node:crypto';
import type {
  AnalysisParts,
  Backups,
  LabelVocabulary,
  MlCallOptions,
  MlProvider,
  PictureAnalysis,
  PictureLabels,
  RgbImage,
  SecondFactor,
  Snapshot,
  TextLine,
  VectorAttributes,
  VectorFilter,
  VectorHit,
  VectorIndex,
  VectorIndexProvider,
} from '../../../core/plugin-api/index.ts';
import { passes } from '../../support/vector-filter.ts';

/** Simple in-memory implementations of the contracts, for testing the contract tests. */

export class MemorySecondFactor implements SecondFactor {
  /** Unused codes by user. */
  readonly codes = new Map<number, Set<string>>();

  isEnabled(userId: number): Promise<boolean> {
    return Promise.resolve(this.codes.has(userId));
  }

  status(userId: number): Promise<{ enabled: boolean; recoveryCodesLeft: number }> {
    return Promise.resolve({ enabled: this.codes.has(userId), recoveryCodesLeft: this.codes.get(userId)?.size ?? 0 });
  }

  verify(userId: number, code: string): Promise<boolean> {
    return Promise.resolve(this.codes.get(userId)?.delete(code) ?? false);
  }

  disable(userId: number): Promise<void> {
    this.codes.delete(userId);
    return Promise.resolve();
  }
}

export class MemoryBackups implements Backups {
  /** Oldest first. */
  readonly snapshots: Snapshot[] = [];
  #taken = 0;

  list(): Promise<Snapshot[]> {
    return Promise.resolve([...this.snapshots]);
  }

  async take({ signal }: { signal: AbortSignal }): Promise<Snapshot> {
    await Promise.resolve();
    signal.throwIfAborted();
    const content = randomBytes(64);
    const snapshot = {
      name: `index-20261120T120000Z-${++this.#taken}.sqlite3`,
      size: content.length,
      createdAt: Math.floor(Date.now() / 1000),
      sha256: createHash('sha256').update(content).digest('hex'),
      verified: true,
    };
    this.snapshots.push(snapshot);
    return snapshot;
  }

  async remove(name: string): Promise<void> {
    await Promise.resolve();
    const at = this.snapshots.findIndex((snapshot) => snapshot.name === name);
    if (at < 0) throw new Error('There is no such snapshot.');
    this.snapshots.splice(at, 1);
  }

  prune(keep: number): Promise<string[]> {
    const gone = this.snapshots.splice(0, Math.max(0, this.snapshots.length - keep));
    return Promise.resolve(gone.map(({ name }) => name));
  }
}

/**
 * Labels the most frequent of three colours, reads rows of pixels whose red is a letter code, and embeds the first
 * pixel.
 */
export class MemoryMlProvider implements MlProvider {
  readonly preferredImageSize = 640;

  models(): ReturnType<MlProvider['models']> {
    return {
      faceDetector: null,
      faceEmbedder: null,
      imageText: { id: 'mean', version: '1', dimensions: 4 },
      labels: { id: 'colours', version: '1', confidence: { search: 0.4, show: 0.6 }, vocabulary: colourWords },
      text: { id: 'codes', version: '1', confidence: { search: 0.5, show: 0.9 } },
    };
  }

  async findLabels({ data }: RgbImage, { signal }: { signal: AbortSignal }): Promise<PictureLabels> {
    await Promise.resolve();
    signal.throwIfAborted();
    const sum = data.reduce((total, value) => total + value, 0);
    const labels = Object.keys(colours).flatMap((label, channel) => {
      const score = data.reduce((total, value, at) => total + (at % 3 === channel ? value : 0), 0) / sum;
      return score >= 0.4 ? [{ label, score, box: { x: 0, y: 0, w: 1, h: 1 } }] : [];
    });
    return { labels, people: 0 };
  }

  async readText({ width, height, data }: RgbImage, { signal }: { signal: AbortSignal }): Promise<TextLine[]> {
    await Promise.resolve();
    signal.throwIfAborted();
    return Array.from({ length: height }, (_, row): TextLine => {
      const red = [...data.subarray(row * width * 3, (row + 1) * width * 3)].filter((_value, at) => at % 3 === 0);
      const text = String.fromCharCode(...red.filter((code) => code >= 97 && code <= 122));
      return { text, score: 1, box: { x: 0, y: row / height, w: 1, h: 1 / height } };
    }).filter(({ text }) => text !== '');
  }

  async analyse(image: RgbImage, parts: AnalysisParts, options: { signal: AbortSignal }): Promise<PictureAnalysis> {
    const [vector = null] = parts.image ? await this.embedImages([image], options) : [];
    return { faces: null, image: vector, labels: parts.labels ? await this.findLabels(image, options) : null };
  }

  onModelsChanged(): void {
    // The models never change.
  }

  detectFaces(): Promise<never> {
    return Promise.reject(new Error('No face detector is installed.'));
  }

  embedFaces(): Promise<never> {
    return Promise.reject(new Error('No face embedder is installed.'));
  }

  async embedImages(images: readonly RgbImage[], { signal }: { signal: AbortSignal }): Promise<Float32Array[]> {
    await Promise.resolve();
    signal.throwIfAborted();
    return images.map(({ data }) => normalised([...data.subarray(0, 3)]));
  }

  async embedTexts(texts: readonly string[], { signal, model }: MlCallOptions): Promise<Float32Array[]> {
    await Promise.resolve();
    signal.throwIfAborted();
    if (model && model.version !== '1') throw new Error('There is one model.');
    return texts.map((text) => normalised([text.length, ...Buffer.from(text.slice(0, 2))]));
  }
}

function normalised(values: readonly number[]): Float32Array {
  const vector = Float32Array.from({ length: 4 }, (_, at) => (at === 3 ? 1 : (values[at] ?? 0)));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const colours: Readonly<Record<string, string>> = { red: 'rouge', green: 'vert', blue: 'bleu' };

const colourWords: LabelVocabulary = {
  find: (words) => {
    const word = words.toLowerCase();
    const [label] = Object.entries(colours).find(([english, french]) => word === english || word === french) ?? [];
    return label === undefined ? null : { labels: [label], least: 0.4 };
  },
  nameOf: (label, language) => (language === 'fr' ? (colours[label] ?? null) : null),
};

/** A picture in which the provider finds a label, and one with two lines. */
export const seenScene = {
  image: { width: 2, height: 1, data: Uint8Array.of(0, 0, 250, 10, 0, 90) },
  labels: ['blue'],
};
export const seenPage = {
  image: { width: 2, height: 2, data: Uint8Array.of(104, 0, 0, 105, 0, 0, 111, 0, 0, 107, 0, 0) },
  lines: ['hi', 'ok'],
};

export class MemoryVectorIndexes implements VectorIndexProvider {
  open(): Promise<VectorIndex> {
    return Promise.resolve(new MemoryVectorIndex());
  }
}

interface Row {
  vector: Float32Array;
  attributes: VectorAttributes;
}

class MemoryVectorIndex implements VectorIndex {
  readonly #rows = new Map<number, Row>();
  #watermark = 0n;

  watermark(): Promise<bigint> {
    return Promise.resolve(this.#watermark);
  }

  apply(...[sequence, operations]: Parameters<VectorIndex['apply']>): Promise<void> {
    for (const operation of operations) {
      const row = this.#rows.get(operation.id);
      if (operation.type === 'delete') this.#rows.delete(operation.id);
      else if (operation.type === 'put') this.#rows.set(operation.id, operation);
      else if (row) this.#rows.set(operation.id, { ...row, attributes: operation.attributes });
    }
    this.#watermark = sequence;
    return Promise.resolve();
  }

  search(...[queries, { k, minScore = -1, filter = {} }]: Parameters<VectorIndex['search']>): Promise<VectorHit[][]> {
    return Promise.resolve(queries.map((query) => this.#nearest(query, k, minScore, filter)));
  }

  score(query: Float32Array, ids: readonly number[]): Promise<Float32Array> {
    return Promise.resolve(
      Float32Array.from(ids, (id) => {
        const row = this.#rows.get(id);
        return row ? cosine(query, row.vector) : NaN;
      }),
    );
  }

  neighbours(...[ids, options]: Parameters<VectorIndex['neighbours']>): Promise<VectorHit[][]> {
    const { k, minScore, withoutPersons = false, upTo = Infinity } = options;
    const all = { includeArchived: true, includeHidden: true };
    const wanted = ({ id }: VectorHit): boolean =>
      id <= upTo && (!withoutPersons || this.#rows.get(id)?.attributes.personIds.length === 0);
    return Promise.resolve(
      ids.map((id) => {
        const row = this.#rows.get(id);
        const hits = row ? this.#nearest(row.vector, this.#rows.size, minScore, all) : [];
        return hits.filter((hit) => hit.id !== id && wanted(hit)).slice(0, k);
      }),
    );
  }

  stats(): ReturnType<VectorIndex['stats']> {
    return Promise.resolve({ rows: this.#rows.size, dimensions: 16, memoryBytes: 0, method: 'float32, exact' });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #nearest(query: Float32Array, k: number, minScore: number, filter: VectorFilter): VectorHit[] {
    return [...this.#rows]
      .filter(([id, { attributes }]) => passes(id, attributes, filter))
      .map(([id, { vector }]) => ({ id, score: cosine(query, vector) }))
      .filter(({ score }) => score >= minScore)
      .sort((a, b) => b.score - a.score)
      .slice(0, k);
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}
