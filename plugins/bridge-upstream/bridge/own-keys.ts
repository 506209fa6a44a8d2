import { hkdfSync } from 'node:crypto';

/** What the bridge keeps of a store. Each has a key of its own. */
export type KeptThing = 'journal' | 'previews';

/**
 * The secret under which a bridge keeps what it knows of a vault: who can open the vault can derive it, nobody else, and
 * it does not lead back to the vault's key.
 * @param vaultKey 32 bytes
 * @returns 32 bytes
 */
export const secretOfVault = (vaultKey: Uint8Array): Buffer => derive(vaultKey, 'secret of the bridge');

/** The key for one kind of thing, by the secret of `Driver.bridgeSecret`. 32 bytes. */
export const ownKey = (secret: Uint8Array, kept: KeptThing): Buffer => derive(secret, `${kept} of the bridge`);

// The salt keeps these keys apart from those that the formats of vaults derive in the same way.
const derive = (from: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, 'photofinch', info, 32));
