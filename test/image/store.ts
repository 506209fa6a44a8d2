import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { photosDir } from '../support/model-packs.ts';
import { smallPhotos } from '../support/small-photos.ts';

/** Fills a store with real photos of several formats, or with generated ones. @returns their SHA-1 by name */
export async function fillStore(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder);
  const real = photosDir;
  if (existsSync(join(real, 'faces'))) {
    for (const kind of ['scenes', 'formats']) {
      const names = readdirSync(join(real, kind)).filter((name) =>
        /^(0|IMG_1034|Photo|32Bit).*\.(jpg|heic|webp|avif)$/.test(name),
      );
      for (const name of names.slice(0, 6)) copyFileSync(join(real, kind, name), join(folder, name));
    }
    const [person = ''] = readdirSync(join(real, 'faces'));
    for (const name of readdirSync(join(real, 'faces', person)).slice(0, 3)) {
      copyFileSync(join(real, 'faces', person, name), join(folder, name));
    }
  } else {
    for (const [name, bytes] of await smallPhotos(6)) writeFileSync(join(folder, name), bytes);
  }
  const names = readdirSync(folder);
  for (const name of names) chmodSync(join(folder, name), 0o644);
  chmodSync(folder, 0o755);
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha1')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
