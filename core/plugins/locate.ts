import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PluginFault } from './fault.ts';

/** An entry of PLUGINS, and the file of the plugin. */
export interface PluginLocation {
  /** As written in PLUGINS. */
  readonly entry: string;
  readonly file: string;
  /** The folder with all files of the plugin. */
  readonly home: string;
}

const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Beside `core`: `plugins/<name>/index.ts` in the sources, `index.js` in a build. */
const shippedPlugins = fileURLToPath(new URL('../../plugins/', import.meta.url));

/**
 * Finds a plugin by its entry in PLUGINS: the short name of an included plugin, an installed package, or a path to a file or
 * folder, relative to the working folder.
 * @throws PluginFault
 */
export function locatePlugin(entry: string, workingFolder: string): PluginLocation {
  if (isAbsolute(entry) || entry.startsWith('.') || (entry.includes('/') && !entry.startsWith('@'))) {
    return located(entry, resolve(workingFolder, entry));
  }
  if (!packageName.test(entry)) {
    throw new PluginFault(entry, 'is neither a path nor a package name', 'correct it in PLUGINS');
  }
  const shipped = indexOf(join(shippedPlugins, entry));
  if (shipped) return located(entry, shipped);
  const folder = installedFolder(entry, [workingFolder, shippedPlugins]);
  if (!folder) {
    throw new PluginFault(
      entry,
      'is not shipped with the server and not installed',
      `correct it in PLUGINS, or run npm install ${entry} in the folder where the server starts`,
    );
  }
  return located(entry, folder);
}

/** Whether the plugin is included with the server. */
export const isShipped = ({ file }: PluginLocation): boolean => file.startsWith(shippedPlugins);

/** @param path of the plugin's file or folder. `home` has its symbolic links resolved, as have the paths in stacks */
function located(entry: string, path: string): PluginLocation {
  const file = fileAt(entry, path);
  const home = statSync(path).isFile() ? dirname(path) : path;
  return { entry, file, home: realpathSync(home) };
}

/** Searches `node_modules` in the given folders and in all folders above them. */
function installedFolder(name: string, from: readonly string[]): string | undefined {
  for (const start of from) {
    for (let folder = start; ; folder = dirname(folder)) {
      const candidate = join(folder, 'node_modules', name);
      if (existsSync(join(candidate, 'package.json'))) return candidate;
      if (folder === dirname(folder)) break;
    }
  }
  return undefined;
}

function fileAt(entry: string, path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) throw new PluginFault(entry, 'is not there', 'correct the path');
  if (facts.isFile()) return path;
  const main = mainOf(entry, path);
  const file = main === undefined ? indexOf(path) : resolve(path, main);
  if (!file || !existsSync(file)) {
    const missing = main === undefined ? 'has no index.js and no package.json that names its module' : `has no ${main}`;
    throw new PluginFault(entry, missing, 'name a file, or set "exports" in the plugin’s package.json');
  }
  return file;
}

function indexOf(folder: string): string | undefined {
  return ['index.js', 'index.mjs', 'index.ts'].map((name) => join(folder, name)).find((file) => existsSync(file));
}

/** The module that `package.json` names; undefined if there is no such file or it names none. */
function mainOf(entry: string, folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  let manifest: { exports?: unknown; main?: unknown } | null;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as typeof manifest;
  } catch (error) {
    throw new PluginFault(entry, 'has a package.json that is not JSON', 'correct the file', error);
  }
  const exported = target(manifest?.exports);
  if (exported !== undefined) return exported;
  return typeof manifest?.main === 'string' ? manifest.main : undefined;
}

/** Reads `exports` as Node does for `import` of the package itself. */
function target(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const [condition, value] of Object.entries(exports)) {
    if (['.', 'node', 'import', 'default'].includes(condition)) {
      const found = target(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
