import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '../../plugins/bridge-upstream/bridge/driver.ts';
import { createFolderDriver } from '../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { createGocryptfsDriver } from '../../plugins/bridge-upstream/bridge/drivers/gocryptfs.ts';
import { createRcloneCryptDriver } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { Rclone, rcloneInstalled } from '../support/rclone.ts';

export const PHOTOS = 10_000;
const FOLDERS = 50;
export const LARGE = 40;
/** Bytes appended to each large picture, for the size of a phone's photo of twelve megapixels. */
const PADDING = 5_000_000;
const password = 'a password for the bench';

/** A kind of store: its driver, and the environment with which a bridge process reads it. */
export interface Store {
  readonly driver: Driver;
  readonly environment: Record<string, string>;
}

/** Writes ten thousand small photos in fifty folders. @returns their total bytes */
export async function writeLibrary(plain: string): Promise<number> {
  const distinct = await Promise.all(Array.from({ length: 6 }, (_, seed) => photoLikeJpeg(seed, 480, 360)));
  let bytes = 0;
  for (let index = 0; index < PHOTOS; index += 1) {
    const folder = join(plain, `album ${index % FOLDERS}`);
    if (index < FOLDERS) mkdirSync(folder, { recursive: true });
    const photo = Buffer.concat([distinct[index % distinct.length] ?? Buffer.alloc(0), Buffer.from(`\n${index}`)]);
    writeFileSync(join(folder, `IMG_${20_200_000 + index}.jpg`), photo);
    bytes += photo.length;
  }
  return bytes;
}

export async function writeLargePhotos(plain: string): Promise<void> {
  mkdirSync(plain);
  const photo = await photoLikeJpeg(1, 4000, 3000);
  for (let index = 0; index < LARGE; index += 1) {
    writeFileSync(join(plain, `${index}.jpg`), Buffer.concat([photo, randomBytes(PADDING)]));
  }
}

/** The same files in each kind of store that the tools of this machine can write, one after the other. */
export function* storesOf(folder: string, plain: string): Generator<Store> {
  yield {
    driver: createFolderDriver({ root: plain }),
    environment: { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: plain },
  };
  const root = join(folder, 'store');
  if (rcloneInstalled) {
    mkdirSync(root);
    new Rclone(root, { password }).encrypt(plain);
    yield {
      driver: createRcloneCryptDriver({ root, password }),
      environment: { BRIDGE_DRIVER: 'rclone-crypt', BRIDGE_STORE: root, RCLONE_CRYPT_PASSWORD: password },
    };
    rmSync(root, { recursive: true });
  }
  if (spawnSync('gocryptfs', ['-version']).status === 0 && spawnSync('fusermount3', ['-V']).status === 0) {
    mkdirSync(root);
    encryptWithGocryptfs(root, plain, folder);
    yield {
      driver: createGocryptfsDriver({ root, password }),
      environment: { BRIDGE_DRIVER: 'gocryptfs', BRIDGE_STORE: root, GOCRYPTFS_PASSWORD: password },
    };
    rmSync(root, { recursive: true });
  }
}

function encryptWithGocryptfs(root: string, plain: string, folder: string): void {
  const mount = join(folder, 'mount');
  const passwordFile = join(folder, 'password');
  mkdirSync(mount);
  writeFileSync(passwordFile, password);
  execFileSync('gocryptfs', ['-init', '-q', '-passfile', passwordFile, root], { stdio: 'ignore' });
  execFileSync('gocryptfs', ['-q', '-nosyslog', '-passfile', passwordFile, root, mount], { stdio: 'ignore' });
  try {
    execFileSync('cp', ['-r', `${plain}/.`, mount]);
  } finally {
    execFileSync('fusermount3', ['-u', mount]);
    rmSync(mount, { recursive: true });
  }
}
