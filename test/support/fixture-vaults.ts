import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RcloneCryptSettings } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';

/** The vaults of the fixtures, made once with the real tools: see their README. */
export const vaultsFolder = join(import.meta.dirname, '../fixtures/vaults');

/** A file of the plain set as it was when the vaults were made: pictures depend on the version of the encoder. */
export interface KeptFile {
  readonly path: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha1: string;
  readonly listed: boolean;
}

export interface KeptVault {
  readonly settings: RcloneCryptSettings;
  /** Larger files were left out. */
  readonly largestFile: number;
}

const secrets = { password: 'photofinch test password', salt: 'photofinch test salt' };
const small = 4000;

/** By folder. */
export const rcloneVaults: Readonly<Record<string, KeptVault>> = {
  'rclone-standard': { settings: secrets, largestFile: Infinity },
  'rclone-no-salt': { settings: { password: secrets.password }, largestFile: small },
  'rclone-base64': { settings: { ...secrets, fileNameEncoding: 'base64' }, largestFile: small },
  'rclone-base32768': { settings: { ...secrets, fileNameEncoding: 'base32768' }, largestFile: small },
  'rclone-obfuscate': { settings: { ...secrets, fileNameEncryption: 'obfuscate' }, largestFile: small },
  'rclone-off': { settings: { ...secrets, fileNameEncryption: 'off' }, largestFile: small },
};

/** Vaults of gocryptfs, by folder, with the options of `gocryptfs -init`. */
export const gocryptfsVaults: Readonly<Record<string, { readonly flags: readonly string[]; largestFile: number }>> = {
  'gocryptfs-default': { flags: [], largestFile: Infinity },
  'gocryptfs-xchacha': { flags: ['-xchacha'], largestFile: small },
  'gocryptfs-plaintextnames': { flags: ['-plaintextnames'], largestFile: small },
};

export const gocryptfsPassword = secrets.password;

/** The environment with which a bridge reads a copy of one of the vaults. */
export function keptVaultEnvironment(folder: string, root: string): Record<string, string> {
  const rclone = rcloneVaults[folder]?.settings;
  if (!rclone) return { BRIDGE_DRIVER: 'gocryptfs', BRIDGE_STORE: root, GOCRYPTFS_PASSWORD: gocryptfsPassword };
  return {
    BRIDGE_DRIVER: 'rclone-crypt',
    BRIDGE_STORE: root,
    RCLONE_CRYPT_PASSWORD: rclone.password,
    ...(rclone.salt && { RCLONE_CRYPT_PASSWORD2: rclone.salt }),
    ...(rclone.fileNameEncryption && { RCLONE_CRYPT_FILENAME_ENCRYPTION: rclone.fileNameEncryption }),
    ...(rclone.fileNameEncoding && { RCLONE_CRYPT_FILENAME_ENCODING: rclone.fileNameEncoding }),
  };
}

/** In bytes: the longest name whose encrypted form in Base32 still fits into a file name. */
export const longestRcloneName = 143;

export function keptFiles(): KeptFile[] {
  return JSON.parse(readFileSync(join(vaultsFolder, 'plain-set.json'), 'utf8')) as KeptFile[];
}
