import { PluginHttpError, type Caller } from 'photofinch/plugin-api';
import type { OneTimeTickets } from 'photofinch/plugin-api/toolkit';
import type { WaitingChallenge } from './assertions.ts';
import { challengeIn, isRegistration } from './from-browser.ts';
import type { Passkey, Passkeys } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: OneTimeTickets<WaitingChallenge>;
  readonly party: RelyingParty;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The most passkeys of one user. */
const maxPasskeys = 20;

/** Adds new passkeys. */
export class Registrations {
  readonly #with: Dependencies;
  /** The handles of users who have started to create their first passkey. */
  readonly #handles = new Map<number, string>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @returns PublicKeyCredentialCreationOptionsJSON. @throws PluginHttpError */
  async ask({ userId, username }: Caller, origin: string): Promise<object> {
    const { passkeys, challenges, party } = this.#with;
    const rpId = party.idAt(origin);
    if (passkeys.of(userId).length >= maxPasskeys) {
      throw new PluginHttpError(409, `You have ${maxPasskeys} passkeys: remove one first.`);
    }
    const handle = this.#handles.get(userId) ?? passkeys.handleOf(userId);
    this.#handles.set(userId, handle);
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    return generateRegistrationOptions({
      rpName: 'Photofinch',
      rpID: rpId,
      userName: username,
      userID: new Uint8Array(Buffer.from(handle, 'base64url')),
      challenge: new Uint8Array(
        Buffer.from(challenges.issue({ purpose: 'register', userId, origin, rpId }), 'base64url'),
      ),
      attestationType: 'none',
      excludeCredentials: passkeys.of(userId).map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
  }

  /** @throws PluginHttpError for an invalid response */
  async add(userId: number, name: string, answer: unknown): Promise<Passkey> {
    const { passkeys, challenges, clock } = this.#with;
    const challenge = isRegistration(answer) ? challengeIn(answer) : '';
    const request = challenges.find(challenge);
    if (!isRegistration(answer) || request?.purpose !== 'register' || request.userId !== userId) {
      throw refusal('It took too long, or was begun elsewhere: begin again.');
    }
    challenges.spend(challenge);
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const info = (await isUnattested(answer.response.attestationObject))
      ? await verifyRegistrationResponse({
          response: answer,
          expectedChallenge: challenge,
          expectedOrigin: request.origin,
          expectedRPID: request.rpId,
          requireUserVerification: false,
        }).then(
          ({ registrationInfo }) => registrationInfo,
          () => undefined,
        )
      : undefined;
    if (!info) throw refusal('The browser made no passkey that can be used here: try again, or with another device.');
    const { credential, credentialBackedUp } = info;
    const handle = this.#handles.get(userId) ?? passkeys.handleOf(userId);
    const passkey: Passkey = {
      id: credential.id,
      name,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      rpId: request.rpId,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      suspect: false,
      createdAt: clock(),
      usedAt: null,
    };
    if (passkeys.of(userId).length >= maxPasskeys || !passkeys.add(userId, handle, passkey)) {
      throw refusal('This passkey is there already, or there are too many.');
    }
    this.#handles.delete(userId);
    return passkey;
  }
}

/**
 * Whether a new passkey has no attestation statement, as requested. Any other is rejected unread: to verify it, the library
 * would fetch revocation lists from addresses in the statement itself.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    return decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('fmt') === 'none';
  } catch {
    return false;
  }
}

const refusal = (message: string): PluginHttpError => new PluginHttpError(400, message);
