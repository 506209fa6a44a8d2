import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../domain/error-code.ts';
import { PluginFault } from './fault.ts';
import { runningPlugin, type PluginOrigin } from './running-plugin.ts';

/** How an error was left unhandled: as a rejected promise, or as an exception. */
export type Escape = 'rejection' | 'exception';

/** The server's own files. */
const core = dirname(dirname(fileURLToPath(import.meta.url)));
const pluginApi = join(core, 'plugin-api');
/** Characters and lines of a stack that are read, because a plugin can make a stack of any size. */
const longestStack = 20_000;
const maxLines = 60;

/** `at name (file:///path:1:2)`, `at async /path:1:2` */
const frame = /(?:\(|at (?:async )?)((?:file:\/\/)?\/.*):\d+:\d+\)?$/;

/**
 * The plugin that caused an unhandled error; undefined when the server may have caused it.
 *
 * [Note: the origin of an error] The files on the stack decide. If code of a plugin is on the stack, the plugin threw the error or
 * called the code that threw it. An error without a stack, such as that of a socket without a listener, belongs to the plugin
 * for which the code ran. So does a promise that the server's code rejected: the plugin called it and did not handle the
 * rejection. An exception from the server's own code always belongs to the server, because it may have left work half done.
 */
export function originOf(error: unknown, escape: Escape, plugins: readonly PluginOrigin[]): PluginOrigin | undefined {
  if (error instanceof PluginFault) return plugins.find(({ name }) => name === error.plugin);
  const files = filesOf(error);
  for (const file of files) {
    const owner = ownerOf(file, plugins);
    if (owner) return owner;
  }
  const isOwn = files.some((file) => isIn(core, file));
  return escape === 'exception' && isOwn ? undefined : runningPlugin();
}

/** SQLite's codes for more than a wrong value. */
const codeOfDisk = /^SQLITE_(?!CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)\w+$/;

/**
 * Whether the index failed a plugin that had called the server, as when the disk is full. What a plugin asks for wrongly is no
 * such error, nor is one of a database of its own. Errors of the operating system are not looked at: their stack may name the
 * server alone, where a plugin returned a promise, and their text may name a photo.
 */
export function isOfServer(error: unknown, plugins: readonly PluginOrigin[]): boolean {
  if (!codeOfDisk.test(errorCode(error))) return false;
  const isOwn = (file: string): boolean => isIn(core, file) && !isIn(pluginApi, file);
  const nearest = filesOf(error).find((file) => isOwn(file) || ownerOf(file, plugins));
  return nearest !== undefined && isOwn(nearest);
}

/** Where in the files of a plugin an error arose, such as `index.js:12`; undefined when its stack does not say. */
export function placeIn({ home }: PluginOrigin, error: unknown): string | undefined {
  const line = linesOf(error).find((text) => text.includes(`${home}${sep}`));
  return line && /[^/\\(]+:\d+(?=:\d+\)?$)/.exec(line)?.[0];
}

function ownerOf(file: string, plugins: readonly PluginOrigin[]): PluginOrigin | undefined {
  const exact = plugins.find((plugin) => plugin.file === file);
  if (exact) return exact;
  const [nearest, next] = plugins
    .filter(({ home }) => isIn(home, file) && !isIn(home, core))
    .sort((a, b) => b.home.length - a.home.length);
  // If two plugins lie in one folder, a file beside them may belong to either.
  return nearest?.home === next?.home ? undefined : nearest;
}

const isIn = (folder: string, file: string): boolean => file.startsWith(`${folder}${sep}`);

function filesOf(error: unknown): string[] {
  return linesOf(error).flatMap((line) => frame.exec(line)?.[1] ?? []);
}

/** The stack with paths instead of URLs. Reading a thrown object of a plugin may throw as well. */
function linesOf(error: unknown): string[] {
  try {
    const stack = error instanceof Error ? error.stack : undefined;
    if (typeof stack !== 'string') return [];
    const lines = stack.slice(0, longestStack).split('\n').slice(1, maxLines);
    return lines.map((line) => line.trimEnd().replace(/file:\/\/\/.*(?=:\d+:\d+\)?$)/, asPath));
  } catch {
    return [];
  }
}

function asPath(url: string): string {
  try {
    return fileURLToPath(url.replace(/[?#].*$/, ''));
  } catch {
    return url;
  }
}
