import type * as Server from '@simplewebauthn/server';

/** Read for the first passkey, not at each start of a server that may have nobody with one. */
export const library = (): Promise<typeof Server> => import('@simplewebauthn/server');
