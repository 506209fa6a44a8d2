import type { Proof } from '../../services/sign-in/reauthentication.ts';
import { word } from '../schemas/parts.ts';
import { factorName, secondFactorCode } from '../schemas/second-factors.ts';
import type { OwnProof } from '../wire.ts';

export const proofOf = ({ current_password: password, code, factor }: OwnProof): Proof => ({ password, code, factor });

export const codeProof = {
  code: secondFactorCode.description('A code of the second factor; required if it is on.'),
  factor: factorName.description(
    'The plugin of the second factor whose code this is; absent: any of the user’s second factors.',
  ),
};

export const ownProof = {
  current_password: word
    .max(1024)
    .description(
      'The password of the calling admin; required for their own account, and for the keys of an encrypted library.',
    ),
  ...codeProof,
};
