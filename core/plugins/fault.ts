import { inspect } from 'node:util';
import { StartupError } from '../domain/errors.ts';

/** A plugin that cannot be used. The message is the line that stops the start: it names the plugin and the remedy. */
export class PluginFault extends StartupError {
  /** The plugin's name, or the entry in PLUGINS while the name is not known. */
  readonly plugin: string;

  /** @param problem continues the sentence that begins with the plugin's name; @param remedy ends it */
  constructor(plugin: string, problem: string, remedy: string, cause?: unknown) {
    super(oneLine(`Plugin ${plugin} ${problem}: ${remedy}.`), cause === undefined ? undefined : { cause });
    this.plugin = plugin;
  }
}

/** Text from outside as part of one line on a terminal: no line breaks, no control characters, limited length. */
function oneLine(text: string, longest = 500): string {
  const line = text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** A thrown value as one line of text; plugins can throw any value. @param hide texts that must not be shown */
export function thrownText(thrown: unknown, hide: readonly string[] = []): string {
  return oneLine(hidden(readably(thrown), hide), 300).replace(/\.+$/, '');
}

/** Reading a thrown object may throw as well, and its message may not be a string. */
function readably(thrown: unknown, read = (error: Error): unknown => error.message || error.name): string {
  try {
    if (!(thrown instanceof Error)) return words(thrown);
    const text = read(thrown);
    return typeof text === 'string' ? text : words(text);
  } catch {
    return 'something that cannot be read';
  }
}

/** A thrown value with its stack, for the debug log. */
export function thrownDetails(thrown: unknown, hide: readonly string[] = []): string {
  return hidden(
    readably(thrown, (error) => error.stack ?? error.message),
    hide,
  );
}

function words(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 1 });
}

function hidden(text: string, hide: readonly string[]): string {
  return hide.reduce((result, secret) => result.replaceAll(secret, '…'), text);
}
