import { AsyncLocalStorage } from 'node:async_hooks';

/** A plugin to which errors can be attributed. */
export interface PluginOrigin {
  /** The entry in PLUGINS, until the module is imported and the plugin's name is known. */
  name: string;
  /** The file that was imported. */
  readonly file: string;
  /** The folder with all its files. */
  readonly home: string;
  /** Texts that are never shown. */
  secrets: readonly string[];
}

const running = new AsyncLocalStorage<PluginOrigin>();

/**
 * The plugin for which this code runs: in a call of its methods, or in a timer, socket or promise that such a call created.
 */
export const runningPlugin = (): PluginOrigin | undefined => running.getStore();

export const runAs = <T>(plugin: PluginOrigin, work: () => T): T => running.run(plugin, work);

/**
 * Wraps an object of a plugin so that its methods run as the plugin.
 * @param options.methods names of the methods that run as the plugin; default all
 * @param options.around makes each call, and may convert or check its result
 */
export function inPlugin<T extends object>(
  plugin: PluginOrigin,
  object: T,
  options: {
    readonly methods?: readonly string[];
    readonly around?: (call: () => unknown, method: PropertyKey) => unknown;
  } = {},
): T {
  const { methods, around = (call: () => unknown): unknown => call() } = options;
  const wrappers = new Map<PropertyKey, { readonly method: unknown; readonly as: unknown }>();
  // The proxy has an empty target, because a proxy of a frozen object must return the object's own values.
  return new Proxy({} as T, {
    has: (_, key) => key in object,
    set: (_, key, value) => Reflect.set(object, key, value),
    get: (_, key) => {
      const value = Reflect.get(object, key) as unknown;
      if (typeof value !== 'function' || (methods && !methods.includes(String(key)))) return value;
      const before = wrappers.get(key);
      if (before?.method === value) return before.as;
      const as = (...args: unknown[]): unknown =>
        runAs(plugin, () => around(() => Reflect.apply(value, object, args), key));
      wrappers.set(key, { method: value, as });
      return as;
    },
  });
}
