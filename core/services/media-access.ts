import { DomainError } from '../domain/errors.ts';
import { canonicalMediaPath } from '../domain/media-path.ts';
import { mediaKey, signatureExpiry, signedRole, signerOf, signMedia } from '../domain/media-signature.ts';
import { lowerRole } from '../domain/roles.ts';
import { sizedCache } from '../domain/sized-cache.ts';
import type { Users } from '../store/accounts/users.ts';
import type { AuthenticatedUser } from './sign-in/authenticated-user.ts';

interface Dependencies {
  readonly users: Users;
  readonly secret: Buffer;
  readonly clock: () => number;
  /** The minimum lifetime of a signature, in seconds. */
  readonly lifetime: number;
}

type Signer = Pick<AuthenticatedUser, 'userId' | 'role' | 'tokenEpoch'>;

/** The size of the cache of signatures with their paths, in bytes: some 30,000 of usual length. */
const maxCached = 16 * 1024 * 1024;

/**
 * Signed URLs of thumbnails, full photos, covers and crops, because an `<img>` sends no bearer token. A signature carries
 * the permissions of its caller: those of the user, or the lower ones of a token that a plugin issued. It becomes invalid when the account is removed, or when the user is signed out everywhere.
 */
export class MediaAccess {
  readonly #users: Users;
  readonly #key: Buffer;
  readonly #clock: () => number;
  readonly #lifetime: number;
  /** A timeline page has some hundred URLs, which stay the same for an hour. */
  readonly #cache = sizedCache<string>(maxCached);
  /** Token epochs of callers whose authentication did not provide one, read once per request. */
  readonly #epochs = new WeakMap<object, number>();

  constructor({ users, secret, clock, lifetime }: Dependencies) {
    this.#users = users;
    this.#key = mediaKey(secret);
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  /** Epoch seconds, from the clock by which signatures expire. */
  now(): number {
    return this.#clock();
  }

  /** Identifies the current signing period of the caller: its URLs stay the same within it. */
  period(caller: Signer): string {
    return `${caller.userId} ${caller.role} ${this.#epochOf(caller)} ${signatureExpiry(this.#clock(), this.#lifetime)}`;
  }

  /**
   * Signs a path for a caller. Permissions are checked each time the URL is opened.
   * @param options.ttl maximum lifetime in seconds
   * @param options.field name of the field in an error message
   * @throws DomainError `bad_input` if `path` is not the path of a picture or video
   */
  sign(
    caller: Signer,
    path: string,
    { ttl = Infinity, field = 'path' }: { ttl?: number | undefined; field?: string } = {},
  ): { sig: string; exp: number } {
    const exp = Math.min(signatureExpiry(this.#clock(), this.#lifetime), this.#clock() + ttl);
    const tokenEpoch = this.#epochOf(caller);
    const { userId, role } = caller;
    const key = `${userId} ${role} ${tokenEpoch} ${exp} ${path}`;
    let sig = this.#cache.get(key);
    if (sig === undefined) {
      const canonical = canonicalMediaPath(path);
      if (canonical === null) {
        throw new DomainError(
          'bad_input',
          `${field} must be that of a thumb, full photo, stream, cover or crop, without a query.`,
        );
      }
      sig = signMedia(this.#key, { userId, tokenEpoch, role, path: canonical, exp });
      // A URL with a custom lifetime is not requested again, so it is not cached.
      if (ttl === Infinity) this.#cache.set(key, sig);
    }
    return { sig, exp };
  }

  /**
   * `path` with a signature for `caller`.
   * @param revision the revision of the content: a new value makes browsers fetch again; it is not signed
   */
  mediaUrl(caller: Signer, path: string, revision?: string): string {
    const { sig, exp } = this.sign(caller, path);
    return `${path}?sig=${sig}&exp=${exp}${revision === undefined ? '' : `&v=${revision}`}`;
  }

  /**
   * The user whose signature opens `path` now, with the role for which it was made, or a lower one that the user has now.
   * @throws DomainError `forbidden`
   */
  check(path: string, sig: string, exp: number): AuthenticatedUser {
    const canonical = canonicalMediaPath(path);
    const userId = signerOf(sig);
    if (canonical === null || userId === null || !Number.isSafeInteger(exp)) throw refused();
    if (exp <= this.#clock()) throw new DomainError('forbidden', 'This link has expired: load the page again.');
    const user = this.#users.byId(userId);
    if (!user || user.disabled) throw refused();
    const media = { userId, tokenEpoch: user.tokenEpoch, path: canonical, exp };
    const role = signedRole(this.#key, sig, media);
    if (role === null) throw refused();
    return { userId, username: user.username, role: lowerRole(user.role, role) };
  }

  #epochOf(caller: Signer): number {
    let epoch = caller.tokenEpoch ?? this.#epochs.get(caller);
    if (epoch === undefined) {
      epoch = this.#users.byId(caller.userId)?.tokenEpoch ?? 0;
      this.#epochs.set(caller, epoch);
    }
    return epoch;
  }
}

function refused(): DomainError {
  return new DomainError('forbidden', 'This link is not valid: load the page again.');
}
