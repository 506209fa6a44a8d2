/**
 * Names with a version, such as `beach-v2001-02-03-040506-123.jpg`: rclone takes the version out before it encrypts a
 * name and puts it into the encrypted name, so that backends which keep old versions can say so.
 */

const versionAtEnd = /-v\d{4}-\d{2}-\d{2}-\d{6}-\d{3}$/;

/** `version` is empty when `name` has none; otherwise it goes back with `addVersion`. */
export function removeVersion(name: string): { name: string; version: string } {
  const { base, extension } = splitExtension(name);
  const version = versionAtEnd.exec(base)?.[0] ?? '';
  if (!isTime(version)) return { name, version: '' };
  return { name: base.slice(0, base.length - version.length) + extension, version };
}

export function addVersion(name: string, version: string): string {
  const { base, extension } = splitExtension(name);
  return base + version + extension;
}

/** The extension is what comes from the last dot on, even if nothing stands before it. */
function splitExtension(name: string): { base: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? { base: name, extension: '' } : { base: name.slice(0, dot), extension: name.slice(dot) };
}

function isTime(version: string): boolean {
  const [, date, hours, minutes, seconds] = /^-v(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-/.exec(version) ?? [];
  if (date === undefined) return false;
  const day = new Date(`${date}T00:00:00Z`);
  const dayExists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  return dayExists && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}
