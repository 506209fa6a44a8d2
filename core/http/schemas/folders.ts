import { answer, list, nullable, type Value } from './answer.ts';
import { boolean, count, text, word } from './parts.ts';

/** Schemas of folders of the photo store. Their paths use slashes; that of the root is empty. */

const folder = answer({ path: word, name: word, photo_count: count, cover_url: nullable(word) });

/** A folder: its visible photos, with those of its subfolders, those in the folder itself, and its direct subfolders. */
export const folders = answer({
  path: text,
  photo_count: count,
  photos_here: count,
  folders: list(folder),
  total: count,
});
export type Folders = Value<typeof folders>;

/** Whether there are folders that the caller may see. */
export const foldersSeen = answer({ seen: boolean });
export type FoldersSeen = Value<typeof foldersSeen>;

export const folderSettings = answer({ readers: boolean.description('Whether the role read sees folders.') });
export type FolderSettings = Value<typeof folderSettings>;
