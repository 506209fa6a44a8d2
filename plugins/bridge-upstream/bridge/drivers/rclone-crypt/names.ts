import { emeTransform, unpadPkcs7 } from '../../eme.ts';
import type { CryptKeys } from './keys.ts';
import { decodeName, type NameEncoding } from './name-encodings.ts';
import { revealName } from './obfuscated-names.ts';

export interface NameSettings {
  /** rclone's `filename_encryption`. */
  readonly fileNames: 'standard' | 'obfuscate' | 'off';
  /** rclone's `directory_name_encryption`; has no effect if file names are not encrypted. */
  readonly folderNames: boolean;
  /** The encoding of `standard` names. */
  readonly encoding: NameEncoding;
  /** The suffix of file names that are not encrypted; may be empty. */
  readonly suffix: string;
}

/** Decrypts names of the store; undefined for a name that cannot be decrypted. */
export interface NameDecryption {
  file(name: string): string | undefined;
  folder(name: string): string | undefined;
}

const blockSize = 16;
const longestName = 2048;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function nameDecryption(keys: CryptKeys, settings: NameSettings): NameDecryption {
  const { fileNames, suffix } = settings;
  if (fileNames === 'off') {
    return {
      file: (name) => {
        const plain = name.endsWith(suffix) ? withoutSuffix(name, suffix) : '';
        return isName(plain) ? plain : undefined;
      },
      folder: (name) => name,
    };
  }
  const decrypt = (name: string): string | undefined => {
    const { name: encrypted, version } = removeVersion(withControlPictures(name));
    const plain =
      fileNames === 'standard' ? decryptStandard(encrypted, keys, settings.encoding) : revealName(encrypted, keys.name);
    return plain === undefined || !isName(plain) ? undefined : addVersion(plain, version);
  };
  return { file: decrypt, folder: settings.folderNames ? decrypt : (name) => name };
}

function decryptStandard(name: string, keys: CryptKeys, encoding: NameEncoding): string | undefined {
  const encrypted = decodeName[encoding](name);
  if (encrypted === undefined || encrypted.length === 0) return undefined;
  if (encrypted.length % blockSize !== 0 || encrypted.length > longestName) return undefined;
  const plain = unpadPkcs7(emeTransform(keys.name, keys.nameTweak, encrypted, 'decrypt'));
  if (plain === undefined) return undefined;
  try {
    return strictUtf8.decode(plain);
  } catch {
    return undefined;
  }
}

/**
 * rclone replaces control characters by their symbols (U+2401 for 1 and so on), and writes such a symbol in an encrypted
 * name to a local disk as the control character: https://rclone.org/overview/#restricted-filenames
 */
function withControlPictures(name: string): string {
  return name.replace(/[\u0001-\u001f\u007f]/g, (control) =>
    control === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
}

/** Rejects paths: in a store that others can write to, a name must not lead out of its folder. */
function isName(plain: string): boolean {
  return plain !== '' && plain !== '.' && plain !== '..' && !plain.includes('/') && !plain.includes('\0');
}

function withoutSuffix(name: string, suffix: string): string {
  return name.slice(0, name.length - suffix.length);
}

/**
 * Names with a version, such as `beach-v2001-02-03-040506-123.jpg`: rclone moves the version from the plain name to the
 * encrypted one, where backends that keep old versions expect it.
 */

const versionAtEnd = /-v\d{4}-\d{2}-\d{2}-\d{6}-\d{3}$/;

/** Splits off the version; empty if `name` has none. `addVersion` is the inverse. */
function removeVersion(name: string): { name: string; version: string } {
  const { base, extension } = splitExtension(name);
  const version = versionAtEnd.exec(base)?.[0] ?? '';
  if (!isTime(version)) return { name, version: '' };
  return { name: base.slice(0, base.length - version.length) + extension, version };
}

function addVersion(name: string, version: string): string {
  const { base, extension } = splitExtension(name);
  return base + version + extension;
}

/** The extension starts at the last dot, even at the beginning of the name. */
function splitExtension(name: string): { base: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? { base: name, extension: '' } : { base: name.slice(0, dot), extension: name.slice(dot) };
}

function isTime(version: string): boolean {
  const [, date, hours, minutes, seconds] = /^-v(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-/.exec(version) ?? [];
  if (date === undefined) return false;
  const day = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
  return isDay && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}
