import { createHash } from 'node:crypto';

/** Bytes: the limit of most file systems for a name. */
const longestName = 255;

/** Names that Windows reserves for devices; the digits may be superscript. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** Names with equal keys are the same name on a case-insensitive file system. */
export const nameOnDisk = (name: string): string => safeName(name).toLowerCase();

/**
 * The parts of the path of a photo's sidecar: the name of its file with `.xmp`, in a folder for the photo's uid if several
 * files have that name.
 */
export function sidecarPath({ uid, name }: { uid: string; name: string }, isDouble: boolean): string[] {
  const file = `${safeName(name)}.xmp`;
  return isDouble ? [folderName(uid), file] : [file];
}

/** The uid if that is a valid name, else its digest, so that two uids never share a folder. */
function folderName(uid: string): string {
  return /^[a-z0-9_-]{1,64}$/.test(uid) && !device.test(uid)
    ? uid
    : createHash('sha256').update(uid).digest('hex').slice(0, 24);
}

/** Converts a name from the store to one that is valid on all file systems and cannot lead out of the folder. */
function safeName(name: string): string {
  const clean = name
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_')
    .trimStart()
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length))
    .replace(/[. ]+$/, '');
  const usable = device.test(clean) ? `_${clean}` : clean || 'photo';
  // Space is left for `.xmp`, and for the suffix of an incomplete file.
  return shortened(usable, longestName - 24);
}

/** Truncates a name before its extension; a digest of the whole name distinguishes it from others. */
function shortened(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  const digest = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  let stem = Array.from(name.slice(0, name.length - extension.length));
  while (Buffer.byteLength(stem.join('') + digest + extension) > bytes) stem = stem.slice(0, -1);
  return stem.join('') + digest + extension;
}
