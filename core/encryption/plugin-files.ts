import { hkdfSync } from 'node:crypto';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import type { LibraryKeys } from './library-keys.ts';

/** How a plugin's own files are encrypted: with a key of that plugin. */
export function pluginFilesEncryption(keys: LibraryKeys, plugin: string): SqliteEncryption {
  const key = hkdfSync('sha256', keys.of('plugins'), '', `plugin ${plugin}: files`, 32);
  return { cipher: keys.cipher, key: Buffer.from(key) };
}
