import { DomainError } from '../../domain/errors.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { LibraryZone } from '../../store/library-zone.ts';
import type { Accounts } from '../accounts.ts';
import type { CodeNeeded } from './authenticator.ts';
import type { EntryCodes } from './entry-codes.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Client, Sessions, SignedIn } from './sessions.ts';
import { SignInRefused } from './sign-in-errors.ts';

/** The first account, as the owner fills in the form. */
export interface FirstAccount {
  readonly username: string;
  readonly password: string;
  readonly displayName?: string | undefined;
  /** IANA name. */
  readonly timeZone?: string | undefined;
}

interface Dependencies {
  readonly users: Pick<Users, 'isEmpty' | 'owner'>;
  readonly accounts: Pick<Accounts, 'addFirst'>;
  readonly sessions: Pick<Sessions, 'enter'>;
  readonly codes: EntryCodes;
  readonly limits: Pick<LoginLimits, 'attempt'>;
  readonly zone: Pick<LibraryZone, 'choose'>;
  /** Called when the library gets another time zone. */
  readonly onZone: () => void;
}

/** Lets the owner in by a code from the server's terminal: to make the first account, and later to sign in. */
export class OwnerEntry {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether there is no account yet, but a code for the first one. */
  get setupWanted(): boolean {
    const { users, codes } = this.#with;
    return codes.any && users.isEmpty();
  }

  /**
   * Makes the first account, an admin's, and signs in. The code stays valid until that has succeeded.
   * @throws DomainError `conflict` when there are accounts, `unauthenticated` for a wrong code, `too_many_attempts`,
   *   `bad_input`
   */
  async setUp(code: string, account: FirstAccount, client: Client): Promise<SignedIn | CodeNeeded> {
    const { users, accounts, sessions, codes, zone, onZone } = this.#with;
    if (!users.isEmpty()) throw setupOver();
    // Nobody can guess a printed code, and the guesses of others must not lock the owner out.
    if (!codes.wasIssued(code)) await this.#attempt(client, () => codes.knows(code));
    const { timeZone, displayName, ...named } = account;
    if (timeZone !== undefined && !isTimeZone(timeZone)) {
      throw new DomainError('bad_input', 'time_zone must be the name of a time zone, such as Europe/Berlin.', {
        problem: 'bad_time_zone',
      });
    }
    const user = await accounts.addFirst({ ...named, role: 'admin', ...(displayName && { displayName }) });
    if (!user) throw setupOver();
    codes.spendAll();
    if (timeZone !== undefined) {
      zone.choose(timeZone);
      onZone();
    }
    return sessions.enter(user, client);
  }

  /**
   * Signs in the owner, who is the oldest admin. A second factor is asked for as usual.
   * @throws DomainError `unauthenticated`, `too_many_attempts`
   */
  async signIn(code: string, client: Client): Promise<SignedIn | CodeNeeded> {
    if (!this.#with.codes.spend(code)) await this.#attempt(client, () => false);
    const owner = this.#with.users.owner();
    if (!owner) throw refused();
    return this.#with.sessions.enter(owner, client);
  }

  /** Limits guesses like those of passwords. */
  async #attempt({ address }: Client, isRight: () => boolean): Promise<void> {
    const right = await this.#with.limits.attempt(address, () => Promise.resolve(isRight() || undefined));
    if (!right) throw refused();
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
