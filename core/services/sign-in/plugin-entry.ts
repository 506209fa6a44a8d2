import { randomBytes } from 'node:crypto';
import { normalUsername } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { SignInSubject } from '../../plugin-api/index.ts';
import type { SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { Accounts } from '../accounts.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { enabledUser, type CodeNeeded } from '../authenticator.ts';
import type { Client, Sessions, SignedIn } from '../sessions.ts';
import { SignInRefused } from '../sign-in-refused.ts';
import { browserKeyTtl } from './calling-browser.ts';
import { EntryTickets } from './entry-tickets.ts';
import type { LoadedSignIn } from './token-grants.ts';

/** Somebody has come back from a service: to be signed in, or to be told why not. */
type Entry = { readonly plugin: string; readonly user: UserRow } | { readonly refusal: DomainError };

/** A signed-in user who has set out to link their account. */
interface Linking {
  readonly plugin: string;
  readonly userId: number;
  readonly tokenEpoch: number;
}

interface Dependencies {
  readonly loaded: () => readonly LoadedSignIn[];
  readonly links: SignInLinks;
  readonly users: Users;
  readonly accounts: Pick<Accounts, 'add'>;
  readonly sessions: Pick<Sessions, 'enter' | 'enterProved'>;
  readonly audit: Pick<AuditTrail, 'record'>;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Seconds: the browser is sent on and comes back at once. */
const entryTtl = 60;
/** Signing in by services that plugins know, and linking accounts with them. */
export class PluginEntry {
  readonly #with: Dependencies;
  readonly #entries: EntryTickets<Entry>;
  readonly #linkings: EntryTickets<Linking>;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#entries = new EntryTickets(entryTtl, dependencies.clock);
    this.#linkings = new EntryTickets(browserKeyTtl, dependencies.clock);
  }

  /** Where a user goes who wants to link their account. @param browser its key. @throws DomainError `not_found` */
  beginLink(plugin: string, { id: userId, tokenEpoch }: UserRow, browser: string): string {
    const { button, linksByItself } = this.#with.loaded().find((one) => one.plugin === plugin)?.signIn ?? {};
    if (!button || linksByItself) throw new DomainError('not_found', 'There is no such way to sign in.');
    return `${button.start}?link=${this.#linkings.issue({ plugin, userId, tokenEpoch }, browser)}`;
  }

  /**
   * @param browser the key of that which came back
   * @returns the place in the app to which somebody is sent who has proved to be a subject of a service
   */
  async come(plugin: string, given: SignInSubject, browser: string): Promise<string> {
    const entry = await this.#entryOf(plugin, given, browser).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return { refusal: error };
    });
    return entry === 'linked' ? '/#/settings' : `/#link=${this.#entries.issue(entry, browser)}`;
  }

  /**
   * @param browser its key, if it has one
   * @returns undefined for a code that is none of these
   * @throws DomainError for why it does not let in
   */
  async signIn(
    code: string,
    browser: string | undefined,
    client: Client,
  ): Promise<{ plugin: string; outcome: SignedIn | CodeNeeded } | undefined> {
    const entry = this.#entries.spend(code, browser);
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

  async #entryOf(plugin: string, given: SignInSubject, browser: string): Promise<Entry | 'linked'> {
    const { links, users, clock } = this.#with;
    const { subject, name } = checkedSubject(given);
    if (given.link !== undefined) return this.#link({ plugin, subject, name }, given.link, browser);
    const found = links.ofSubject(plugin, subject);
    const userId = found?.userId ?? (given.create && (await this.#create(plugin, subject, name, given.create)));
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
    const linking = this.#linkings.spend(ticket, browser);
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

  /** An account whose password nobody knows. It is never linked to one that was there: whoever chose its name is unknown. */
  async #create(
    plugin: string,
    subject: string,
    name: string,
    { username, displayName, role }: NonNullable<SignInSubject['create']>,
  ): Promise<number | undefined> {
    const { users, accounts, links, audit, clock } = this.#with;
    const wanted = normalUsername(username).slice(0, 60);
    const free = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'].map((end) => wanted + end);
    const chosen = free.find((one) => !users.byName(one)) ?? wanted;
    const account = await accounts.add({
      username: chosen,
      password: randomBytes(32).toString('base64url'),
      role: role === 'write' ? 'write' : 'read',
      ...(displayName && { displayName }),
    });
    const isNew = links.add({ plugin, subject, userId: account.id, name, createdAt: clock() });
    if (!isNew) {
      // The same person came twice at once: the first account is theirs.
      users.remove(account.id);
      return links.ofSubject(plugin, subject)?.userId;
    }
    audit.record(
      { action: 'user.added', subject: account.username, detail: `${plugin}: ${name}` },
      { actor: { userId: null, name: `plugin ${plugin}` } },
    );
    return account.id;
  }
}

/** What is kept of somebody at a service. @throws Error for what a plugin must not give */
export function checkedSubject({ subject, name }: Pick<SignInSubject, 'subject' | 'name'>): {
  subject: string;
  name: string;
} {
  return { subject: checked(subject, 500), name: checked(name, 200) };
}

function checked(text: unknown, longest: number): string {
  if (typeof text === 'string' && text !== '' && text.length <= longest && !/\p{Cc}/u.test(text)) return text;
  throw new Error(`subject and name are texts of 1 to ${longest} characters on one line.`);
}

function notLinked(): SignInRefused {
  return new SignInRefused(
    'not_linked',
    'That account is not linked to one here: sign in with your password, and link it in the settings.',
    undefined,
  );
}
