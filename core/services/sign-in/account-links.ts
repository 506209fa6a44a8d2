import { DomainError } from '../../domain/errors.ts';
import type { SignInLinkRow, SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { SecondFactors } from './second-factors.ts';
import type { LoadedSignIn } from './token-grants.ts';

export type { SignInLinkRow };

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly links: SignInLinks;
  readonly secondFactors: Pick<SecondFactors, 'isMarked' | 'refresh'>;
  /** Called when the link has ended, but a plugin did not answer whether its second factor has ended with it. */
  readonly onError: (plugin: string, error: unknown) => void;
}

/** The links of accounts with services, and with passkeys, by which people sign in without a password. */
export class AccountLinks {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** All links of a user, the oldest first; for admins. */
  of(userId: number): SignInLinkRow[] {
    return this.#with.links.ofUser(userId);
  }

  /**
   * The links that users see and end in their settings, also of plugins that are not loaded. Links on the own page of a
   * plugin, such as passkeys, are not among them: that page asks for the password before it ends one.
   */
  inSettingsOf(userId: number): SignInLinkRow[] {
    return this.of(userId).filter(({ plugin }) => !this.#hasOwnPage(userId, plugin));
  }

  /** Ends a link in the settings of its user. @returns the link that was. @throws DomainError `not_found` */
  endOwn(userId: number, id: number): SignInLinkRow {
    if (!this.inSettingsOf(userId).some((link) => link.id === id)) throw noSuchLink();
    return this.#remove(userId, id);
  }

  /** Ends a link for an admin. @returns the link that was. @throws DomainError `not_found` */
  async end(userId: number, id: number): Promise<SignInLinkRow> {
    const link = this.#remove(userId, id);
    await this.#refresh(userId, [link]);
    return link;
  }

  /** Ends all links of a user. @returns the links that were */
  async endAll(userId: number): Promise<SignInLinkRow[]> {
    const ended = this.#with.links.removeAll(userId);
    await this.#refresh(userId, ended);
    return ended;
  }

  /** A plugin that is not loaded had one if the user's second factor is of it, which must not end without a code. */
  #hasOwnPage(userId: number, of: string): boolean {
    const { loaded, secondFactors } = this.#with;
    const found = loaded().find(({ plugin }) => plugin === of);
    return found ? found.signIn.linksByItself === true : secondFactors.isMarked(userId, of);
  }

  #remove(userId: number, id: number): SignInLinkRow {
    const link = this.#with.links.remove(userId, id);
    if (!link) throw noSuchLink();
    return link;
  }

  /** A passkey is a second factor as well, which ends with its link. */
  async #refresh(userId: number, ended: readonly SignInLinkRow[]): Promise<void> {
    for (const plugin of new Set(ended.map((link) => link.plugin))) {
      await this.#with.secondFactors.refresh(userId, plugin).catch((error: unknown) => {
        this.#with.onError(plugin, error);
      });
    }
  }
}

const noSuchLink = (): DomainError => new DomainError('not_found', 'There is no such link.');
