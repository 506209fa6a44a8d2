import { readPassword } from './password.ts';
import { mustHaveIndex, withLibrary, type OpenIndex } from './open-index.ts';
import { checkUsername, normalUsername } from '../domain/credentials.ts';
import { DomainError } from '../domain/errors.ts';
import type { Role } from '../domain/roles.ts';
import type { Config } from '../settings/env.ts';
import { commandLine } from '../services/audit-trail.ts';
import { inject } from '../compose/inject.ts';
import { SignInLinks } from '../store/accounts/sign-in-links.ts';
import { Users, type UserRow } from '../store/accounts/users.ts';

type Print = (line: string) => void;

interface NewUser {
  readonly username: string;
  readonly role: Role;
  readonly displayName: string | undefined;
}

/** @throws DomainError `bad_input`, or `conflict` if the name is taken */
export async function addUser(config: Config, { username, role, displayName }: NewUser, print: Print): Promise<void> {
  // Before somebody types a password twice for nothing.
  checkUsername(username);
  const password = await readPassword(`Password for ${username}: `);
  await withLibrary(config, async (library) => {
    const account = { username, password, role, ...(displayName === undefined ? {} : { displayName }) };
    const user = await library.resolve(inject.accounts).add(account);
    const event = { action: 'user.added', subject: user.username, detail: `role ${user.role}` };
    library.resolve(inject.audit).record(event, { actor: commandLine });
    print(`Added ${user.username} with role ${user.role}.`);
  });
}

/** A line for each user: name, role, state and display name, separated by tabs. */
export async function listUsers(config: Config, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    for (const user of library.resolve(inject.accounts).list()) {
      print([user.username, user.role, user.disabled ? 'disabled' : 'enabled', user.displayName].join('\t'));
    }
  });
}

/**
 * Sets a password, and removes all other ways to access the account, since an attacker may have added one.
 * @throws DomainError `not_found`, `bad_input`
 */
export async function resetPassword(config: Config, username: string, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => userNamed(library, username));
  const password = await readPassword(`New password for ${username}: `);
  await withLibrary(config, async (library) => {
    const setPassword = await library.resolve(inject.accounts).readyToResetPassword(username, password);
    // One transaction: no link of an attacker may outlive the old password.
    const endedLinks = library.resolve(inject.transact)(() => {
      setPassword();
      const event = { action: 'user.password_reset', subject: normalUsername(username) };
      library.resolve(inject.audit).record(event, { actor: commandLine });
      return endLinks(library, userNamed(library, username));
    });
    print(`Password set for ${username}. All their devices are signed out, and their API keys have ended.`);
    for (const link of endedLinks) print(`Ended: ${link}`);
  });
}

/**
 * Removes the passkeys of a user, and the links with services.
 * @throws DomainError `not_found`
 */
export async function unlinkUser(config: Config, username: string, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    const endedLinks = endLinks(library, userNamed(library, username));
    if (endedLinks.length === 0) print(`${username} has no passkeys and no links with services.`);
    for (const link of endedLinks) print(`Ended: ${link}`);
  });
}

function userNamed(library: OpenIndex, username: string): UserRow {
  const user = library.resolve(Users).byName(normalUsername(username));
  if (!user) throw new DomainError('not_found', `There is no user ${username}.`);
  return user;
}

/** @returns the plugin and name of each removed link */
function endLinks(library: OpenIndex, { id, username }: UserRow): string[] {
  const endedLinks = library.resolve(SignInLinks).removeAll(id);
  return endedLinks.map(({ plugin, name }) => {
    const event = { action: 'sign_in.unlinked', subject: username, detail: `${plugin}: ${name}` };
    library.resolve(inject.audit).record(event, { actor: commandLine });
    return event.detail;
  });
}
