import { sign } from './credentials.js';

/** What the sign-in page calls: the browser asks for the passkey. */
export async function answer(challenge, { signal }) {
  return JSON.stringify(await sign(challenge, { signal }));
}
