import { DomainError } from '../../domain/errors.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { LibraryZone } from '../../store/library-zone.ts';
import type { Transact } from '../../store/transact.ts';
import type { Accounts } from '../accounts.ts';
import type { CodeNeeded } from './authenticator.ts';
import type { LibraryEncryption } from '../encryption/library-encryption.ts';
import type { EntryCodes } from './entry-codes.ts';
import type { FirstAccountHold } from '../first-account-hold.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Client, Sessions, SignInResult } from './sessions.ts';
import { SignInRefused } from './sign-in-errors.ts';

/** The first account, with the owner's choices for the library. */
export interface FirstAccount {
  readonly username: string;
  readonly password: string;
  readonly displayName?: string | undefined;
  /** An IANA name. */
  readonly timeZone?: string | undefined;
  /** The passphrase with which to encrypt the library; missing for an unencrypted one. */
  readonly passphrase?: string | undefined;
}

/** The result of creating the first account. */
export interface FirstEntry {
  readonly outcome: SignInResult | CodeNeeded;
  /** The recovery key of a library that is being encrypted; it is not stored anywhere. */
  readonly recoveryKey: string | undefined;
}

interface Dependencies {
  readonly users: Pick<Users, 'isEmpty' | 'owner'>;
  readonly accounts: Pick<Accounts, 'readyToAddFirst'>;
  readonly sessions: Pick<Sessions, 'enter'>;
  readonly codes: EntryCodes;
  readonly limits: Pick<LoginLimits, 'attempt'>;
  readonly zone: Pick<LibraryZone, 'choose'>;
  readonly hold: Pick<FirstAccountHold, 'during'>;
  readonly encryption: Pick<LibraryEncryption, 'prepare'>;
  readonly transact: Transact;
  /** Called when the time zone of the library changes. */
  readonly onZone: () => void;
}

/**
 * Lets the owner sign in with a code from the server's terminal: first to create the first account, and later to sign in.
 */
export class OwnerEntry {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether there is no account yet, but a code to create one. */
  get setupWanted(): boolean {
    const { users, codes } = this.#with;
    return codes.any && users.isEmpty();
  }

  /**
   * Creates the first account, which is an admin, and signs it in; then encrypts the library, if a passphrase is given. The
   * code stays valid until this has succeeded.
   * @throws DomainError `conflict` if there are accounts, `unauthenticated` for a wrong code, `too_many_attempts`,
   * `bad_input`
   */
  async setUp(code: string, account: FirstAccount, client: Client): Promise<FirstEntry> {
    const { users, codes, encryption, hold } = this.#with;
    if (!users.isEmpty()) throw setupOver();
    // A generated code cannot be guessed, and other people's guesses must not lock the owner out.
    if (!codes.wasIssued(code)) await this.#attempt(client, () => codes.knows(code));
    if (account.timeZone !== undefined && !isTimeZone(account.timeZone)) {
      throw new DomainError('bad_input', 'time_zone must be the name of a time zone, such as Europe/Berlin.', {
        problem: 'bad_time_zone',
      });
    }
    return hold.during(async () => {
      const { passphrase } = account;
      // The keyring comes first, so that no account is created if the encryption that its owner wants cannot be prepared.
      const preparedEncryption = passphrase === undefined ? undefined : await encryption.prepare(passphrase);
      try {
        const outcome = await this.#makeAccount(account, client);
        preparedEncryption?.begin();
        return { outcome, recoveryKey: preparedEncryption?.recoveryKey, isEncrypted: preparedEncryption !== undefined };
      } catch (error) {
        await preparedEncryption?.giveUp();
        throw error;
      }
    });
  }

  async #makeAccount(account: FirstAccount, client: Client): Promise<SignInResult | CodeNeeded> {
    const { accounts, sessions, codes, zone, transact, onZone } = this.#with;
    const { username, password, displayName, timeZone } = account;
    const names = { username, ...(displayName && { displayName }) };
    const add = await accounts.readyToAddFirst({ ...names, password, role: 'admin' });
    // One transaction: the zone can be chosen only with the first account.
    const user = transact(() => {
      const added = add();
      if (added && timeZone !== undefined) zone.choose(timeZone);
      return added;
    });
    if (!user) throw setupOver();
    codes.spendAll();
    if (timeZone !== undefined) onZone();
    return sessions.enter(user, client);
  }

  /**
   * Signs in the owner, who is the oldest admin. A second factor is required as usual.
   * @throws DomainError `unauthenticated`, `too_many_attempts`
   */
  async signIn(code: string, client: Client): Promise<SignInResult | CodeNeeded> {
    if (!this.#with.codes.spend(code)) await this.#attempt(client, () => false);
    const owner = this.#with.users.owner();
    if (!owner) throw refused();
    return this.#with.sessions.enter(owner, client);
  }

  /** Limits guesses like guesses of passwords. */
  async #attempt({ address }: Client, isRight: () => boolean): Promise<void> {
    const isAccepted = await this.#with.limits.attempt(address, () => Promise.resolve(isRight() || undefined));
    if (!isAccepted) throw refused();
  }
}

const refused = (): SignInRefused =>
  new SignInRefused(
    'link',
    'This link or code does not count any more: it was used, or a new one was made.',
    undefined,
  );

const setupOver = (): DomainError =>
  new DomainError('conflict', 'The first account was made already: sign in.', { problem: 'setup_over' });
