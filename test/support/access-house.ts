import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../core/domain/roles.ts';
import type { AccountRow, People, TokenPair } from '../../core/http/wire.ts';
import { copyIndexedDemo } from './indexed-demo.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** The secret of the servers in access tests. It is known, so that a test can sign tokens as the server does. */
export const signingSecret = 'access tests sign with this secret of theirs';

interface RequestOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A signed-in user. */
export interface SignedIn extends TokenPair {
  readonly username: string;
  readonly password: string;
}

/**
 * The real program in demo mode as a separate process, with its people found and users of every role. It trusts the
 * client address that a proxy names, so that sign-ins of different tests do not count as those of one client.
 */
export class AccessHouse {
  readonly #folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly #dataDir = join(this.#folder, 'data');
  #server: ServerProcess | undefined;
  #number = 0;
  /** Sessions of users whose accounts do not change. */
  readonly users = new Map<Role, SignedIn>();
  /** An expired access token of an admin. */
  expired = '';

  get url(): string {
    if (!this.#server) throw new Error('the server is not running');
    return this.#server.url;
  }

  async start(): Promise<void> {
    await copyIndexedDemo(this.#dataDir);
    await this.#run({ AUTH_ACCESS_TTL: '3s' });
    const passing = await this.signIn('admin', 'admin-demo');
    await this.#server?.stop();
    await this.#run({});
    this.expired = passing.access_token;
    const admin = await this.signIn('admin', 'admin-demo');
    this.users.set('admin', admin);
    await Promise.all([
      ...(['read', 'write'] as const).map(async (role) => this.users.set(role, await this.addSignedIn(role))),
      until(async () => (await this.ask('GET', '/api/auth/me', { token: this.expired })).status === 401),
    ]);
  }

  async stop(): Promise<void> {
    await this.#server?.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(environment: Record<string, string>): Promise<void> {
    const settings = {
      DATA_DIR: this.#dataDir,
      MODELS_DIR: join(this.#folder, 'no-models'),
      ML_BUILT_IN: 'none',
      SIGNING_SECRET: signingSecret,
      CLUSTER_INTERVAL: '1',
      TRUST_PROXY: '1',
      METRICS: 'admin',
      VALIDATE_ANSWERS: '1',
      ...environment,
    };
    this.#server = await startServerProcess(settings, { command: 'demo' });
  }

  as(role: Role): SignedIn {
    const user = this.users.get(role);
    if (!user) throw new Error(`nobody with the role ${role} is signed in yet`);
    return user;
  }

  /** Returns any response unchanged; each request comes from a different client address. */
  ask(method: string, path: string, { token, body, headers = {} }: RequestOptions = {}): Promise<Response> {
    const number = (this.#number += 1);
    const isForm = body instanceof FormData;
    return fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `203.0.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  /** The JSON of a successful response; the admin sends the request unless another token is given. */

  async json<T>(method: string, path: string, asked: RequestOptions = {}): Promise<T> {
    const answer = await this.ask(method, path, { token: this.users.get('admin')?.access_token, ...asked });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async signIn(username: string, password: string): Promise<SignedIn> {
    const pair = await this.json<TokenPair>('POST', '/api/auth/login', { body: { username, password } });
    return { ...pair, username, password };
  }

  /** Adds an account with a new name. */
  async addUser(role: Role): Promise<{ id: number; username: string; password: string }> {
    const account = { username: `user-${(this.#number += 1)}`, password: 'a-password-of-theirs' };
    const { id } = await this.json<AccountRow>('POST', '/api/admin/users', { body: { ...account, role } });
    return { id, ...account };
  }

  async addSignedIn(role: Role): Promise<SignedIn> {
    const { username, password } = await this.addUser(role);
    return this.signIn(username, password);
  }

  /** Ids of people with faces, those with the most first. */
  async people(): Promise<number[]> {
    return (await this.json<People>('GET', '/api/people')).people.map(({ id }) => id);
  }
}
