import type { Account, AccountChanges, Accounts, NewAccount } from './accounts.ts';
import type { OwnAccount, Proof } from './own-account.ts';
import type { SecondFactors } from './second-factors.ts';

/** An account as admins see it. */
export interface AdministeredAccount extends Account {
  readonly twoFactorEnabled: boolean;
}

/** The admin, with the proof that a change of their own account needs. */
export interface Administrator extends Proof {
  readonly userId: number;
}

interface Dependencies {
  readonly accounts: Accounts;
  readonly own: Pick<OwnAccount, 'prove'>;
  readonly secondFactors: Pick<SecondFactors, 'isEnabled' | 'disable'>;
  /** Reports a follow-up error; the action itself has succeeded. */
  readonly onError: (error: unknown) => void;
}

/** Account actions of admins. Their own account needs the same proof as for everybody: the password and a code. */
export class UserAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** By name. */
  list(): Promise<AdministeredAccount[]> {
    return Promise.all(this.#with.accounts.list().map((account) => this.#administered(account)));
  }

  /** @throws DomainError `bad_input`, or `conflict` when the name is taken */
  async add(account: NewAccount): Promise<AdministeredAccount> {
    return this.#administered(await this.#with.accounts.add(account));
  }

  /** @throws DomainError `not_found`, `bad_input`, `forbidden`, or `conflict` when no admin would be left */
  async edit(id: number, changes: AccountChanges, by: Administrator): Promise<AdministeredAccount> {
    const { role, disabled, password } = changes;
    if ([role, disabled, password].some((change) => change !== undefined)) await this.#prove(id, by);
    return this.#administered(await this.#with.accounts.edit(id, changes));
  }

  /**
   * @returns the account that was
   * @throws DomainError `not_found`, `forbidden`, or `conflict` when no admin would be left
   */
  async remove(id: number, by: Administrator): Promise<Account> {
    await this.#prove(id, by);
    const account = this.#with.accounts.remove(id);
    // The account is gone and its id is never used again, so leftovers of its second factor are harmless.
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
  async disableSecondFactor(id: number, by: Administrator): Promise<Account> {
    await this.#prove(id, by);
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
