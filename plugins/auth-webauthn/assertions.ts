import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { AuditEvent, PluginAccounts } from 'photofinch/plugin-api';
import type { OneTimeTickets } from 'photofinch/plugin-api/toolkit';
import { challengeIn, isAssertion } from './from-browser.ts';
import type { Passkey, Passkeys } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** The challenge that a browser has to sign, and the origin. */
export interface AssertionRequest {
  /** 32 random bytes, base64url. */
  readonly challenge: string;
  readonly origin: string;
  /** The domain of the passkeys. */
  readonly rpId: string;
}

/** A challenge for a user who is signed in, or has entered the right password. */
export interface WaitingChallenge extends Omit<AssertionRequest, 'challenge'> {
  /** `register`: to make a new passkey; `sign`: to sign with one. */
  readonly purpose: 'register' | 'sign';
  readonly userId: number;
}

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: OneTimeTickets<WaitingChallenge>;
  readonly party: RelyingParty;
  readonly accounts: Pick<PluginAccounts, 'usernameOf'>;
  readonly audit: (event: AuditEvent) => void;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Requests signatures of passkeys from browsers, and verifies them. */
export class Assertions {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Requests a signature after the password. The device does not have to verify its user.
   * @returns PublicKeyCredentialRequestOptionsJSON
   * @throws PluginHttpError at an origin where browsers do not support passkeys
   */
  async askUser(userId: number, origin: string): Promise<object> {
    const { passkeys, challenges, party } = this.#with;
    const rpId = party.idAt(origin);
    const challenge = challenges.issue({ purpose: 'sign', userId, origin, rpId });
    const allowed = usablePasskeys(passkeys.of(userId), rpId);
    return this.#options({ challenge, origin, rpId }, 'preferred', allowed);
  }

  /** Whether the response to `askUser` was signed by a passkey of this user. The challenge cannot be used again. */
  async isRight(userId: number, answer: unknown): Promise<boolean> {
    const { passkeys, challenges } = this.#with;
    if (!isAssertion(answer)) return false;
    const challenge = challengeIn(answer);
    const request = challenges.find(challenge);
    if (request?.purpose !== 'sign' || request.userId !== userId) return false;
    challenges.spend(challenge);
    const passkey = passkeys.of(userId).find(({ id }) => id === answer.id);
    return (
      passkey !== undefined && this.#isSigned(answer, { ...request, challenge }, { userId, passkey, needsUser: false })
    );
  }

  /**
   * Requests a signature instead of name, password and second factor: the browser offers its passkeys for the domain. The
   * device must verify its user by finger, face or PIN.
   * @returns PublicKeyCredentialRequestOptionsJSON, and the input of `whoSigned`
   * @throws PluginHttpError at an origin where browsers do not support passkeys
   */
  async askAnybody(origin: string, challenge: string): Promise<{ options: object; asked: AssertionRequest }> {
    const request = { challenge, origin, rpId: this.#with.party.idAt(origin) };
    return { options: await this.#options(request, 'required'), asked: request };
  }

  /** The user and passkey that signed; null for an invalid response. */
  async whoSigned(answer: unknown, request: AssertionRequest): Promise<{ userId: number; passkey: Passkey } | null> {
    if (!isAssertion(answer)) return null;
    const match = this.#with.passkeys.byId(answer.id);
    if (!match) return null;
    const { userHandle } = answer.response;
    if (userHandle !== undefined && userHandle !== match.handle) return null;
    return (await this.#isSigned(answer, request, { ...match, needsUser: true })) ? match : null;
  }

  async #options(
    { challenge, rpId }: AssertionRequest,
    userVerification: 'preferred' | 'required',
    allowed?: readonly Passkey[],
  ): Promise<object> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    return generateAuthenticationOptions({
      rpID: rpId,
      challenge: bytesOf(challenge),
      userVerification,
      extensions: {},
      ...(allowed && {
        allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] as [] })),
      }),
    });
  }

  async #isSigned(
    answer: AuthenticationResponseJSON,
    { challenge, origin, rpId }: AssertionRequest,
    signer: { readonly userId: number; readonly passkey: Passkey; readonly needsUser: boolean },
  ): Promise<boolean> {
    const [passkey] = usablePasskeys([signer.passkey], rpId);
    if (!passkey) return false;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: signer.needsUser,
        // `#count` compares the counter with the stored one, which may have changed in the meantime.
        credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
      });
      return verified && this.#count(signer.userId, passkey.id, authenticationInfo.newCounter);
    } catch {
      return false; // Anything can come from a browser.
    }
  }

  /**
   * Stores the counter of a signature. A device with a counter increments it with each signature, so a lower value means
   * that two devices have the same key.
   */
  #count(userId: number, id: string, counter: number): boolean {
    const { passkeys, accounts, audit, clock } = this.#with;
    const stored = passkeys.of(userId).find((passkey) => passkey.id === id);
    if (!stored || stored.suspect) return false;
    if (stored.counter > 0 && counter <= stored.counter) {
      passkeys.change(userId, id, { suspect: true });
      audit({ action: 'passkey.copied', subject: accounts.usernameOf(userId) ?? undefined, detail: stored.name });
      return false;
    }
    passkeys.change(userId, id, { counter, usedAt: clock() });
    return true;
  }
}

const usablePasskeys = (passkeys: readonly Passkey[], relyingPartyId: string): Passkey[] =>
  passkeys.filter(({ rpId, suspect }) => rpId === relyingPartyId && !suspect);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'));
