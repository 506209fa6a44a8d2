import { randomBytes } from 'node:crypto';
import { normalUsername, usernameMaxLength } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { SignInSubject } from '../../plugin-api/index.ts';
import { checkedSubject } from '../../plugin-api/shapes/sign-in.ts';
import { OneTimeTickets } from '../../plugin-api/toolkit/index.ts';
import type { SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { Transact } from '../../store/transact.ts';
import type { Accounts } from '../accounts.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { enabledUser, type CodeNeeded } from './authenticator.ts';
import { BegunSignIns } from './begun-sign-ins.ts';
import { browserKeyTtl, type CallingBrowser } from './calling-browser.ts';
import type { Client, Sessions, SignInResult } from './sessions.ts';
import { SignInRefused } from './sign-in-errors.ts';
import type { LoadedSignIn } from './token-grants.ts';

/** The outcome of a sign-in at an external service. */
type Entry = { readonly plugin: string; readonly user: UserRow } | { readonly refusal: DomainError };

/** A signed-in user who has started to link their account. */
interface LinkAttempt {
  readonly plugin: string;
  readonly userId: number;
  readonly tokenEpoch: number;
}

/** A value that is valid only in the browser with this key. */
interface InBrowser<T> {
  readonly value: T;
  readonly browser: string;
}

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly links: SignInLinks;
  readonly users: Users;
  readonly accounts: Pick<Accounts, 'readyToAdd'>;
  readonly sessions: Pick<Sessions, 'enter' | 'enterProved'>;
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Seconds: the browser is redirected to the app immediately. */
const entryTtl = 60;

/** Signs in with the services of plugins, and links accounts with them. */
export class PluginEntry {
  readonly #with: Dependencies;
  readonly #begun: BegunSignIns;
  readonly #entries: OneTimeTickets<InBrowser<Entry>>;
  readonly #linkings: OneTimeTickets<InBrowser<LinkAttempt>>;

  constructor(dependencies: Dependencies) {
    const { clock } = dependencies;
    this.#with = dependencies;
    this.#begun = new BegunSignIns(clock);
    this.#entries = new OneTimeTickets({ lifetime: entryTtl, clock });
    this.#linkings = new OneTimeTickets({ lifetime: browserKeyTtl, clock });
  }

  /**
   * The URL at which a user links their account.
   * @param start the URL of the plugin's button
   * @param browser the browser's key
   */
  beginLink({ plugin, start }: { plugin: string; start: string }, user: UserRow, browser: string): string {
    const { id: userId, tokenEpoch } = user;
    return `${start}?link=${this.#linkings.issue({ value: { plugin, userId, tokenEpoch }, browser })}`;
  }

  /** See `SignInHost.begin`. */
  begin(plugin: string, data: unknown, { key }: CallingBrowser): string {
    return this.#begun.begin(plugin, data, key);
  }

  /** See `SignInHost.resume`. */
  resume(plugin: string, ticket: string, browser: CallingBrowser): { readonly data: unknown } | null {
    const signIn = this.#begun.resume(plugin, ticket, browser.kept);
    if (signIn) browser.noteResumed();
    return signIn ?? null;
  }

  /**
   * Finishes a sign-in at an external service.
   * @returns the path in the app to which the browser is redirected
   * @throws Error if the browser's sign-in was not resumed
   */
  async complete(plugin: string, identity: SignInSubject, browser: CallingBrowser): Promise<string> {
    if (!browser.resumed) {
      throw new Error(
        'host.signIn.enter needs a call in which host.signIn.resume has answered with the data of a begin.',
      );
    }
    const { key } = browser;
    const entry = await this.#entryOf(plugin, identity, key).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return { refusal: error };
    });
    return entry === 'linked' ? '/#/settings' : `/#link=${this.#entries.issue({ value: entry, browser: key })}`;
  }

  /**
   * Signs in with the code from the app's URL.
   * @param browser the browser's key; undefined for a browser without one
   * @returns undefined for a code of another kind
   * @throws DomainError if the sign-in is refused
   */
  async signIn(
    code: string,
    browser: string | undefined,
    client: Client,
  ): Promise<{ plugin: string; outcome: SignInResult | CodeNeeded } | undefined> {
    const entry = spendIn(this.#entries, code, browser);
    if (!entry) return undefined;
    if ('refusal' in entry) throw entry.refusal;
    const { plugin, user } = entry;
    const { signIn } = this.#with.loaded().find((one) => one.plugin === plugin) ?? {};
    const { sessions } = this.#with;
    const outcome = signIn?.provesSecondFactor
      ? sessions.enterProved(user, client)
      : await sessions.enter(user, client);
    return { plugin, outcome };
  }

  async #entryOf(plugin: string, identity: SignInSubject, browser: string): Promise<Entry | 'linked'> {
    const { links, users, clock } = this.#with;
    const { subject, name } = checkedSubject(identity);
    if (identity.link !== undefined) return this.#link({ plugin, subject, name }, identity.link, browser);
    const found = links.ofSubject(plugin, subject);
    const userId = found?.userId ?? (identity.create && (await this.#create(plugin, subject, name, identity.create)));
    if (userId === undefined) throw notLinked();
    const user = enabledUser(users, userId);
    if (!user)
      throw new SignInRefused(
        'disabled',
        'This account is disabled: ask an administrator.',
        users.byId(userId)?.username,
      );
    if (found) links.used(found.id, clock());
    return { plugin, user };
  }

  #link(link: { plugin: string; subject: string; name: string }, ticket: string, browser: string): 'linked' {
    const { links, users, audit, clock } = this.#with;
    const linking = spendIn(this.#linkings, ticket, browser);
    const user = linking?.plugin === link.plugin ? enabledUser(users, linking.userId) : undefined;
    if (!user || user.tokenEpoch !== linking?.tokenEpoch) {
      throw new DomainError('unauthenticated', 'Linking took too long: begin again in the settings.', {
        problem: 'sign_in_over',
      });
    }
    const isNew = links.add({ ...link, userId: user.id, createdAt: clock() });
    if (!isNew && links.ofSubject(link.plugin, link.subject)?.userId !== user.id) {
      throw new DomainError('unauthenticated', 'That account of the service is linked to somebody else here.', {
        problem: 'linked_elsewhere',
      });
    }
    const actor = { userId: user.id, name: user.username };
    if (isNew) audit.record({ action: 'sign_in.linked', detail: `${link.plugin}: ${link.name}` }, { actor });
    return 'linked';
  }

  /**
   * Creates an account with a random password that is not stored or shown. It is never linked to an existing account with
   * the same name, since anyone could choose that name at the service.
   */
  async #create(
    plugin: string,
    subject: string,
    name: string,
    { username, displayName, role }: NonNullable<SignInSubject['create']>,
  ): Promise<number | undefined> {
    const { users, accounts, links, audit, transact, clock } = this.#with;
    const add = await accounts.readyToAdd({
      username: freeName(normalUsername(username), users),
      password: randomBytes(32).toString('base64url'),
      role: role === 'write' ? 'write' : 'read',
      ...(displayName && { displayName }),
    });
    // One transaction: an account that no link leads to would block its name.
    const account = transact(() => {
      // The same person signed in twice at once: keep the first account.
      if (links.ofSubject(plugin, subject)) return undefined;
      const added = add();
      links.add({ plugin, subject, userId: added.id, name, createdAt: clock() });
      return added;
    });
    if (!account) return links.ofSubject(plugin, subject)?.userId;
    audit.record(
      { action: 'user.added', subject: account.username, detail: `${plugin}: ${name}` },
      { actor: { userId: null, name: `plugin ${plugin}` } },
    );
    return account.id;
  }
}

/** The proposed username, or the first unused one of `proposed-2` to `proposed-999`. */
function freeName(proposed: string, users: Pick<Users, 'byName'>): string {
  const start = proposed.slice(0, usernameMaxLength - '-999'.length);
  for (let count = 1; count <= 999; count++) {
    const name = count === 1 ? start : `${start}-${count}`;
    if (!users.byName(name)) return name;
  }
  return start;
}

/** The value of a ticket, if its own browser sends it. The ticket is spent in any case. */
function spendIn<T>(tickets: OneTimeTickets<InBrowser<T>>, ticket: string, browser: string | undefined): T | undefined {
  const found = tickets.spend(ticket);
  return found?.browser === browser ? found?.value : undefined;
}

function notLinked(): SignInRefused {
  return new SignInRefused(
    'not_linked',
    'That account is not linked to one here: sign in with your password, and link it in the settings.',
    undefined,
  );
}
