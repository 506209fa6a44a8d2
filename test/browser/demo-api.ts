import type { TokenPair } from '../../core/http/wire.ts';

/** Calls the API of a running server next to a browser. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Signs in, and again whenever a token has expired. @param account the admin of the demo by default */
export async function apiOf(url: string, account: [username: string, password: string] = admin): Promise<Ask> {
  const send = (token: string | null, method: string, path: string, body?: object): Promise<Response> => {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && bearer(token)) };
    return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const signIn = async (): Promise<string> => {
    const [username, password] = account;
    const answer = await send(null, 'POST', '/api/auth/login', { username, password });
    return (await wellAnswered<TokenPair>(answer, 'signing in')).access_token;
  };
  let token = await signIn();
  return async (method, path, body) => {
    let answer = await send(token, method, path, body);
    if (answer.status === 401) {
      token = await signIn();
      answer = await send(token, method, path, body);
    }
    return wellAnswered(answer, `${method} ${path}`);
  };
}

async function wellAnswered<T>(answer: Response, what: string): Promise<T> {
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const admin: [string, string] = ['admin', 'admin-demo'];
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
