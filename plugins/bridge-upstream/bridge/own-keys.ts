import { hkdfSync } from 'node:crypto';

/** The kinds of data that the bridge keeps about a store; each has its own key. */
export type StoredKind = 'journal' | 'previews';

/**
 * The secret for the bridge's data about a vault. It is derived from the vault's key, and does not reveal it.
 * @param vaultKey 32 bytes
 * @returns 32 bytes
 */
export const secretOfVault = (vaultKey: Uint8Array): Buffer => derive(vaultKey, 'secret of the bridge');

/** The key for one kind of data, 32 bytes. @param secret see `Driver.bridgeSecret` */
export const ownKey = (secret: Uint8Array, kind: StoredKind): Buffer => derive(secret, `${kind} of the bridge`);

// The salt separates these keys from keys that vault formats derive in the same way.
const derive = (from: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, 'photofinch', info, 32));
