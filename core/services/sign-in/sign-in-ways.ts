import { wrongPassword } from '../../domain/credentials.ts';
import type { Label } from '../../plugin-api/index.ts';
import type { SignInLinkRow, SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { Accounts } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { LoadedSignIn } from './token-grants.ts';

/** A service by which people can sign in. */
export interface SignInWay {
  readonly plugin: string;
  readonly label: { readonly en: string; readonly de: string; readonly fr: string };
  readonly start: string;
}

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly links: SignInLinks;
  readonly entry: Pick<PluginEntry, 'beginLink'>;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly sessions: Pick<Sessions, 'passwordMatches'>;
}

/** What people can sign in by beside a password, and with what their accounts are linked. */
export class SignInWays {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  buttons(): SignInWay[] {
    return this.#with.loaded().flatMap(wayOf);
  }

  /** Those with which people can link their accounts in the settings. */
  linkable(): SignInWay[] {
    return this.#with
      .loaded()
      .filter(({ signIn }) => !signIn.linksByItself)
      .flatMap(wayOf);
  }

  hasApiKeys(): boolean {
    return this.#with.loaded().some(({ plugin }) => plugin === 'api-keys');
  }

  /** The links that people make and end in the settings, also of plugins that are not loaded now. */
  linksOf(userId: number): SignInLinkRow[] {
    const hidden = this.#with.loaded().filter(({ signIn }) => signIn.linksByItself);
    return this.#with.links.ofUser(userId).filter((link) => !hidden.some(({ plugin }) => plugin === link.plugin));
  }

  /**
   * A link outlives the session, so whoever makes one shows the password.
   * @param browser its key
   * @returns where the browser goes
   * @throws DomainError `forbidden` for a wrong password, `not_found`, `too_many_attempts`
   */
  async beginLink(plugin: string, userId: number, password: string, browser: string): Promise<string> {
    if (!(await this.#with.sessions.passwordMatches(userId, password))) throw wrongPassword();
    return this.#with.entry.beginLink(plugin, this.#with.accounts.byId(userId), browser);
  }

  /** @returns the link that was */
  unlink(userId: number, id: number): SignInLinkRow | undefined {
    return this.#with.links.remove(userId, id);
  }
}

function wayOf({ plugin, signIn: { button } }: LoadedSignIn): SignInWay[] {
  return button ? [{ plugin, label: inAllLanguages(button.label), start: button.start }] : [];
}

function inAllLanguages(label: Label): SignInWay['label'] {
  if (typeof label === 'string') return { en: label, de: label, fr: label };
  const { en, de = en, fr = en } = label;
  return { en, de, fr };
}
