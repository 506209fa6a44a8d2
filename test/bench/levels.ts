/**
 * People found in previews of 512 and of 1920 px, and in originals. The photos of `faces/` have 250 px, so a preview only
 * loses quality by being compressed again. They are therefore also put into the middle of larger pictures, where the faces
 * are as small as those of people in a scene.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { photosDir } from '../support/model-packs.ts';
import { previewing } from '../support/previewing-source.ts';
import { faceInTheMiddle, RealPeople, type RealFace } from '../support/real-people.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { clusterQuality } from './cluster-quality.ts';
import { figure } from './measure.ts';

type Preview = 512 | 1920;

/** The side of the larger pictures in px. */
const sceneSide = 1000;

export async function bench(): Promise<void> {
  for (const scene of [false, true]) {
    for (const preview of [512, 1920, null] as const) await measure({ scene, preview });
  }
}

/** @param of.preview the size of previews in px; null: originals are read */
export async function measure({ scene, preview }: { scene: boolean; preview: Preview | null }): Promise<void> {
  await withTempFolder(async (folder) => {
    const photos = scene ? await scenes(folder) : join(photosDir, 'faces');
    const begin = performance.now();
    const real = await RealPeople.open({
      folder,
      photos,
      ...(preview !== null && { far: (source: PhotoSource) => previewing(source, previewsOf(source, preview)) }),
    });
    try {
      await real.indexer.settle();
      const level = preview === null ? 'original' : `preview of ${preview} px`;
      const inputs = { level, photos: real.indexer.photos().length, side: scene ? sceneSide : 250 };
      figure('levels: index', (performance.now() - begin) / 1000, 's', inputs);
      const faces = mainFaces(real.faces());
      const found = clusterQuality({
        is: faces.map(({ photo }) => photo.replace(/_\d+\.\w+$/, '')),
        found: faces.map(({ personId }) => personId),
      });
      figure('levels: photos with their face', faces.length, 'photos', inputs);
      for (const key of ['precision', 'recall', 'f1'] as const) {
        figure(`levels: ${key}`, found[key], 'B-cubed', { ...inputs, faces: faces.length });
      }
    } finally {
      await real.close();
    }
  });
}

/** Previews as stores make them. */
function previewsOf(source: PhotoSource, most: Preview): (uid: string, size: Preview) => Promise<Buffer | null> {
  return async (uid, size) => {
    if (size > most) return null;
    const { body } = await source.open(uid, { signal: new AbortController().signal });
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece as Uint8Array);
    const options = { fit: 'inside', withoutEnlargement: true } as const;
    return sharp(Buffer.concat(pieces)).resize(size, size, options).jpeg({ quality: 80 }).toBuffer();
  };
}

/** Writes each photo into the middle of a grey picture. */
async function scenes(folder: string): Promise<string> {
  const home = join(folder, 'scenes');
  mkdirSync(home);
  const faces = join(photosDir, 'faces');
  for (const name of readdirSync(faces, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jpg')) continue;
    await sharp({ create: { width: sceneSide, height: sceneSide, channels: 3, background: '#888888' } })
      .composite([{ input: join(faces, name) }])
      .jpeg({ quality: 92 })
      .toFile(join(home, basename(name)));
  }
  return home;
}

/** The face in the middle of each photo. */
function mainFaces(all: readonly RealFace[]): RealFace[] {
  const photos = new Map<string, RealFace[]>();
  for (const face of all) photos.set(face.photo, [...(photos.get(face.photo) ?? []), face]);
  return [...photos.values()].flatMap((faces) => faceInTheMiddle(faces) ?? []);
}
