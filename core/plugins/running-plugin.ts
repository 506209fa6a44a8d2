import { AsyncLocalStorage } from 'node:async_hooks';

/** A plugin as the origin of errors. */
export interface PluginOrigin {
  /** As it was named, until its module says what it is called. */
  name: string;
  /** The file that was imported. */
  readonly file: string;
  /** The folder with all its files. */
  readonly home: string;
  /** Texts that are never shown. */
  secrets: readonly string[];
}

const running = new AsyncLocalStorage<PluginOrigin>();

/** The plugin on whose behalf this code runs, be it a call to it or what such a call began: a timer, a socket, a promise. */
export const runningPlugin = (): PluginOrigin | undefined => running.getStore();

export const runAs = <T>(plugin: PluginOrigin, work: () => T): T => running.run(plugin, work);

/**
 * An object of a plugin as the server sees it: its methods run as the plugin, on the object itself.
 * @param options.methods those that do; all when absent
 * @param options.answered makes something of what they answer
 */
export function inPlugin<T extends object>(
  plugin: PluginOrigin,
  object: T,
  options: { readonly methods?: readonly string[]; readonly answered?: (answer: unknown) => unknown } = {},
): T {
  const { methods, answered = (answer: unknown): unknown => answer } = options;
  const known = new Map<PropertyKey, { readonly method: unknown; readonly as: unknown }>();
  // Over an object of its own: a proxy of a frozen object may not answer anything but what that has.
  return new Proxy({} as T, {
    has: (_, key) => key in object,
    set: (_, key, value) => Reflect.set(object, key, value),
    get: (_, key) => {
      const value = Reflect.get(object, key) as unknown;
      if (typeof value !== 'function' || (methods && !methods.includes(String(key)))) return value;
      const before = known.get(key);
      if (before?.method === value) return before.as;
      const call = (args: unknown[]) => (): unknown => answered(Reflect.apply(value, object, args));
      const as = (...args: unknown[]): unknown => runAs(plugin, call(args));
      known.set(key, { method: value, as });
      return as;
    },
  });
}
