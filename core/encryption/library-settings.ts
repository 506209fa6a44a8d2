import { parsePluginSwitches, type PluginSwitches } from '../domain/plugin-switches.ts';
import { NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';

/**
 * What a library keeps in plain files beside the index, and in its keyring once it is encrypted. So it is authentic there, and goes
 * with each snapshot to another machine.
 */
export interface LibrarySettings {
  /** 32 bytes. It signs links, and encrypts second factors and secrets of plugins in the index. */
  readonly signingSecret: Buffer;
  readonly plugins: PluginSwitches;
}

const name = 'settings';

/** @param key of the purpose `settings`. @returns base64 */
export function sealSettings(key: Uint8Array, { signingSecret, plugins }: LibrarySettings): string {
  const text = JSON.stringify({ signingSecret: signingSecret.toString('hex'), plugins });
  return seal(key, name, Buffer.from(text)).toString('base64');
}

/** @returns undefined for what this key has not sealed */
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
