import type { SignInLinkRow } from '../store/accounts/sign-in-links.ts';
import type { Transact } from '../store/transact.ts';
import type { Account, AccountChanges, Accounts, NewAccount } from './accounts.ts';
import type { AccountLinks } from './sign-in/account-links.ts';
import type { Reauthentication, Proof } from './sign-in/reauthentication.ts';
import type { SecondFactors } from './sign-in/second-factors.ts';

/** An account as admins see it. */
export interface AdministeredAccount extends Account {
  readonly twoFactorEnabled: boolean;
}

/** An account after a change by an admin. */
export interface ChangedAccount extends AdministeredAccount {
  /** The links with services and passkeys that were removed together with the old password. */
  readonly endedLinks: readonly SignInLinkRow[];
}

/** An admin, with the proof that is required for changes to their own account. */
export interface Administrator extends Proof {
  readonly userId: number;
}

interface Dependencies {
  readonly accounts: Accounts;
  readonly own: Pick<Reauthentication, 'prove'>;
  readonly secondFactors: Pick<SecondFactors, 'isEnabled' | 'disable'>;
  readonly links: Pick<AccountLinks, 'of' | 'end' | 'removeAll' | 'afterRemoval'>;
  readonly transact: Transact;
  /** Called when a deleted user's second factor could not be removed. */
  readonly onError: (error: unknown) => void;
}

/** Lets admins manage accounts. For their own account, they must enter their password and a code, like everyone else. */
export class UserAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Sorted by name. */
  list(): Promise<AdministeredAccount[]> {
    return Promise.all(this.#with.accounts.list().map((account) => this.#administered(account)));
  }

  /** @throws DomainError `bad_input`, or `conflict` if the name is taken */
  async add(account: NewAccount): Promise<AdministeredAccount> {
    return this.#administered(await this.#with.accounts.add(account));
  }

  /**
   * Changes an account. A new password revokes everything that gives access to the account without it: sessions, API keys,
   * links with services, and passkeys, since an attacker who took the account over may have added some of them.
   * @param administrator.keepLinks keeps links and passkeys, for the first password of a user who signs in with a service
   * @throws DomainError `not_found`, `bad_input`, `forbidden`, or `conflict` if no admin would remain
   */
  async edit(
    id: number,
    changes: AccountChanges,
    { keepLinks = false, ...administrator }: Administrator & { readonly keepLinks?: boolean | undefined },
  ): Promise<ChangedAccount> {
    const { role, disabled, password } = changes;
    this.#with.accounts.checkAdminRemains(id, changes);
    if ([role, disabled, password].some((change) => change !== undefined)) await this.#prove(id, administrator);
    const { accounts, links, transact } = this.#with;
    const change = await accounts.readyToEdit(id, changes);
    // One transaction: no link of an attacker may outlive the old password.
    const { account, endedLinks } = transact(() => ({
      account: change(),
      endedLinks: password === undefined || keepLinks ? [] : links.removeAll(id),
    }));
    await links.afterRemoval(id, endedLinks);
    return { ...(await this.#administered(account)), endedLinks };
  }

  /** A user's links with services, and their passkeys. @throws DomainError `not_found` */
  linksOf(id: number): SignInLinkRow[] {
    return this.#with.links.of(this.#with.accounts.byId(id).id);
  }

  /** Removes a link of a user. @returns the account, and the removed link. @throws DomainError `not_found`, `forbidden` */
  async endLink(
    id: number,
    link: number,
    administrator: Administrator,
  ): Promise<{ account: Account; link: SignInLinkRow }> {
    await this.#prove(id, administrator);
    const account = this.#with.accounts.byId(id);
    return { account, link: await this.#with.links.end(id, link) };
  }

  /**
   * @returns the removed account
   * @throws DomainError `not_found`, `forbidden`, or `conflict` if no admin would remain
   */
  async remove(id: number, administrator: Administrator): Promise<Account> {
    this.#with.accounts.checkAdminRemains(id, { disabled: true });
    await this.#prove(id, administrator);
    const account = this.#with.accounts.remove(id);
    // The id of the account is never used again, so remains of its second factor are harmless.
    try {
      await this.#with.secondFactors.disable(id);
    } catch (error) {
      this.#with.onError(error);
    }
    return account;
  }

  /** @throws DomainError `not_found` */
  signOut(id: number): Account {
    return this.#with.accounts.signOut(id);
  }

  /**
   * Lets a user who lost their device sign in with the password alone.
   * @throws DomainError `not_found`, `forbidden`
   */
  async disableSecondFactor(id: number, administrator: Administrator): Promise<Account> {
    await this.#prove(id, administrator);
    const account = this.#with.accounts.byId(id);
    await this.#with.secondFactors.disable(account.id);
    return account;
  }

  async #prove(id: number, { userId, ...proof }: Administrator): Promise<void> {
    if (id === userId) await this.#with.own.prove(userId, proof);
  }

  async #administered(account: Account): Promise<AdministeredAccount> {
    return { ...account, twoFactorEnabled: await this.#with.secondFactors.isEnabled(account.id) };
  }
}
