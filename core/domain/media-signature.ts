import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { roles, type Role } from './roles.ts';

const hour = 3600;

/** The signed data. */
export interface SignedMedia {
  readonly userId: number;
  /** The user's token epoch at the time of signing. */
  readonly tokenEpoch: number;
  /** The role of the caller for whom it was signed, which may be lower than the user's. */
  readonly role: Role;
  readonly path: string;
  /** Epoch seconds. */
  readonly exp: number;
}

/** The key of media signatures, from the server's signing secret. */
export function mediaKey(signingSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', signingSecret, '', 'photofinch media signature v1', 32));
}

/**
 * When a signature expires: after `lifetime` seconds, rounded up to the full hour. URLs stay the same for an hour, so that
 * browsers can use cached pictures.
 */
export function signatureExpiry(now: number, lifetime: number): number {
  return Math.ceil((now + lifetime) / hour) * hour;
}

/** `<user id>.<base64url HMAC-SHA-256>` */
export function signMedia(key: Buffer, media: SignedMedia): string {
  return `${media.userId}.${mac(key, media).toString('base64url')}`;
}

/** The user id in a signature, which is not verified here; null if the text does not have the format of a signature. */
export function signerOf(sig: string): number | null {
  const match = /^(\d{1,15})\.[A-Za-z0-9_-]{43}$/.exec(sig);
  return match ? Number(match[1]) : null;
}

/**
 * The role for which `sig` is a valid signature of `media`; null if it is none. The signature does not name the role, so each
 * is tried.
 */
export function signedRole(key: Buffer, sig: string, media: Omit<SignedMedia, 'role'>): Role | null {
  return roles.find((role) => signatureFits(key, sig, { ...media, role })) ?? null;
}

/**
 * Whether `sig` is a valid signature of `media`; its expiry is not checked. Texts are compared instead of bytes, since
 * base64url has several encodings of one value. The comparison takes constant time.
 */
export function signatureFits(key: Buffer, sig: string, media: SignedMedia): boolean {
  const actual = Buffer.from(sig);
  const expected = Buffer.from(signMedia(key, media));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function mac(key: Buffer, { userId, tokenEpoch, role, path, exp }: SignedMedia): Buffer {
  // Only the last value can contain a line break, so different media cannot have the same text.
  return createHmac('sha256', key).update(`${userId}\n${tokenEpoch}\n${role}\n${exp}\n${path}`).digest();
}
