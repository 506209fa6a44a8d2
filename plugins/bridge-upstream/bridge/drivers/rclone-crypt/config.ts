import { createDecipheriv } from 'node:crypto';
import { StoreError } from '../../driver.ts';
import type { RcloneCryptSettings } from './settings.ts';
import { parseSettings } from './settings.ts';

/** rclone obscures passwords in its configuration with this key, which is public in its source: fs/config/obscure. */
const obscureKey = Buffer.from('9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638', 'hex');
const ivSize = 16;

/**
 * Reads a crypt remote from the text of an `rclone.conf`.
 * @param remote its name, with or without the colon
 * @returns the remote's settings, and the location that it wraps (its `remote`): a local folder, or a remote that is not
 * supported
 * @throws StoreError `unsupported`
 */
export function readRcloneConfig(text: string, remote: string): { settings: RcloneCryptSettings; target: string } {
  if (/^RCLONE_ENCRYPT_V\d+:/m.test(text)) {
    throw unusable('The rclone configuration is itself encrypted: write the crypt remote to a file of its own.');
  }
  const name = remote.replace(/:$/, '');
  const section = sectionsOf(text).get(name);
  if (section === undefined) throw unusable(`The rclone configuration has no remote “${name}”.`);
  if (section.get('type') !== 'crypt') throw unusable(`The rclone remote “${name}” is not of type crypt.`);
  const obscuredSalt = section.get('password2') ?? '';
  return {
    target: section.get('remote') ?? '',
    settings: parseSettings({
      password: revealPassword(section.get('password') ?? ''),
      salt: obscuredSalt === '' ? '' : revealPassword(obscuredSalt),
      fileNameEncryption: section.get('filename_encryption'),
      directoryNameEncryption: section.get('directory_name_encryption'),
      fileNameEncoding: section.get('filename_encoding'),
      suffix: section.get('suffix'),
      noDataEncryption: section.get('no_data_encryption'),
    }),
  };
}

/**
 * Reverts `rclone obscure`.
 * @throws StoreError `unsupported`
 */
export function revealPassword(obscured: string): string {
  const bytes = /^[A-Za-z0-9_-]*$/.test(obscured) ? Buffer.from(obscured, 'base64url') : Buffer.alloc(0);
  if (bytes.length < ivSize) {
    throw unusable('A password of the rclone configuration is not obscured as rclone does it.');
  }
  const decipher = createDecipheriv('aes-256-ctr', obscureKey, bytes.subarray(0, ivSize));
  return Buffer.concat([decipher.update(bytes.subarray(ivSize)), decipher.final()]).toString('utf8');
}

function sectionsOf(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const line of text.split(/\r?\n/).map((rawLine) => rawLine.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const section = /^\[(.+)\]$/.exec(line)?.[1];
    if (section !== undefined) {
      current = new Map();
      sections.set(section, current);
      continue;
    }
    const equals = line.indexOf('=');
    if (equals > 0) current.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return sections;
}

function unusable(message: string): StoreError {
  return new StoreError('unsupported', message);
}
