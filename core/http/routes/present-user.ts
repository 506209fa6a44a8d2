import { roles } from '../../domain/roles.ts';
import type { Account } from '../../services/accounts.ts';
import { answer, oneOf } from '../schemas/answer.ts';
import { integer, word } from '../schemas/parts.ts';
import type { User } from '../wire.ts';

/** Schema of `presentUser`'s result. */
export const user = answer<User>({ id: integer, username: word, display_name: word, role: oneOf(...roles) });

/** An account as its user sees it. */
export function presentUser({ id, username, displayName, role }: Account): User {
  return { id, username, display_name: displayName, role };
}
