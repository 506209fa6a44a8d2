import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const blockBytes = 16;
const sealed = /^[A-Za-z0-9_-]{22}$/;

/** Makes names for visitors of one share, which replace the ids of photos and the like. */
export interface ShareSeal {
  /**
   * The name of a photo in this share: the row's id under a key of the share. Uids of sources may be paths, and even the
   * number of a row says how many photos there are and which came together.
   */
  nameOf(photo: number): string;
  /** The row's id of a name; undefined of a name that this share has not given. */
  photoOf(name: string): number | undefined;
  /** Proof that the password was given. @param until epoch seconds */
  proof(passwordHash: string, until: number): string;
  /** Whether a proof is of this share and this password, and still good. */
  isProof(proof: string, passwordHash: string, now: number): boolean;
}

/** @param secret the server's signing secret */
export function shareSeal(secret: Buffer, share: number): ShareSeal {
  const derived = (what: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `photofinch share ${share} ${what} v1`, bytes));
  // One block under AES is a random permutation. A made-up name decrypts to an id with 80 zeros before it about never,
  // which is how it is recognised.
  const key = derived('photos', blockBytes);
  let cipher: ReturnType<typeof createCipheriv> | undefined;
  const proofKey = derived('password', 32);
  const mac = (passwordHash: string, until: string): string =>
    createHmac('sha256', proofKey).update(`${until}\n${passwordHash}`).digest('base64url');
  return {
    nameOf: (photo) => {
      const block = Buffer.alloc(blockBytes);
      block.writeUIntBE(photo, blockBytes - 6, 6);
      // Made once: a page of a list has hundreds of names, and each block stands by itself.
      cipher ??= createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
      return cipher.update(block).toString('base64url');
    },
    photoOf: (name) => {
      if (!sealed.test(name)) return undefined;
      const bytes = Buffer.from(name, 'base64url');
      // The last of 22 characters has four bits too many: only one spelling counts.
      if (bytes.toString('base64url') !== name) return undefined;
      const block = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(bytes);
      const isOurs = block.subarray(0, blockBytes - 6).every((byte) => byte === 0);
      return isOurs ? block.readUIntBE(blockBytes - 6, 6) : undefined;
    },
    proof: (passwordHash, until) => `${until}.${mac(passwordHash, String(until))}`,
    isProof: (proof, passwordHash, now) => {
      const [, until] = /^(\d{1,12})\.[A-Za-z0-9_-]{43}$/.exec(proof) ?? [];
      if (until === undefined) return false;
      const [given, expected] = [Buffer.from(proof), Buffer.from(`${until}.${mac(passwordHash, until)}`)];
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > now;
    },
  };
}
