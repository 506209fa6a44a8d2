import { DomainError } from '../../domain/errors.ts';
import type { Accounts } from '../accounts.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { Proof, Reauthentication } from './reauthentication.ts';
import type { LoadedSignIn } from './token-grants.ts';

/** An external service with which users can sign in. */
export interface SignInWay {
  readonly plugin: string;
  readonly label: { readonly en: string; readonly de: string; readonly fr: string };
  readonly start: string;
}

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly entry: Pick<PluginEntry, 'beginLink'>;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly reauthentication: Pick<Reauthentication, 'prove'>;
  /** Whether any plugin has the routes with which users create API keys in the settings. */
  readonly hasApiKeys: () => boolean;
}

/** The ways to sign in other than a password. */
export class SignInWays {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The buttons of the sign-in page. */
  buttons(): SignInWay[] {
    return this.#with.loaded().flatMap(wayOf);
  }

  /** The services with which users can link their accounts in the settings. */
  linkable(): SignInWay[] {
    return this.#with
      .loaded()
      .filter(({ signIn }) => !signIn.linksByItself)
      .flatMap(wayOf);
  }

  hasApiKeys(): boolean {
    return this.#with.hasApiKeys();
  }

  /**
   * Starts to link an account. A link outlives the session, so the user must prove that the account is theirs.
   * @param browser the browser's key
   * @returns the URL that the browser must open
   * @throws DomainError `forbidden`, `not_found`, `too_many_attempts`, `not_ready`
   */
  async beginLink(plugin: string, userId: number, proof: Proof, browser: string): Promise<string> {
    const way = this.linkable().find((one) => one.plugin === plugin);
    if (!way) throw new DomainError('not_found', 'There is no such way to sign in.');
    await this.#with.reauthentication.prove(userId, proof);
    return this.#with.entry.beginLink(way, this.#with.accounts.byId(userId), browser);
  }
}

function wayOf({ plugin, signIn: { button } }: LoadedSignIn): SignInWay[] {
  if (!button) return [];
  const { label, start } = button;
  const { en, de = en, fr = en } = typeof label === 'string' ? { en: label } : label;
  return [{ plugin, label: { en, de, fr }, start }];
}
