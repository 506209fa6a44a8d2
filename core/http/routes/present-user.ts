import Joi from 'joi';
import { roles } from '../../domain/roles.ts';
import type { Account } from '../../services/accounts.ts';
import type { User } from '../wire.ts';

/** The schema of what `presentUser` makes. */
export const user = Joi.object({
  id: Joi.number().integer().required(),
  username: Joi.string().required(),
  display_name: Joi.string().required(),
  role: Joi.string()
    .valid(...roles)
    .required(),
});

/** An account as its user sees it. */
export function presentUser({ id, username, displayName, role }: Account): User {
  return { id, username, display_name: displayName, role };
}
