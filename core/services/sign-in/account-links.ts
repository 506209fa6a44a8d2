import { DomainError } from '../../domain/errors.ts';
import type { SignInLinkRow, SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { SecondFactors } from './second-factors.ts';
import type { LoadedSignIn } from './token-grants.ts';

export type { SignInLinkRow };

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly links: SignInLinks;
  readonly secondFactors: Pick<SecondFactors, 'isMarked' | 'refresh'>;
  /** Called when a link has been removed, but a plugin failed to report whether its second factor ended with it. */
  readonly onError: (plugin: string, error: unknown) => void;
}

/** The links of accounts with services and passkeys, with which users sign in without a password. */
export class AccountLinks {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** All links of a user, oldest first; for admins. */
  of(userId: number): SignInLinkRow[] {
    return this.#with.links.ofUser(userId);
  }

  /**
   * The links that users see and remove in their settings, including links of plugins that are not loaded. Links on a
   * plugin's own page, such as passkeys, are left out: that page requires the password before it removes one.
   */
  inSettingsOf(userId: number): SignInLinkRow[] {
    return this.of(userId).filter(({ plugin }) => !this.#hasOwnPage(userId, plugin));
  }

  /** Removes a link in the settings of its user. @returns the removed link. @throws DomainError `not_found` */
  endOwn(userId: number, id: number): SignInLinkRow {
    if (!this.inSettingsOf(userId).some((link) => link.id === id)) throw noSuchLink();
    return this.#remove(userId, id);
  }

  /** Removes a link for an admin. @returns the removed link. @throws DomainError `not_found` */
  async end(userId: number, id: number): Promise<SignInLinkRow> {
    const link = this.#remove(userId, id);
    await this.afterRemoval(userId, [link]);
    return link;
  }

  /** Removes all links of a user. The caller calls `afterRemoval` after its transaction. @returns the removed links */
  removeAll(userId: number): SignInLinkRow[] {
    return this.#with.links.removeAll(userId);
  }

  /** A passkey is also a second factor, which ends with its link. */
  async afterRemoval(userId: number, removedLinks: readonly SignInLinkRow[]): Promise<void> {
    for (const plugin of new Set(removedLinks.map((link) => link.plugin))) {
      await this.#with.secondFactors.refresh(userId, plugin).catch((error: unknown) => {
        this.#with.onError(plugin, error);
      });
    }
  }

  /**
   * A plugin that is not loaded counts as having its own page if it provides the user's second factor, which must not be
   * removed without a code.
   */
  #hasOwnPage(userId: number, pluginName: string): boolean {
    const { loaded, secondFactors } = this.#with;
    const found = loaded().find(({ plugin }) => plugin === pluginName);
    return found ? found.signIn.linksByItself === true : secondFactors.isMarked(userId, pluginName);
  }

  #remove(userId: number, id: number): SignInLinkRow {
    const link = this.#with.links.remove(userId, id);
    if (!link) throw noSuchLink();
    return link;
  }
}

const noSuchLink = (): DomainError => new DomainError('not_found', 'There is no such link.');
