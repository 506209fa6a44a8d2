import type { Role } from '../../domain/roles.ts';
import type { TokenScope } from '../../plugin-api/index.ts';

/** The permissions of a plugin's token. */
export interface CallerGrant {
  /** Absent: everything that such tokens can reach. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** The plugin and the token's name, for the audit trail. */
  readonly label: string;
}

/** The user of a valid token or signature. */
export interface AuthenticatedUser {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** Of the user when the token was read, so that signing URLs need not read the user again; absent after a signature. */
  readonly tokenEpoch?: number;
  /** Of a plugin's token; absent for a session. */
  readonly grant?: CallerGrant;
}
