import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NotAuthentic, toDisk } from '../../plugin-api/toolkit/index.ts';
import { facesFolder, thumbsFolder } from '../../settings/data-folder.ts';
import type { Conversion } from './conversion.ts';
import { putNewFile, writeNewFile } from './convert-file.ts';
import { entriesOf } from './entries.ts';

/** Concurrent pictures: most of the time is spent waiting for the disk. */
const concurrency = 8;

/** Pictures between two flushes of their folder. */
const batchSize = 500;

type Purpose = 'thumbnails' | 'faces';

interface Folder {
  readonly purpose: Purpose;
  readonly path: string;
}

/** Converts thumbnails and face crops, including damaged ones, which are equally private. */
export async function convertPictures(conversion: Conversion, dataDir: string): Promise<void> {
  const folders = [
    ...(await foldersOf('thumbnails', thumbsFolder(dataDir))),
    ...(await foldersOf('faces', facesFolder(dataDir))),
  ];
  // Only the names of one folder are in memory at a time, since a library may have a million pictures.
  let total = 0;
  for (const { path } of folders) total += (await picturesIn(path)).size;
  let done = 0;
  for (const { purpose, path } of folders) {
    const names = [...(await picturesIn(path))];
    for (let from = 0; from < names.length; from += batchSize) {
      const files = names.slice(from, from + batchSize).map((name) => join(path, name));
      await convertBatch(conversion, { purpose, path }, files);
      done += files.length;
      conversion.tell({ step: 'pictures', done, total });
    }
  }
}

/** See [Note: Converting a small file]. */
async function convertBatch(
  conversion: Conversion,
  { purpose, path }: Folder,
  files: readonly string[],
): Promise<void> {
  await eachOf(files, async (file) => {
    conversion.signal.throwIfAborted();
    await writeNewPicture(conversion, purpose, file);
  });
  await toDisk(path);
  await eachOf(files, async (file) => {
    conversion.signal.throwIfAborted();
    await putNewFile(conversion, file);
  });
  await toDisk(path);
}

async function writeNewPicture(conversion: Conversion, purpose: Purpose, file: string): Promise<void> {
  try {
    await writeNewFile(conversion, file, { key: conversion.keys.of(purpose), name: nameOfPicture(purpose, file) });
  } catch (error) {
    if (!(error instanceof NotAuthentic)) throw error;
    await rm(file, { force: true });
    conversion.countRemoved();
  }
}

/** The name with which a picture is sealed. */
export const nameOfPicture = (purpose: Purpose, file: string): string =>
  `${purpose}/${Number.parseInt(basename(file))}`;

export async function foldersOf(purpose: Purpose, root: string): Promise<Folder[]> {
  const entries = await entriesOf(root);
  return entries.flatMap(({ name }) => (/^\d+$/.test(name) ? [{ purpose, path: join(root, name) }] : []));
}

/** Names of pictures without duplicates: after a kill, a picture may have two files. */
export async function picturesIn(folder: string): Promise<Set<string>> {
  const files = (await entriesOf(folder)).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name.replace(/\.new$/, ''));
  return new Set(names.filter((name) => /^\d+\.(webp|jpg)$/.test(name)));
}

/**
 * Runs `work` for some items concurrently. After a failure no more are started, and it is thrown when the running ones have
 * ended.
 */
async function eachOf<T>(items: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done && failures.length === 0; next = iterator.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}
