import type { TokenScope } from '../../plugin-api/index.ts';

/** What a caller may do whose token is a plugin's. */
export interface CallerGrant {
  /** Absent: all that such tokens reach. */
  readonly scopes?: readonly TokenScope[] | undefined;
  /** The plugin and the token's name, for the audit trail. */
  readonly label: string;
}
