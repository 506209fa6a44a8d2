import { createHash } from 'node:crypto';

/** Bytes that most file systems take for a name. */
const longestName = 255;

/** Names that Windows keeps for devices; the digits may be superscript. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** Two names with equal keys are one name on a file system that ignores case. */
export const nameOnDisk = (name: string): string => safeName(name).toLowerCase();

/**
 * The parts of the path of a photo's sidecar: its file's name and `.xmp`, in a folder by the photo's uid where several
 * files have that name.
 */
export function sidecarPath({ uid, name }: { uid: string; name: string }, isDouble: boolean): string[] {
  const file = `${safeName(name)}.xmp`;
  return isDouble ? [folderName(uid), file] : [file];
}

/** A uid as it is where that can be a name, else a digest of it: two uids never share a folder. */
function folderName(uid: string): string {
  return /^[a-z0-9_-]{1,64}$/.test(uid) && !device.test(uid)
    ? uid
    : createHash('sha256').update(uid).digest('hex').slice(0, 24);
}

/** A name from the store that every file system takes, and that leads nowhere else. */
function safeName(name: string): string {
  const clean = name
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_')
    .trimStart()
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length))
    .replace(/[. ]+$/, '');
  const usable = device.test(clean) ? `_${clean}` : clean || 'photo';
  // The suffix `.xmp`, and that of an unfinished file, are added later.
  return shortened(usable, longestName - 24);
}

/** The end of a name stays: it is the suffix of the file. */
function shortened(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  const digest = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  let stem = Array.from(name.slice(0, name.length - extension.length));
  while (Buffer.byteLength(stem.join('') + digest + extension) > bytes) stem = stem.slice(0, -1);
  return stem.join('') + digest + extension;
}
