import type { TokenPair } from '../../core/http/wire.ts';

/** Asks the API of a running server, beside a browser. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** @param account one of the demo's unless told otherwise */
export async function apiOf(url: string, account: [username: string, password: string] = admin): Promise<Ask> {
  const ask = async <T>(token: string | null, method: string, path: string, body?: object): Promise<T> => {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && bearer(token)) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const [username, password] = account;
  const { access_token: token } = await ask<TokenPair>(null, 'POST', '/api/auth/login', { username, password });
  return (method, path, body) => ask(token, method, path, body);
}

const admin: [string, string] = ['admin', 'admin-demo'];
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
