/** The included plugins that are loaded by default, by their short names. */

/** In demo mode, its photo source replaces all others. */
export const demoPlugin = 'demo-source';

/** Gets photos from a bridge if BRIDGE_URL is set; not loaded in demo mode. */
export const bridgePlugin = 'bridge-upstream';

/** Machine learning, unless a plugin in PLUGINS provides it. */
const mlPlugin = 'ml-onnx';

/** Vector indexes, unless a plugin in PLUGINS provides them. */
const vectorsPlugin = 'vectors-local';

/** Snapshots of the index, unless a plugin in PLUGINS provides them. */
const backupPlugin = 'backup';

/** Codes of an authenticator app at sign-in, in addition to other second factors. */
const secondFactorPlugin = 'auth-totp';

/** Loaded by default. A plugin in PLUGINS replaces them for kinds and routes that can exist only once. */
export const replaceable: readonly string[] = [mlPlugin, vectorsPlugin, backupPlugin, secondFactorPlugin];

/**
 * How an admin prevents a plugin from being loaded: most are named in PLUGINS; the bridge is loaded because of BRIDGE_URL.
 * @param called the plugin's name in the sentence
 */
export function remedyWithout(plugin: string, called = plugin): string {
  return plugin === bridgePlugin ? 'unset BRIDGE_URL' : `take ${called} out of PLUGINS`;
}
