import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PluginLog } from 'photofinch/plugin-api';
import { challengeIn } from './from-browser.ts';
import { library } from './library.ts';
import type { Passkey, Passkeys } from './passkeys.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly log: PluginLog;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** What was asked for. */
interface Wanted {
  readonly origin: string;
  readonly rpId: string;
  /** Whether the device must have checked who uses it, by finger, face or PIN, and not only that somebody touched it. */
  readonly userVerified: boolean;
}

/** Whether a passkey of a user signed what it should. */
export class Signatures {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async isRight(userId: number, answer: AuthenticationResponseJSON, wanted: Wanted): Promise<boolean> {
    const passkey = usable(this.#with.passkeys.of(userId), wanted.rpId).find(({ id }) => id === answer.id);
    if (!passkey) return false;
    const { verifyAuthenticationResponse } = await library();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: challengeIn(answer),
        expectedOrigin: wanted.origin,
        expectedRPID: wanted.rpId,
        requireUserVerification: wanted.userVerified,
        // The count is compared below, with the one that is known by then.
        credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
      });
      return verified && this.#count(userId, passkey.id, authenticationInfo.newCounter);
    } catch {
      return false; // Whatever a browser sent that is no right answer.
    }
  }

  /** A device that counts goes up each time; one that goes back is one of two with the same key. */
  #count(userId: number, id: string, counter: number): boolean {
    const { passkeys, log, clock } = this.#with;
    const now = passkeys.of(userId).find((passkey) => passkey.id === id);
    if (!now || now.suspect) return false;
    if (now.counter > 0 && counter <= now.counter) {
      passkeys.change(userId, id, { suspect: true });
      log.warn('A passkey counted backwards, as if it had been copied: it is not taken any more', { userId });
      return false;
    }
    passkeys.change(userId, id, { counter, usedAt: clock() });
    return true;
  }
}

export const usable = (passkeys: readonly Passkey[], at: string): Passkey[] =>
  passkeys.filter(({ rpId, suspect }) => rpId === at && !suspect);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'));
