import type { Challenges } from './challenges.ts';
import { challengeIn, isAssertion } from './from-browser.ts';
import { library } from './library.ts';
import type { Passkeys } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import { usable, type Signatures } from './signatures.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly party: RelyingParty;
  readonly signatures: Signatures;
}

/** Passkeys after the password: asks a browser to sign with one of the user's, and checks that it did. */
export class Assertions {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * What a browser is asked to sign.
   * @throws PluginHttpError where no browser has passkeys
   */
  async ask(userId: number, origin: string): Promise<object> {
    const { passkeys, challenges, party } = this.#with;
    const rpId = party.idAt(origin);
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: rpId,
      challenge: challenges.make({ purpose: 'sign', userId, origin, rpId }),
      userVerification: 'preferred',
      extensions: {},
      allowCredentials: usable(passkeys.of(userId), rpId).map(({ id, transports }) => ({
        id,
        transports: [...transports] as [],
      })),
    });
  }

  /** Whether a browser's answer was signed by a passkey of this user. */
  async isRight(userId: number, answer: unknown): Promise<boolean> {
    const { challenges, signatures } = this.#with;
    if (!isAssertion(answer)) return false;
    // Taken before anything is waited for: of two equal answers one is right.
    const asked = challenges.take(challengeIn(answer), 'sign', userId);
    // The password was right: that somebody touched the device is enough.
    return asked !== undefined && signatures.isRight(userId, answer, { ...asked, userVerified: false });
  }
}
