import { parsePluginSwitches, type PluginSwitches } from '../domain/plugin-switches.ts';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';

/**
 * Settings that an unencrypted library stores in files beside the index, and an encrypted one in its keyring. There they are
 * authenticated, and are part of each snapshot.
 */
export interface LibrarySettings {
  /** 32 bytes. It signs links, and encrypts the second factors and the secrets of plugins in the index. */
  readonly signingSecret: Buffer;
  readonly plugins: PluginSwitches;
}

const name = 'settings';

/** @param key the key of the purpose `settings`. @returns base64 */
export function sealSettings(key: Uint8Array, { signingSecret, plugins }: LibrarySettings): string {
  const text = JSON.stringify({ signingSecret: signingSecret.toString('hex'), plugins });
  return seal(key, name, Buffer.from(text)).toString('base64');
}

/** @returns undefined if the text was not sealed with this key */
export function openSettings(key: Uint8Array, sealed: string): LibrarySettings | undefined {
  let bytes: Buffer;
  try {
    bytes = unseal(key, name, Buffer.from(sealed, 'base64'));
  } catch (error) {
    if (error instanceof NotAuthentic) return undefined;
    throw error;
  }
  const { signingSecret, plugins } = JSON.parse(bytes.toString('utf8')) as Record<keyof LibrarySettings, unknown>;
  const switches = parsePluginSwitches(plugins);
  if (typeof signingSecret !== 'string' || !/^[0-9a-f]{64}$/.test(signingSecret) || !switches) return undefined;
  return { signingSecret: Buffer.from(signingSecret, 'hex'), plugins: switches };
}
