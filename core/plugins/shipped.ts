/** The shipped plugins that are loaded without being named, by their short names. */

/** Its photo source replaces every other in demo mode. */
export const demoPlugin = 'demo-source';

/** Asks a bridge for photos, once BRIDGE_URL says where it is; of no use in demo mode. */
export const bridgePlugin = 'bridge-upstream';

/** Machine learning, unless a plugin that is named in PLUGINS provides it. */
const mlPlugin = 'ml-onnx';

/** Vector indexes, unless a plugin that is named in PLUGINS provides them. */
const vectorsPlugin = 'vectors-local';

/** Snapshots of the index, unless a plugin that is named in PLUGINS takes them. */
const backupPlugin = 'backup';

/** Codes of an authenticator app at sign-in, beside whichever other second factors are loaded. */
const secondFactorPlugin = 'auth-totp';

/** Loaded without being named; where there can be but one of a kind or route, that of a named plugin counts. */
export const replaceable: readonly string[] = [mlPlugin, vectorsPlugin, backupPlugin, secondFactorPlugin];

/**
 * How a person has a plugin provide nothing: most were named in PLUGINS, the bridge loads by itself.
 * @param called what the plugin is called in the sentence
 */
export function remedyWithout(plugin: string, called = plugin): string {
  return plugin === bridgePlugin ? 'unset BRIDGE_URL' : `take ${called} out of PLUGINS`;
}
