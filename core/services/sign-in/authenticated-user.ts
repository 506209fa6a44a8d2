import type { Role } from '../../domain/roles.ts';
import type { TokenScope } from '../../plugin-api/index.ts';

/** The permissions of a token that a plugin issued. */
export interface CallerGrant {
  /** Missing: everything that such tokens can reach. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** The plugin and the token's name, for the audit trail. */
  readonly label: string;
}

/** The user of a valid token or signature. */
export interface AuthenticatedUser {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /**
   * The user's token epoch when the token was read, so that signing URLs need not read the user again; missing after
   * authentication by a signature.
   */
  readonly tokenEpoch?: number;
  /** The permissions of a plugin's token; missing for a session. */
  readonly grant?: CallerGrant;
}
