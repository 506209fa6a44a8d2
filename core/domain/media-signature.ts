import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const hour = 3600;

/** The facts that a signature signs. */
export interface SignedMedia {
  readonly userId: number;
  /** The user's token epoch at the time of signing. */
  readonly tokenEpoch: number;
  readonly path: string;
  /** Epoch seconds. */
  readonly exp: number;
}

/** The key of media signatures, from the server's signing secret. */
export function mediaKey(signingSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', signingSecret, '', 'photofinch media signature v1', 32));
}

/**
 * When a signature expires: after `lifetime` seconds, rounded up to the full hour. URLs stay the same for an hour, so
 * that browsers find pictures in their caches.
 */
export function signatureExpiry(now: number, lifetime: number): number {
  return Math.ceil((now + lifetime) / hour) * hour;
}

/** `<user id>.<base64url HMAC-SHA-256>` */
export function signMedia(key: Buffer, media: SignedMedia): string {
  return `${media.userId}.${mac(key, media).toString('base64url')}`;
}

/** The id of the user in a signature, which may be forged; null when the text has not the form of a signature. */
export function signerOf(sig: string): number | null {
  const match = /^(\d{1,15})\.[A-Za-z0-9_-]{43}$/.exec(sig);
  return match ? Number(match[1]) : null;
}

/**
 * Whether `sig` is the signature of `media`; the time of expiry is not compared with the clock. Texts are compared and not
 * bytes, since base64url has several spellings of one value. The comparison takes the same time wherever the texts differ.
 */
export function signatureFits(key: Buffer, sig: string, media: SignedMedia): boolean {
  const given = Buffer.from(sig);
  const expected = Buffer.from(signMedia(key, media));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function mac(key: Buffer, { userId, tokenEpoch, path, exp }: SignedMedia): Buffer {
  // No value but the last can hold a line break, so that no two media share one text.
  return createHmac('sha256', key).update(`${userId}\n${tokenEpoch}\n${exp}\n${path}`).digest();
}
