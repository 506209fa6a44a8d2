import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { vectorToBlob, vectorToHalfBlob } from '../../core/db/vectors.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import type { MlProvider, PhotoSource, RgbImage, VectorIndexProvider } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import { createVectorIndexProvider } from '../../plugins/vectors-local/vector-indexes.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';
import { photosDir } from './model-packs.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';

const background = { priority: 'background', signal: new AbortController().signal } as const;

export const colours: Readonly<Record<string, string>> = {
  ...{ red: '#d91a1a', green: '#1aa626', blue: '#1a33d9', yellow: '#f2e61a' },
  ...{ white: '#f7f7f7', black: '#080808', orange: '#f28c0d', purple: '#80199a' },
};

const shapes: Readonly<Record<string, (colour: string) => string>> = {
  circle: (colour) => `<circle cx="160" cy="120" r="80" fill="${colour}"/>`,
  square: (colour) => `<rect x="90" y="50" width="140" height="140" fill="${colour}"/>`,
  triangle: (colour) => `<polygon points="160,30 250,200 70,200" fill="${colour}"/>`,
};

export interface NamedPicture {
  /** `red circle on blue 0`, `plain red 2`, `scene 000000000139` */
  readonly name: string;
  readonly image: RgbImage;
}

async function rgb(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Pictures with one shape in each colour on each other colour, twice, and three of each colour alone: 360. */
export async function renderedPictures(): Promise<NamedPicture[]> {
  const pictures: NamedPicture[] = [];
  for (const [ground, groundColour] of Object.entries(colours)) {
    for (const [shape, draw] of Object.entries(shapes)) {
      for (const [colour, code] of Object.entries(colours)) {
        if (colour === ground) continue;
        for (const [at, transform] of ['', 'translate(30,-15) scale(0.8)'].entries()) {
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
            <rect width="320" height="240" fill="${groundColour}"/><g transform="${transform}">${draw(code)}</g></svg>`;
          const image = await rgb(sharp(Buffer.from(svg)));
          pictures.push({ name: `${colour} ${shape} on ${ground} ${at}`, image });
        }
      }
    }
    for (let at = 0; at < 3; at += 1) {
      const create = { width: 200 + at * 60, height: 150, channels: 3 as const, background: groundColour };
      pictures.push({ name: `plain ${ground} ${at}`, image: await rgb(sharp({ create })) });
    }
  }
  return pictures;
}

/** Photos of everyday scenes. */
export async function scenes(): Promise<NamedPicture[]> {
  const files = readdirSync(join(photosDir, 'scenes')).filter((name) => name.endsWith('.jpg'));
  return Promise.all(
    files.map(async (file) => ({
      name: `scene ${file.replace('.jpg', '')}`,
      image: await rgb(
        sharp(join(photosDir, 'scenes', file))
          .rotate()
          .resize(512, 512, { fit: 'inside' }),
      ),
    })),
  );
}

/** A library of pictures analysed with real models, with a whole server. */
export class SearchLibrary {
  readonly server: LibraryServer;
  readonly ml: OnnxProvider;
  readonly vectorIndexes: VectorIndexProvider & { close(): Promise<void> };
  readonly #models: string;

  private constructor(server: LibraryServer, ml: OnnxProvider, models: string) {
    this.server = server;
    this.ml = ml;
    this.#models = models;
    this.vectorIndexes = createVectorIndexProvider();
    this.provide(ml);
  }

  static async open(...install: ((into: string) => string)[]): Promise<SearchLibrary> {
    const models = mkdtempSync(join(tmpdir(), 'photofinch-'));
    for (const one of install) one(models);
    const watch = new ModelsWatch(models);
    await watch.start();
    const ml = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
    return new SearchLibrary(await libraryServer(), ml, models);
  }

  /** Replaces the server's models. */
  provide(ml: MlProvider): void {
    const provided = [
      { kind: 'photo-source' as const, implementation: {} as PhotoSource },
      { kind: 'ml-provider' as const, implementation: ml },
      { kind: 'vector-index' as const, implementation: this.vectorIndexes },
    ];
    const contribution = { provided, routes: [], healthChecks: [] };
    const registry = new Registry([{ name: 'given', version: '1', contribution }]);
    this.server.container.register(inject.plugins, { useValue: registry });
  }

  /** @returns ids by name; the first picture is the oldest, and each is a day older than the next */
  async addPictures(pictures: readonly NamedPicture[]): Promise<Map<string, number>> {
    const { imageText } = this.ml.models();
    if (!imageText) throw new Error('There is no model for pictures and texts.');
    const { db, rows } = this.server;
    const model = `${imageText.id}@${imageText.version}`;
    new CurrentModels(db).set('image', { model, dimensions: imageText.dimensions, thresholds: null });
    const put = db.prepare('INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (?, ?, ?)');
    const ids = new Map<string, number>();
    for (let first = 0; first < pictures.length; first += 32) {
      const some = pictures.slice(first, first + 32);
      const vectors = await this.ml.embedImages(
        some.map(({ image }) => image),
        background,
      );
      for (const [index, { name }] of some.entries()) {
        const id = rows.add({ uid: name, name: `IMG_${ids.size}.jpg`, takenAt: 1_600_000_000 + ids.size * 86_400 });
        put.run(id, model, vectorToHalfBlob(vectors[index]!));
        ids.set(name, id);
      }
    }
    this.server.container.resolve(PhotoText).refresh([...ids.values()]);
    return ids;
  }

  /** Adds photos with the faces that the models detect. @returns ids of faces by the photo's name */
  async addPortraits(portraits: readonly NamedPicture[]): Promise<Map<string, number[]>> {
    const { faceEmbedder } = this.ml.models();
    if (!faceEmbedder) throw new Error('There is no model for faces.');
    const { db, rows } = this.server;
    const model = `${faceEmbedder.id}@${faceEmbedder.version}`;
    const thresholds = faceEmbedder.thresholds ?? null;
    new CurrentModels(db).set('face', { model, dimensions: 512, thresholds });
    const face = db.prepare(`INSERT INTO faces (photo_id, x, y, w, h, points, score) VALUES (?, ?, ?, ?, ?, '[]', ?)`);
    const put = db.prepare('INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)');
    const found = new Map<string, number[]>();
    for (const { name, image } of portraits) {
      const faces = await this.ml.detectFaces(image, background);
      const vectors = await this.ml.embedFaces(image, faces, background);
      const photo = rows.add({ uid: name, takenAt: 1_500_000_000 + found.size * 86_400 });
      const ids = faces.map(({ box, score }, index) => {
        const id = Number(face.run(photo, box.x, box.y, box.w, box.h, score).lastInsertRowid);
        put.run(id, model, vectorToBlob(vectors[index]!, 512));
        return id;
      });
      found.set(name, ids);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.server.container.resolve(inject.vectors).close();
    await this.vectorIndexes.close();
    await this.ml.close();
    await this.server.stop();
    rmSync(this.#models, { recursive: true, force: true });
  }
}
