import type { Account } from '../../services/accounts.ts';
import type { User } from '../wire.ts';

/** An account as its user sees it. */
export function presentUser({ id, username, displayName, role }: Account): User {
  return { id, username, display_name: displayName, role };
}
