/** The folder below `plugins` in the data folder with a plugin's own files: `@me/chart` → `@me+chart`. */
export function pluginFolderName(plugin: string): string {
  // A plugin's name holds no `+`, so that no two share a folder.
  return plugin.replace('/', '+');
}

/** The plugin of such a folder. */
export const pluginOfFolder = (folder: string): string => folder.replace('+', '/');
