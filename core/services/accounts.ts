import { randomBytes } from 'node:crypto';
import { checkUsername, normalUsername } from '../domain/credentials.ts';
import { DomainError } from '../domain/errors.ts';
import type { Role } from '../domain/roles.ts';
import type { NewUser, UserChange, UserRow as Account, Users } from '../store/accounts/users.ts';
import type { Passwords } from './passwords.ts';

export type { Account };

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  /** Default: the username. */
  readonly displayName?: string;
}

/** Changes to an account by an admin; missing fields stay unchanged. */
export interface AccountChanges {
  /** Empty: the username. */
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
  readonly disabled?: boolean | undefined;
  readonly password?: string | undefined;
}

const demoAccounts: readonly NewAccount[] = [
  { username: 'demo', password: 'demo-demo', role: 'write', displayName: 'Demo' },
  { username: 'admin', password: 'admin-demo', role: 'admin', displayName: 'Demo admin' },
];

/** The local accounts and their passwords. */
export class Accounts {
  readonly #users: Users;
  readonly #passwords: Passwords;
  readonly #clock: () => number;

  constructor(users: Users, passwords: Passwords, clock: () => number) {
    this.#users = users;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  /** @throws DomainError `bad_input`, or `conflict` when the name is taken */
  async add(account: NewAccount): Promise<Account> {
    return (await this.readyToAdd(account))();
  }

  /**
   * Hashes the password of a new account, which takes a while.
   * @returns adds the account; may be called in a transaction. It throws DomainError `conflict` when the name is taken
   * @throws DomainError `bad_input`, or `conflict` when the name is taken
   */
  async readyToAdd(account: NewAccount): Promise<() => Account> {
    const username = checkUsername(account.username);
    if (this.#users.byName(username)) throw usernameTaken(username);
    const user = await this.#newUser(account);
    return () => {
      const id = this.#users.insert(user);
      if (id === undefined) throw usernameTaken(username);
      return this.byId(id);
    };
  }

  /**
   * Like `readyToAdd`, for the first account. Of two simultaneous calls, only one succeeds.
   * @returns adds the account; returns undefined if an account exists already
   * @throws DomainError `bad_input`
   */
  async readyToAddFirst(account: NewAccount): Promise<() => Account | undefined> {
    const user = await this.#newUser(account);
    return () => {
      const id = this.#users.insertFirst(user);
      return id === undefined ? undefined : this.byId(id);
    };
  }

  /** Sorted by name. */
  list(): Account[] {
    return this.#users.all();
  }

  /** @throws DomainError `not_found` */
  byId(id: number): Account {
    const user = this.#users.byId(id);
    if (!user) throw noSuchUser('There is no such user.');
    return user;
  }

  /**
   * Hashes a new password, which takes a while.
   * @returns sets the password, and signs the user out everywhere; may be called in a transaction
   * @throws DomainError `not_found`, `bad_input`
   */
  async readyToResetPassword(username: string, password: string): Promise<() => void> {
    const user = this.#users.byName(normalUsername(username));
    if (!user) throw noSuchUser(`There is no user ${username}.`);
    const hash = await this.#passwords.hash(password);
    return () => {
      this.#users.replacePassword(user.id, hash, this.#clock());
    };
  }

  /**
   * Changes an account. A new password, or disabling the account, signs the user out everywhere.
   * @throws DomainError `not_found`, `bad_input`, or `conflict` if no admin would remain
   */
  async edit(id: number, changes: AccountChanges): Promise<Account> {
    return (await this.readyToEdit(id, changes))();
  }

  /**
   * Hashes the password of a change, which takes a while.
   * @returns makes the change; may be called in a transaction. It throws the errors of `edit`
   * @throws DomainError `not_found`, `bad_input`
   */
  async readyToEdit(id: number, changes: AccountChanges): Promise<() => Account> {
    const { password, displayName: name, ...rest } = changes;
    // Check first, since hashing a password takes a while.
    const existing = this.byId(id);
    const change = {
      ...rest,
      ...(name === undefined ? {} : { displayName: displayName(name || existing.username) }),
      ...(password === undefined ? {} : { passwordHash: await this.#passwords.hash(password) }),
    };
    return () => {
      refuse(this.#users.change(existing.id, change, this.#clock()));
      return this.byId(id);
    };
  }

  /**
   * Checks a change before its author is asked for more.
   * @throws DomainError `conflict` if no admin would remain after it
   */
  checkAdminRemains(id: number, { role = 'admin', disabled = false }: Pick<AccountChanges, 'role' | 'disabled'>): void {
    if ((role !== 'admin' || disabled) && this.#users.isLastAdmin(id)) refuse('last_admin');
  }

  /**
   * @returns the removed account
   * @throws DomainError `not_found`, or `conflict` if no admin would remain
   */
  remove(id: number): Account {
    const account = this.byId(id);
    refuse(this.#users.remove(id));
    return account;
  }

  /**
   * Ends every session and every signed URL of the user.
   * @throws DomainError `not_found`
   */
  signOut(id: number): Account {
    const account = this.byId(id);
    this.#users.signOut(account.id, this.#clock());
    return account;
  }

  /**
   * Creates the first admin of an index without users.
   * @returns the name and password if the password was generated: the caller must show it now, because only its hash is
   * stored
   */
  async ensureFirstAdmin(credentials: {
    username?: string | undefined;
    password?: string | undefined;
  }): Promise<{ username: string; password: string } | undefined> {
    if (!this.#users.isEmpty()) return undefined;
    const password = credentials.password ?? randomBytes(12).toString('base64url');
    const { username } = await this.add({ username: credentials.username ?? 'admin', password, role: 'admin' });
    return credentials.password === undefined ? { username, password } : undefined;
  }

  /** Names of accounts that still have the public password of the demo. */
  async withDemoPasswords(): Promise<string[]> {
    // An index without demo accounts has no password to compare.
    if (!this.#users.byName('demo')) return [];
    const matches = await Promise.all(
      demoAccounts.map(({ username, password }) =>
        this.#passwords.matches(password, this.#users.byName(username)?.passwordHash),
      ),
    );
    return demoAccounts.flatMap(({ username }, at) => (matches[at] ? [username] : []));
  }

  async #newUser(account: NewAccount): Promise<NewUser> {
    const username = checkUsername(account.username);
    return {
      username,
      displayName: displayName(account.displayName ?? username),
      role: account.role,
      passwordHash: await this.#passwords.hash(account.password),
      createdAt: this.#clock(),
    };
  }

  /** Adds the demo accounts that are missing. */
  async ensureDemoAccounts(): Promise<void> {
    const missing = demoAccounts.filter(({ username }) => !this.#users.byName(username));
    await Promise.all(missing.map((account) => this.add(account)));
  }
}

function refuse(outcome: UserChange): void {
  if (outcome === 'missing') throw noSuchUser('There is no such user.');
  if (outcome === 'last_admin') {
    throw new DomainError('conflict', 'This is the last admin: make somebody else admin first.', {
      problem: 'last_admin',
    });
  }
}

function displayName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name.length < 1 || name.length > 100) {
    throw new DomainError('bad_input', 'display_name must be 1 to 100 characters long.', { problem: 'bad_name' });
  }
  // The terminal that lists users would interpret control characters.
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new DomainError('bad_input', 'display_name cannot hold control characters.', { problem: 'bad_name' });
  }
  return name;
}

function usernameTaken(username: string): DomainError {
  return new DomainError('conflict', `The username ${username} is taken: choose another.`, {
    problem: 'username_taken',
  });
}

const noSuchUser = (message: string): DomainError =>
  new DomainError('not_found', message, { problem: 'no_such_account' });
