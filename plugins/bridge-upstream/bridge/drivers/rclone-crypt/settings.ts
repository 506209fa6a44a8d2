import { StoreError } from '../../driver.ts';
import type { NameEncoding } from './name-encodings.ts';
import type { NameSettings } from './names.ts';

/** The settings of a crypt remote; rclone's own defaults apply to absent ones: https://rclone.org/crypt/ */
export interface RcloneCryptSettings {
  readonly password: string;
  /** `password2`. */
  readonly salt?: string;
  readonly fileNameEncryption?: NameSettings['fileNames'];
  readonly directoryNameEncryption?: boolean;
  readonly fileNameEncoding?: NameEncoding;
  /**
   * The suffix of files whose names are not encrypted: default `.bin`; `none` means no suffix. As in rclone, which has this
   * setting since 1.63, a missing dot is added.
   */
  readonly suffix?: string;
  readonly noDataEncryption?: boolean;
}

/** Settings as text from a configuration file or the environment; empty means absent. */
export type RawSettings = Readonly<Record<keyof RcloneCryptSettings, string | undefined>>;

/** @throws StoreError `unsupported`, naming the setting */
export function parseSettings(values: RawSettings): RcloneCryptSettings {
  return {
    password: values.password ?? '',
    salt: values.salt ?? '',
    fileNameEncryption: oneOf('file name encryption', values.fileNameEncryption, ['standard', 'obfuscate', 'off']),
    directoryNameEncryption: flag('directory name encryption', values.directoryNameEncryption, true),
    fileNameEncoding: oneOf('file name encoding', values.fileNameEncoding, ['base32', 'base64', 'base32768']),
    suffix: values.suffix || '.bin',
    noDataEncryption: flag('“no data encryption”', values.noDataEncryption, false),
  };
}

/** The settings that concern names. */
export function nameSettingsOf(settings: RcloneCryptSettings): NameSettings {
  const suffix = settings.suffix ?? '.bin';
  return {
    fileNames: settings.fileNameEncryption ?? 'standard',
    folderNames: settings.directoryNameEncryption ?? true,
    encoding: settings.fileNameEncoding ?? 'base32',
    suffix: endingOf(suffix),
  };
}

function endingOf(suffix: string): string {
  if (suffix.toLowerCase() === 'none') return '';
  return suffix.startsWith('.') ? suffix : `.${suffix}`;
}

/** The first of `allowed` is the default. */
function oneOf<T extends string>(setting: string, value: string | undefined, allowed: readonly [T, ...T[]]): T {
  if (value === undefined || value === '') return allowed[0];
  const found = allowed.find((option) => option === value.toLowerCase());
  if (found !== undefined) return found;
  throw new StoreError('unsupported', `rclone’s ${setting} is ${allowed.join(', ')}, not “${value}”.`);
}

/** Parses a boolean like Go, and so like rclone. */
function flag(setting: string, value: string | undefined, byDefault: boolean): boolean {
  if (value === undefined || value === '') return byDefault;
  if (['1', 't', 'true'].includes(value.toLowerCase())) return true;
  if (['0', 'f', 'false'].includes(value.toLowerCase())) return false;
  throw new StoreError('unsupported', `rclone’s ${setting} is true or false, not “${value}”.`);
}
