import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { facesFolder, thumbsFolder } from '../settings/data-folder.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { Db } from '../db/open.ts';
import { faceCropPath } from '../domain/face-crop-path.ts';
import { thumbFolderSize, thumbPath } from '../domain/thumb-path.ts';

/*
 * Pictures are named by ids. Between a snapshot and its restore, the replaced index may have given the same ids to other
 * photos, as after a new start. So each picture on disk belongs to the replaced index, and to the restored one only if both
 * mean the same photo. The others are made again: thumbnails by the indexer, face crops on request.
 */

/** In SQL: whether `p` of the restored index and `o` of the replaced one are different photos. */
const isOtherPhoto = `(o.uid <> p.uid AND (o.sha1 IS NULL OR o.sha1 IS NOT p.sha1))`;

/** Thumbnails on disk that belong to another photo, or that the replaced index did not know of. */
const foreignThumbs = `
  SELECT p.id FROM photos AS p JOIN replaced.photos AS o ON o.id = p.id
  WHERE p.thumb_revision > 0 AND (o.thumb_revision = 0 OR ${isOtherPhoto})`;

const foreignCrops = `
  SELECT f.id FROM faces AS f JOIN photos AS p ON p.id = f.photo_id
  JOIN replaced.faces AS g ON g.id = f.id JOIN replaced.photos AS o ON o.id = g.photo_id
  WHERE f.crop > 0 AND (g.crop = 0 OR ${isOtherPhoto} OR (f.x, f.y, f.w, f.h) IS NOT (g.x, g.y, g.w, g.h))`;

/**
 * Marks photos of a restored index for reading again if their thumbnails are missing on disk or belong to other photos, and
 * removes crops of other faces. Until then, these photos show no thumbnail rather than a wrong one.
 * @param replaced the file of the index that the pictures belong to; null if there is none that can be read
 * @returns how many photos are read again
 */
export function settlePictures(db: Db, dataDir: string, replaced: string | null): number {
  const foreign = replaced === null ? [] : foreignPictures(db, dataDir, replaced);
  const lost = [...new Set([...missingThumbs(db, thumbsFolder(dataDir)), ...foreign])];
  db.prepare(
    `UPDATE photos SET thumb_revision = 0,
       retry_at = CASE state WHEN 'indexed' THEN 0 ELSE retry_at END,
       state = CASE state WHEN 'indexed' THEN 'pending' ELSE state END
     WHERE id IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(lost));
  return lost.length;
}

/** @returns ids of photos whose thumbnails on disk belong to other photos */
function foreignPictures(db: Db, dataDir: string, replaced: string): number[] {
  db.prepare('ATTACH ? AS replaced').run(replaced);
  try {
    const sameSchema = db.pragma('replaced.user_version', { simple: true }) === schemaVersion(db);
    // Crops are quickly made again: if their owners cannot be determined, all are removed.
    if (!sameSchema) rmSync(facesFolder(dataDir), { recursive: true, force: true });
    else for (const id of idsOf(db, foreignCrops)) rmSync(faceCropPath(facesFolder(dataDir), id), { force: true });
    return idsOf(db, foreignThumbs);
  } finally {
    db.exec('DETACH replaced');
  }
}

function missingThumbs(db: Db, thumbsDir: string): number[] {
  const expected = idsBetween(db, 'SELECT id FROM photos WHERE thumb_revision > 0');
  const last = db.prepare<[], number | null>('SELECT max(id) FROM photos').pluck().get() ?? 0;
  const missing: number[] = [];
  for (let from = 0; from <= last; from += thumbFolderSize) {
    const existing = new Set(idsIn(dirname(thumbPath(thumbsDir, from))));
    for (const id of expected(from)) if (!existing.has(id)) missing.push(id);
  }
  return missing;
}

/**
 * Removes pictures that belong to no photo and no face of the index: those made after the snapshot, which nothing else would
 * remove.
 */
export function removeStrayPictures(db: Db, dataDir: string): void {
  sweep(thumbsFolder(dataDir), thumbPath, idsBetween(db, 'SELECT id FROM photos WHERE thumb_revision > 0'));
  sweep(facesFolder(dataDir), faceCropPath, idsBetween(db, 'SELECT id FROM faces WHERE crop > 0'));
}

function sweep(
  root: string,
  pathOf: (root: string, id: number) => string,
  knownIds: (from: number) => readonly number[],
): void {
  for (const folder of entriesOf(root)) {
    if (!/^\d+$/.test(folder)) continue;
    const keptIds = new Set(knownIds(Number(folder) * thumbFolderSize));
    for (const id of idsIn(join(root, folder))) if (!keptIds.has(id)) rmSync(pathOf(root, id), { force: true });
  }
}

function idsOf(db: Db, sql: string): number[] {
  return db.prepare<[], number>(sql).pluck().all();
}

/** The ids of one folder of pictures, given its first id. */
function idsBetween(db: Db, sql: string): (from: number) => number[] {
  const ids = db.prepare<[number, number], number>(`${sql} AND id >= ? AND id < ?`).pluck();
  return (from) => ids.all(from, from + thumbFolderSize);
}

function idsIn(folder: string): number[] {
  return entriesOf(folder).flatMap((name) => (/^\d+\.(webp|jpg)$/.test(name) ? [Number.parseInt(name)] : []));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
