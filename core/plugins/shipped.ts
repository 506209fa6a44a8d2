/** The shipped plugins that are loaded without being named, by their short names. */

/** Its photo source replaces every other in demo mode. */
export const demoPlugin = 'demo-source';

/** Asks a bridge for photos, once BRIDGE_URL says where it is; of no use in demo mode. */
export const bridgePlugin = 'bridge-upstream';

/** Machine learning, unless a plugin that is named in PLUGINS provides it. */
export const mlPlugin = 'ml-onnx';

/** Vector indexes, unless a plugin that is named in PLUGINS provides them. */
export const vectorsPlugin = 'vectors-local';

/** Snapshots of the index, unless a plugin that is named in PLUGINS takes them. */
export const backupPlugin = 'backup';

/** Codes of an authenticator app at sign-in, unless a plugin that is named in PLUGINS has another second factor. */
export const secondFactorPlugin = 'auth-totp';

/**
 * How a person has a plugin provide nothing: most were named in PLUGINS, the bridge loads by itself.
 * @param called what the plugin is called in the sentence
 */
export function remedyWithout(plugin: string, called = plugin): string {
  return plugin === bridgePlugin ? 'unset BRIDGE_URL' : `take ${called} out of PLUGINS`;
}
