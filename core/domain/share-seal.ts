import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const blockBytes = 16;
const sealed = /^[A-Za-z0-9_-]{22}$/;

/** Encrypts ids of photos into names for visitors of one share. */
export interface ShareSeal {
  /**
   * The name of a photo in this share: the row's id, encrypted with a key of the share. A source's uid may be a path, and
   * even the number of a row reveals how many photos there are and which were added together.
   */
  nameOf(photo: number): string;
  /** The row's id for a name; undefined for a name that does not belong to this share. */
  photoOf(name: string): number | undefined;
  /** A proof that the password was entered. @param until epoch seconds */
  proof(passwordHash: string, until: number): string;
  /** Whether a proof is valid for this share and this password, and has not expired. */
  isProof(proof: string, passwordHash: string, now: number): boolean;
}

/** @param secret the server's signing secret */
export function shareSeal(secret: Buffer, share: number): ShareSeal {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `photofinch share ${share} ${purpose} v1`, bytes));
  // A single block of AES is a random permutation. A forged name practically never decrypts to an id after 80 zero bits, so
  // forgeries are detected.
  const key = derived('photos', blockBytes);
  let cipher: ReturnType<typeof createCipheriv> | undefined;
  const proofKey = derived('password', 32);
  const mac = (passwordHash: string, until: string): string =>
    createHmac('sha256', proofKey).update(`${until}\n${passwordHash}`).digest('base64url');
  return {
    nameOf: (photo) => {
      const block = Buffer.alloc(blockBytes);
      block.writeUIntBE(photo, blockBytes - 6, 6);
      // Created once: a page of a list has hundreds of names, and each block is independent.
      cipher ??= createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
      return cipher.update(block).toString('base64url');
    },
    photoOf: (name) => {
      if (!sealed.test(name)) return undefined;
      const bytes = Buffer.from(name, 'base64url');
      // The last of 22 characters has four unused bits: only the canonical encoding is accepted.
      if (bytes.toString('base64url') !== name) return undefined;
      const block = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(bytes);
      const isOurs = block.subarray(0, blockBytes - 6).every((byte) => byte === 0);
      return isOurs ? block.readUIntBE(blockBytes - 6, 6) : undefined;
    },
    proof: (passwordHash, until) => `${until}.${mac(passwordHash, String(until))}`,
    isProof: (proof, passwordHash, now) => {
      const [, until] = /^(\d{1,12})\.[A-Za-z0-9_-]{43}$/.exec(proof) ?? [];
      if (until === undefined) return false;
      const [actual, expected] = [Buffer.from(proof), Buffer.from(`${until}.${mac(passwordHash, until)}`)];
      return actual.length === expected.length && timingSafeEqual(actual, expected) && Number(until) > now;
    },
  };
}
