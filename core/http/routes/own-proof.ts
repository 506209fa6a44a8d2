import Joi from 'joi';
import type { Proof } from '../../services/sign-in/reauthentication.ts';
import { factorName, givenCode } from '../schemas/second-factors.ts';
import type { OwnProof } from '../wire.ts';

export const proofOf = ({ current_password: password, code, factor }: OwnProof): Proof => ({ password, code, factor });

export const codeProof = {
  code: givenCode.description('When their second factor is on.'),
  factor: factorName.description('The name of the plugin whose code it is; absent: of any of the user’s.'),
};

export const ownProof = {
  current_password: Joi.string()
    .max(1024)
    .description('Of the admin, where it concerns their own account, or what opens the library.'),
  ...codeProof,
};
