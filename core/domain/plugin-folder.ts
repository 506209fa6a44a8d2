/** The name of a plugin's folder below `plugins` in the data folder: `@me/chart` → `@me+chart`. */
export function pluginFolderName(plugin: string): string {
  // A plugin's name cannot contain `+`, so no two plugins share a folder.
  return plugin.replace('/', '+');
}

/** The inverse of `pluginFolderName`. */
export const pluginOfFolder = (folder: string): string => folder.replace('+', '/');
