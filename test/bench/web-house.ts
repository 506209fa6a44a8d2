import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { openDatabase } from '../../core/db/open.ts';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { Accounts } from '../../core/services/accounts.ts';
import { Passwords } from '../../core/services/passwords.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { makeLibrary } from './library-rows.ts';

export const account = { username: 'anna', password: 'correct horse' };

/** Sizes of photos: every fourth is upright, and every eleventh wide. */
const shapes = [
  { width: 4032, height: 3024 },
  { width: 3024, height: 4032 },
  { width: 4096, height: 1720 },
] as const;
const pictures = 36;

/** Generates a library of `photos` photos, all of them with an original and, with `thumbs`, a thumbnail on disk. */
export async function makeHouse(folder: string, photos: number, { thumbs }: { thumbs: boolean }): Promise<void> {
  const dataDir = join(folder, 'data');
  await makeLibrary(dataDir, photos);
  const db = openDatabase(join(dataDir, 'index.sqlite3'));
  const reshape = db.prepare('UPDATE photos SET width = ?, height = ? WHERE id % ? = 1');
  reshape.run(shapes[1].width, shapes[1].height, 4);
  reshape.run(shapes[2].width, shapes[2].height, 11);
  if (!thumbs) db.exec('UPDATE photos SET thumb_revision = 0');
  const accounts = new Accounts(new Users(db), new Passwords(), () => Math.floor(Date.now() / 1000));
  await accounts.add({ ...account, role: 'write' });
  db.close();
  if (thumbs) await linkThumbs(join(dataDir, 'thumbs'), photos);
  writeFileSync(join(folder, 'original.jpg'), await photoLikeJpeg(1, shapes[0].width, shapes[0].height));
}

/** Starts a server with the library of `makeHouse`. */
export function openHouse(folder: string): Promise<ServerProcess> {
  return startServerProcess({
    DATA_DIR: join(folder, 'data'),
    PLUGINS: 'test/fixtures/plugins/still-source',
    STILL_SOURCE_PICTURE: join(folder, 'original.jpg'),
    MODELS_DIR: join(folder, 'models'),
    // As set by the launcher of the built program.
    UV_THREADPOOL_SIZE: '9',
  });
}

/** Links a few pictures under many names: a browser decodes each name again. */
async function linkThumbs(thumbsDir: string, photos: number): Promise<void> {
  const firsts: string[] = [];
  for (let id = 1; id <= photos; id++) {
    const file = thumbPath(thumbsDir, id);
    if (id % 1000 === 0 || id === 1) mkdirSync(dirname(file), { recursive: true });
    const shape = id % 11 === 1 ? 2 : id % 4 === 1 ? 1 : 0;
    const kind = shape * pictures + (Math.floor(id / 3) % pictures);
    const first = firsts[kind];
    if (first === undefined) {
      writeFileSync(file, await thumb(kind, shapes[shape]));
      firsts[kind] = file;
    } else linkSync(first, file);
  }
}

async function thumb(seed: number, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const scale = 512 / Math.max(width, height);
  const jpeg = await photoLikeJpeg(seed, Math.round(width * scale), Math.round(height * scale));
  return sharp(jpeg).webp().toBuffer();
}
