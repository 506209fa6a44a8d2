import { safeFileName } from '../../domain/zip-names.ts';

/**
 * Names an archive after its album, or after the days of its photos.
 * @param name without suffix; undefined or empty without an album
 * @param first wall clock of the oldest photo in ISO 8601; `last` of the newest
 */
export function archiveName(name: string | undefined, first: string | null, last: string | null): string {
  if (name?.trim()) return safeFileName(`${name.trim()}.zip`);
  const days = [...new Set([first, last].flatMap((time) => time?.slice(0, 10) ?? []))];
  return `${['Photos', ...days].join(' ')}.zip`;
}
