import Joi from 'joi';
import { givenCode } from '../schemas/second-factors.ts';

/** Additional proof of identity, for routes where a token is not enough. */
export interface OwnProof {
  current_password?: string;
  code?: string;
}

export const ownProof = {
  current_password: Joi.string()
    .max(1024)
    .description('Of the admin, where it concerns their own account, or what opens the library.'),
  code: givenCode.description('The same, when their second factor is on.'),
};
