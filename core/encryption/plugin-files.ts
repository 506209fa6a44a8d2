import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import type { LibraryKeys } from './library-keys.ts';

/** How a plugin's own files are encrypted: with a key of that plugin, which is wiped with the library's. */
export const pluginFilesEncryption = (keys: LibraryKeys, plugin: string): SqliteEncryption => ({
  cipher: keys.cipher,
  key: keys.ofPlugin(plugin),
});
