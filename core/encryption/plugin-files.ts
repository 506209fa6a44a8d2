import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import type { LibraryKeys } from './library-keys.ts';

/** The encryption of a plugin's own files, with a key for that plugin, which is wiped together with the library's keys. */
export const pluginFilesEncryption = (keys: LibraryKeys, plugin: string): SqliteEncryption => ({
  cipher: keys.cipher,
  key: keys.ofPlugin(plugin),
});
