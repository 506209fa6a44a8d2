/** Characters of a name that are sent: a file system takes no longer one. */
const longestName = 255;

/** What no file name should have: control characters, and those that turn what follows around to hide a suffix. */
const unwanted = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * `Content-Disposition` for a file (RFC 6266). The name comes twice: in ASCII, for programs that know no better, and
 * whole. Neither leads to another folder.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = sendable(fileName) || 'photo';
  return `${type}; filename="${inAscii(name)}"; filename*=UTF-8''${inExtended(name)}`;
}

function sendable(fileName: string): string {
  const name = fileName
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(unwanted, '')
    .replace(/[/\\]/g, '_')
    .trim();
  const characters = Array.from(name);
  if (characters.length <= longestName) return name;
  const suffix = Array.from(/\.[^.]{1,8}$/u.exec(name)?.[0] ?? '');
  return [...characters.slice(0, longestName - suffix.length), ...suffix].join('');
}

/** Accents are left out, and for what else is not ASCII, or is read in different ways, there is a `_`. */
function inAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
}

/** As RFC 8187 has it. */
function inExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
