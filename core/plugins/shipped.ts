/** The included plugins that are loaded without being named, by their short names. */

/** Its photo source replaces every other in demo mode. */
export const demoPlugin = 'demo-source';

/** Gets photos from a bridge if BRIDGE_URL is set; not loaded in demo mode. */
export const bridgePlugin = 'bridge-upstream';

/** Machine learning, unless a plugin that is named in PLUGINS provides it. */
const mlPlugin = 'ml-onnx';

/** Vector indexes, unless a plugin that is named in PLUGINS provides them. */
const vectorsPlugin = 'vectors-local';

/** Snapshots of the index, unless a plugin that is named in PLUGINS takes them. */
const backupPlugin = 'backup';

/** Codes of an authenticator app at sign-in, beside all other second factors. */
const secondFactorPlugin = 'auth-totp';

/** Loaded without being named. A named plugin replaces them where there can be only one of a kind or route. */
export const replaceable: readonly string[] = [mlPlugin, vectorsPlugin, backupPlugin, secondFactorPlugin];

/**
 * What an admin does so that a plugin is not loaded: most are named in PLUGINS; the bridge is loaded by BRIDGE_URL.
 * @param called the plugin's name in the sentence
 */
export function remedyWithout(plugin: string, called = plugin): string {
  return plugin === bridgePlugin ? 'unset BRIDGE_URL' : `take ${called} out of PLUGINS`;
}
