import type { Account, AccountChanges, Accounts, NewAccount } from './accounts.ts';
import type { SecondFactors } from './second-factors.ts';

/** An account as admins see it. */
export interface AdministeredAccount extends Account {
  readonly twoFactorEnabled: boolean;
}

/** What admins do with accounts. */
export class UserAdministration {
  readonly #accounts: Accounts;
  readonly #secondFactors: SecondFactors;
  readonly #onError: (error: unknown) => void;

  /** @param onError is told what went wrong besides, when what was asked for is done all the same */
  constructor(accounts: Accounts, secondFactors: SecondFactors, onError: (error: unknown) => void) {
    this.#accounts = accounts;
    this.#secondFactors = secondFactors;
    this.#onError = onError;
  }

  /** By name. */
  list(): Promise<AdministeredAccount[]> {
    return Promise.all(this.#accounts.list().map((account) => this.#administered(account)));
  }

  /** @throws DomainError `bad_input`, or `conflict` when the name is taken */
  async add(account: NewAccount): Promise<AdministeredAccount> {
    return this.#administered(await this.#accounts.add(account));
  }

  /** @throws DomainError `not_found`, `bad_input`, or `conflict` when no admin would be left */
  async edit(id: number, changes: AccountChanges): Promise<AdministeredAccount> {
    return this.#administered(await this.#accounts.edit(id, changes));
  }

  /**
   * @returns the account that was
   * @throws DomainError `not_found`, or `conflict` when no admin would be left
   */
  async remove(id: number): Promise<Account> {
    const account = this.#accounts.remove(id);
    // The account is gone, and its id never comes back: what is left of its second factor opens nothing.
    try {
      await this.#secondFactors.disable(id);
    } catch (error) {
      this.#onError(error);
    }
    return account;
  }

  /** @throws DomainError `not_found` */
  signOut(id: number): Account {
    return this.#accounts.signOut(id);
  }

  /**
   * Lets a user who lost their device sign in with the password alone.
   * @throws DomainError `not_found`
   */
  async disableSecondFactor(id: number): Promise<Account> {
    const account = this.#accounts.byId(id);
    await this.#secondFactors.disable(account.id);
    return account;
  }

  async #administered(account: Account): Promise<AdministeredAccount> {
    return { ...account, twoFactorEnabled: await this.#secondFactors.isEnabled(account.id) };
  }
}
