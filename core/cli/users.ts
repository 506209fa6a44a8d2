import { readPassword } from './password.ts';
import { mustHaveIndex, withLibrary } from './open-index.ts';
import { normalUsername } from '../domain/credentials.ts';
import type { Role } from '../domain/roles.ts';
import type { Config } from '../settings/env.ts';
import { commandLine } from '../services/audit-trail.ts';
import { inject } from '../compose/inject.ts';

type Print = (line: string) => void;

interface NewUser {
  readonly username: string;
  readonly role: Role;
  readonly displayName: string | undefined;
}

/** @throws DomainError `bad_input`, or `conflict` when the name is taken */
export async function addUser(config: Config, { username, role, displayName }: NewUser, print: Print): Promise<void> {
  const password = await readPassword(`Password for ${username}: `);
  await withLibrary(config, async (library) => {
    const account = { username, password, role, ...(displayName === undefined ? {} : { displayName }) };
    const user = await library.resolve(inject.accounts).add(account);
    const event = { action: 'user.added', subject: user.username, detail: `role ${user.role}` };
    library.resolve(inject.audit).record(event, { actor: commandLine });
    print(`Added ${user.username} with role ${user.role}.`);
  });
}

/** A line for each user: name, role, state and display name, with tabs between them. */
export async function listUsers(config: Config, print: Print): Promise<void> {
  mustHaveIndex(config);
  await withLibrary(config, (library) => {
    for (const user of library.resolve(inject.accounts).list()) {
      print([user.username, user.role, user.disabled ? 'disabled' : 'enabled', user.displayName].join('\t'));
    }
  });
}

/** @throws DomainError `not_found`, `bad_input` */
export async function resetPassword(config: Config, username: string, print: Print): Promise<void> {
  mustHaveIndex(config);
  const password = await readPassword(`New password for ${username}: `);
  await withLibrary(config, async (library) => {
    await library.resolve(inject.accounts).resetPassword(username, password);
    const event = { action: 'user.password_reset', subject: normalUsername(username) };
    library.resolve(inject.audit).record(event, { actor: commandLine });
    print(`Password set for ${username}. All their devices are signed out.`);
  });
}
