import { sign } from './credentials.js';

/** Called by the sign-in page: the browser asks for the passkey. */
export async function answer(challenge, { signal }) {
  return JSON.stringify(await sign(challenge, { signal }));
}
