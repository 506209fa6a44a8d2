import type { Proof } from '../../services/sign-in/reauthentication.ts';
import type { OwnProof } from '../wire.ts';

export const proofOf = ({ current_password: password, code, factor }: OwnProof): Proof => ({ password, code, factor });
