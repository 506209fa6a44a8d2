import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { facesFolder, thumbsFolder } from '../settings/data-folder.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { Db } from '../db/open.ts';
import { faceCropPath } from '../domain/face-crop-path.ts';
import { thumbFolderSize, thumbPath } from '../domain/thumb-path.ts';

/*
 * Pictures are named by ids. Between a snapshot and its restore, the index that is replaced may have given the same ids
 * to other photos, as one does that was begun anew. So each picture on disk is what the replaced index says, and is the
 * restored index's own only where both mean the same photo. The others are made anew: thumbnails by the indexer, crops of
 * faces when somebody wants to see them.
 */

/** In SQL: whether `p` of the restored index and `o` of the replaced one are two photos. */
const another = `(o.uid <> p.uid AND (o.sha1 IS NULL OR o.sha1 IS NOT p.sha1))`;

/** Thumbnails on disk that are another photo's, or of which the replaced index did not know that they were there. */
const foreignThumbs = `
  SELECT p.id FROM photos AS p JOIN replaced.photos AS o ON o.id = p.id
  WHERE p.thumb_revision > 0 AND (o.thumb_revision = 0 OR ${another})`;

const foreignCrops = `
  SELECT f.id FROM faces AS f JOIN photos AS p ON p.id = f.photo_id
  JOIN replaced.faces AS g ON g.id = f.id JOIN replaced.photos AS o ON o.id = g.photo_id
  WHERE f.crop > 0 AND (g.crop = 0 OR ${another} OR (f.x, f.y, f.w, f.h) IS NOT (g.x, g.y, g.w, g.h))`;

/**
 * Lets the photos of a restored index be read again whose thumbnails are not on disk, or are another photo's there, and
 * removes crops of other faces. Until then these photos show no thumbnail rather than a wrong one.
 * @param replaced the file of the index whose pictures these are; null when there is none that can be read
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

/** @returns ids of photos whose thumbnails on disk are not theirs */
function foreignPictures(db: Db, dataDir: string, replaced: string): number[] {
  db.prepare('ATTACH ? AS replaced').run(replaced);
  try {
    const sameSchema = db.pragma('replaced.user_version', { simple: true }) === schemaVersion(db);
    // Crops are made in no time: where it cannot be told whose they are, all go.
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
    const there = new Set(idsIn(dirname(thumbPath(thumbsDir, from))));
    for (const id of expected(from)) if (!there.has(id)) missing.push(id);
  }
  return missing;
}

/**
 * Removes the pictures that no photo and no face of the index has: those of what came after the snapshot, and nothing
 * would ever remove them.
 */
export function removeStrayPictures(db: Db, dataDir: string): void {
  sweep(thumbsFolder(dataDir), thumbPath, idsBetween(db, 'SELECT id FROM photos WHERE thumb_revision > 0'));
  sweep(facesFolder(dataDir), faceCropPath, idsBetween(db, 'SELECT id FROM faces WHERE crop > 0'));
}

function sweep(
  root: string,
  pathOf: (root: string, id: number) => string,
  known: (from: number) => readonly number[],
): void {
  for (const folder of entriesOf(root)) {
    if (!/^\d+$/.test(folder)) continue;
    const kept = new Set(known(Number(folder) * thumbFolderSize));
    for (const id of idsIn(join(root, folder))) if (!kept.has(id)) rmSync(pathOf(root, id), { force: true });
  }
}

function idsOf(db: Db, sql: string): number[] {
  return db.prepare<[], number>(sql).pluck().all();
}

/** Ids of one folder of pictures, by the first of them. */
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
