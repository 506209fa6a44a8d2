import joi from 'joi';
import { StoreError } from '../../driver.ts';

/** The cipher for the blocks of a file. */
export type ContentEncryption = 'aes-gcm' | 'aes-siv' | 'xchacha20-poly1305';

/** The encryption of names. */
export interface NameSettings {
  /**
   * Each folder has its own random value, in `gocryptfs.diriv`; otherwise equal names have equal ciphertexts everywhere.
   */
  readonly folderIvs: boolean;
  /** Long encrypted names are stored in separate files. */
  readonly longNames: boolean;
  /** Base64 without padding. */
  readonly unpadded: boolean;
}

/** The settings in `gocryptfs.conf`. */
export interface VaultConfig {
  readonly scrypt: { readonly salt: Buffer; readonly N: number; readonly r: number; readonly p: number };
  /** The master key, encrypted with a key derived from the password. */
  readonly encryptedKey: Buffer;
  /** Whether a key for each purpose is derived from the master key; older vaults use the master key directly. */
  readonly hkdf: boolean;
  readonly content: ContentEncryption;
  /** Null if names are not encrypted. */
  readonly names: NameSettings | null;
}

/**
 * All feature flags of gocryptfs 2: https://github.com/rfjakob/gocryptfs/blob/master/internal/configfile/feature_flags.go
 */
const flags = [
  ...['PlaintextNames', 'DirIV', 'EMENames', 'GCMIV128', 'LongNames', 'LongNameMax'],
  ...['AESSIV', 'Raw64', 'HKDF', 'FIDO2', 'XChaCha20Poly1305'],
] as const;

interface ConfigFile {
  readonly EncryptedKey: string;
  readonly ScryptObject: { readonly Salt: string; readonly N: number; readonly R: number; readonly P: number };
  readonly FeatureFlags: readonly string[];
}

/** scrypt needs 128·N·r bytes of memory. The limit is 2 GiB, thirty times the default of gocryptfs. */
const maxScryptMemory = 2 ** 31;

const base64 = joi.string().base64();

const shape = joi
  .object({
    EncryptedKey: base64.required(),
    ScryptObject: joi
      .object({
        Salt: base64.required(),
        N: joi.number().integer().min(2).required(),
        R: joi.number().integer().min(1).required(),
        P: joi.number().integer().min(1).max(64).required(),
        KeyLen: joi.number().valid(32).required(),
      })
      .required()
      .unknown(),
    FeatureFlags: joi.array().items(joi.string()).allow(null).default([]),
  })
  .required()
  .unknown();

/**
 * @throws StoreError `unreachable` for a damaged or incomplete file, `unsupported` for a feature of gocryptfs that is not
 * implemented here
 */
export function parseConfig(text: string): VaultConfig {
  const json = parseJson(text);
  refuseOtherVersions(json);
  const { error, value } = shape.validate(json, { convert: false }) as { error?: Error; value: ConfigFile };
  if (error) throw damaged(`: ${error.message}.`, error);

  const features = new Set(value.FeatureFlags);
  refuseUnknown(features);
  const { Salt, N, R, P } = value.ScryptObject;
  if ((N & (N - 1)) !== 0) throw damaged(': "ScryptObject.N" is no power of two.');
  if (128 * N * R > maxScryptMemory) {
    throw new StoreError(
      'unsupported',
      'The vault’s scrypt settings need more than 2 GiB of memory: set a lower cost with gocryptfs -passwd -scryptn.',
    );
  }
  return {
    scrypt: { salt: Buffer.from(Salt, 'base64'), N, r: R, p: P },
    encryptedKey: Buffer.from(value.EncryptedKey, 'base64'),
    hkdf: features.has('HKDF'),
    content: contentEncryption(features),
    names: features.has('PlaintextNames')
      ? null
      : { folderIvs: features.has('DirIV'), longNames: features.has('LongNames'), unpadded: features.has('Raw64') },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(' or not there in full: it is no JSON.', error);
  }
}

function refuseOtherVersions(json: unknown): void {
  const version = typeof json === 'object' && json !== null && 'Version' in json ? json.Version : undefined;
  if (version === 2) return;
  if (typeof version !== 'number') throw damaged(': it names no version.');
  throw new StoreError(
    'unsupported',
    `The vault has version ${version} of gocryptfs’ format; only version 2 can be read.`,
  );
}

function refuseUnknown(features: ReadonlySet<string>): void {
  const unsupported = (problem: string): StoreError => new StoreError('unsupported', `The gocryptfs vault ${problem}.`);
  const unknown = [...features].find((flag) => !flags.some((supported) => supported === flag));
  if (unknown !== undefined) throw unsupported(`uses the feature “${unknown}”, which this driver does not know`);
  if (features.has('FIDO2')) throw unsupported('is locked with a FIDO2 token (feature “FIDO2”), not with a password');
  if (features.has('AESSIV') && features.has('XChaCha20Poly1305')) {
    throw unsupported('says that it is encrypted in two ways, “AESSIV” and “XChaCha20Poly1305”');
  }
  if (!features.has('PlaintextNames') && !features.has('EMENames')) {
    throw unsupported('lacks the feature “EMENames”: it is of a version of gocryptfs before 1.0');
  }
  if (!features.has('XChaCha20Poly1305') && !features.has('GCMIV128')) {
    throw unsupported('lacks the feature “GCMIV128”: it is of a version of gocryptfs before 1.0');
  }
}

function contentEncryption(features: ReadonlySet<string>): ContentEncryption {
  if (features.has('AESSIV')) return 'aes-siv';
  return features.has('XChaCha20Poly1305') ? 'xchacha20-poly1305' : 'aes-gcm';
}

function damaged(defect: string, cause?: unknown): StoreError {
  return new StoreError(
    'unreachable',
    `gocryptfs.conf is damaged${defect}`,
    cause === undefined ? undefined : { cause },
  );
}
