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
 * How an admin prevents one of two plugins from being loaded: most are named in PLUGINS; the bridge is loaded because of
 * BRIDGE_URL.
 */
export function remedyWithout(plugin: string): string {
  return plugin === bridgePlugin ? 'unset BRIDGE_URL' : `take ${plugin} out of PLUGINS`;
}

/** The same for a plugin that does not start. One that is loaded by default is so whether PLUGINS names it or not. */
export function remedyForStart(plugin: string): string {
  if (replaceable.includes(plugin)) return `switch it off with \`photofinch plugins disable ${plugin}\``;
  if (plugin === demoPlugin) return 'unset DEMO';
  return plugin === bridgePlugin ? remedyWithout(plugin) : 'take it out of PLUGINS';
}
