import { PluginHttpError } from 'photofinch/plugin-api';
import type { EntryChallenges } from './entry-challenges.ts';
import { challengeIn, isAssertion } from './from-browser.ts';
import { library } from './library.ts';
import type { Passkeys } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Signatures } from './signatures.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: EntryChallenges;
  readonly party: RelyingParty;
  readonly signatures: Signatures;
}

/** Passkeys in place of name, password and second step: the browser offers those that it has for this address. */
export class Entries {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * What a browser is asked to sign, and what it keeps meanwhile.
   * @throws PluginHttpError where no browser has passkeys
   */
  async ask(origin: string): Promise<{ options: object; seal: string }> {
    const { challenges, party } = this.#with;
    const rpId = party.idAt(origin);
    const { challenge, seal } = challenges.make({ origin, rpId });
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      challenge,
      userVerification: 'required',
      extensions: {},
    });
    return { options, seal };
  }

  /**
   * Whose passkey signed, on a device that knew its user; null for a passkey that does not count here.
   * @param seal what the browser kept
   * @throws PluginHttpError for an answer that is late, or of another browser
   */
  async whoSigned(answer: unknown, seal: string): Promise<number | null> {
    const { passkeys, challenges, signatures } = this.#with;
    const challenge = isAssertion(answer) ? challengeIn(answer) : '';
    const place = challenges.placeOf(challenge, seal);
    if (!isAssertion(answer) || !place) {
      throw new PluginHttpError(400, 'It took too long, or was begun elsewhere: begin again.');
    }
    const userId = passkeys.userOf(answer.response.userHandle ?? '');
    if (userId === undefined) return null;
    // Before it is looked at: the same answer twice would look like two devices that count alike.
    if (!challenges.spend(challenge)) return null;
    return (await signatures.isRight(userId, answer, { ...place, userVerified: true })) ? userId : null;
  }
}
