import type { Client } from '../../services/sign-in/sessions.ts';
import type { Call } from './route.ts';

/** The client of a request. */
export function clientOf({ address, headers }: Pick<Call, 'address' | 'headers'>): Client {
  const agent = headers['user-agent'];
  return { address, userAgent: typeof agent === 'string' ? agent : undefined };
}
