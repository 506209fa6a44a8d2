import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { createFolderSource } from './folder-source.ts';
import { IndexerRig } from './indexer-rig.ts';
import { installFaces } from './model-packs.ts';
import { PeopleRig } from './people-rig.ts';

/** A face found in a photo of a folder. */
export interface RealFace {
  readonly id: number;
  /** The photo's file name. */
  readonly photo: string;
  readonly personId: number | null;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly score: number;
  readonly quality: number;
  /** The shorter side of its box in pixels of the photo. */
  readonly pixels: number;
  readonly embedding: Buffer;
}

/** Photos of a folder, indexed with the real face models, and their people, clustered with the real clusterer. */
export class RealPeople {
  readonly indexer: IndexerRig;
  readonly people: PeopleRig;
  readonly #ml: OnnxProvider;

  private constructor(parts: { indexer: IndexerRig; people: PeopleRig; ml: OnnxProvider }) {
    this.indexer = parts.indexer;
    this.people = parts.people;
    this.#ml = parts.ml;
  }

  /**
   * @param options.folder for the data;
   * @param options.pattern of the paths of photos
   * @param options.far wraps the photos into a store with expensive originals, none of which is read
   */
  static async open(options: {
    folder: string;
    photos: string;
    pattern?: RegExp;
    far?: (source: PhotoSource) => PhotoSource;
  }): Promise<RealPeople> {
    const modelsDir = join(options.folder, 'models');
    mkdirSync(modelsDir);
    installFaces(modelsDir);
    const watch = new ModelsWatch(modelsDir);
    await watch.start();
    const ml = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
    let people: PeopleRig | undefined;
    const { photos: path, pattern, far } = options;
    const source = createFolderSource({ path, ...(pattern && { pattern }) });
    const indexer = new IndexerRig({
      folder: options.folder,
      source: far ? far(source) : source,
      config: { originalsBudget: 0 },
      ml,
      tasks: (db) => [(people = new PeopleRig({ folder: options.folder, db })).clusterer],
    });
    if (!people) throw new Error('The indexer did not ask for its tasks');
    return new RealPeople({ indexer, people, ml });
  }

  /** Sorted by photo, and within each from left to right. */
  faces(): RealFace[] {
    return this.indexer.db
      .prepare<[], RealFace>(
        `SELECT f.id, p.name AS photo, f.person_id AS personId, f.x, f.y, f.w, f.h, f.score, f.quality,
           min(f.w * p.width, f.h * p.height) AS pixels, e.embedding
         FROM faces f JOIN photos p ON p.id = f.photo_id JOIN face_embeddings e ON e.face_id = f.id
         ORDER BY p.name, p.id, f.x`,
      )
      .all();
  }

  async close(): Promise<void> {
    await this.indexer.indexer.stop();
    await this.people.close();
    await this.#ml.close();
  }
}

/** The main face in a photo of one person: large and near the centre. */
export function faceInTheMiddle(faces: readonly RealFace[]): RealFace | undefined {
  const worth = ({ x, y, w, h }: RealFace): number => w - 2 * Math.hypot(x + w / 2 - 0.5, y + h / 2 - 0.5);
  return [...faces].sort((a, b) => worth(b) - worth(a))[0];
}
