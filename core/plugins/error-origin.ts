import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PluginFault } from './fault.ts';
import { runningPlugin, type PluginOrigin } from './running-plugin.ts';

/** How an error got away: as a promise that nobody examined, or thrown where nobody was left to catch it. */
export type Escape = 'rejection' | 'exception';

/** The server's own files. */
const core = dirname(dirname(fileURLToPath(import.meta.url)));
/** Characters and lines of a stack that are read: a plugin may have made one of any size. */
const longestStack = 20_000;
const mostLines = 60;

/** `at name (file:///path:1:2)`, `at async /path:1:2` */
const frame = /(?:\(|at (?:async )?)((?:file:\/\/)?\/.*):\d+:\d+\)?$/;

/**
 * Which plugin an error comes from that nobody caught; undefined when it may be the server's own.
 *
 * [Note: whose an error is] The files of its stack say it, where there are any: a plugin whose code is on the stack threw
 * it, or called what did. An error without a stack, as of a socket that nobody listens to, is that of the plugin on whose
 * behalf the code ran. So is a promise that was rejected by the server's own code: the plugin asked for it and did not
 * look. An exception out of the server's own code is its own even then, for nobody knows what it left half done.
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

/** Where in the files of a plugin an error arose, such as `index.js:12`; undefined when its stack does not say. */
export function placeIn({ home }: PluginOrigin, error: unknown): string | undefined {
  const line = linesOf(error).find((text) => text.includes(`${home}${sep}`));
  return line && /[^/\\(]+:\d+(?=:\d+\)?$)/.exec(line)?.[0];
}

function ownerOf(file: string, plugins: readonly PluginOrigin[]): PluginOrigin | undefined {
  const named = plugins.find((plugin) => plugin.file === file);
  if (named) return named;
  const [nearest, next] = plugins
    .filter(({ home }) => isIn(home, file) && !isIn(home, core))
    .sort((a, b) => b.home.length - a.home.length);
  // A file beside two plugins that lie in one folder may be either's.
  return nearest?.home === next?.home ? undefined : nearest;
}

const isIn = (folder: string, file: string): boolean => file.startsWith(`${folder}${sep}`);

function filesOf(error: unknown): string[] {
  return linesOf(error).flatMap((line) => frame.exec(line)?.[1] ?? []);
}

/** With paths instead of URLs. What a plugin throws may throw itself when it is examined. */
function linesOf(error: unknown): string[] {
  try {
    const stack = error instanceof Error ? error.stack : undefined;
    if (typeof stack !== 'string') return [];
    const lines = stack.slice(0, longestStack).split('\n').slice(1, mostLines);
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
