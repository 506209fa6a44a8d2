import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import type { AccountRow, TokenPair } from '../../core/http/wire.ts';
import type { Role } from '../../core/domain/roles.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export interface SocketAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a test says what it expects
  json<T>(): T;
}

interface Asking {
  readonly token?: string;
  /** The cookie of the refresh token. */
  readonly cookie?: string;
  readonly body?: unknown;
}

/** An open connection to a server: requests sent over several of them at the same moment arrive at the same moment. */
export class OpenSocket {
  readonly #client: Client;

  private constructor(url: string) {
    this.#client = new Client(url, { pipelining: 1 });
  }

  static async open(url: string): Promise<OpenSocket> {
    const socket = new OpenSocket(url);
    await socket.ask('GET', '/api/auth/limits');
    return socket;
  }

  async ask(method: string, path: string, { token, cookie, body: sent }: Asking = {}): Promise<SocketAnswer> {
    const { statusCode, headers, body } = await this.#client.request({
      method,
      path,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie: `pf_refresh=${cookie}` }),
      },
      body: sent === undefined ? null : JSON.stringify(sent),
    });
    const text = await body.text();
    return { status: statusCode, headers, json: () => JSON.parse(text) as never };
  }

  close(): Promise<void> {
    return this.#client.destroy();
  }
}

/** A server as a separate process, without photos, for tests of accounts. */
export class AccountsHouse {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly environment: Readonly<Record<string, string>> = {
    DATA_DIR: join(this.folder, 'data'),
    PLUGINS: 'test/fixtures/plugins/folder-source',
    FOLDER_SOURCE_PATH: join(this.folder, 'photos'),
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'admin-password',
  };
  #server: ServerProcess | undefined;
  #sockets: OpenSocket[] = [];

  get server(): ServerProcess {
    if (!this.#server) throw new Error('the server was not started');
    return this.#server;
  }

  get index(): string {
    return join(this.folder, 'data', 'index.sqlite3');
  }

  async start(): Promise<this> {
    mkdirSync(join(this.folder, 'photos'), { recursive: true });
    this.#server = await startServerProcess(this.environment);
    return this;
  }

  async kill(): Promise<void> {
    await Promise.all(this.#sockets.splice(0).map((socket) => socket.close()));
    await this.server.kill();
  }

  async close(): Promise<void> {
    if (this.#server) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async sockets(count: number): Promise<OpenSocket[]> {
    const opened = await Promise.all(Array.from({ length: count }, () => OpenSocket.open(this.server.url)));
    this.#sockets.push(...opened);
    return opened;
  }

  async ask(method: string, path: string, asking: Asking = {}): Promise<SocketAnswer> {
    const socket = await OpenSocket.open(this.server.url);
    try {
      return await socket.ask(method, path, asking);
    } finally {
      await socket.close();
    }
  }

  async signIn(username: string, password = `${username}-password`): Promise<TokenPair> {
    const answer = await this.ask('POST', '/api/auth/login', { body: { username, password } });
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`);
    return answer.json();
  }

  /** @param admin a token */
  async add(admin: string, username: string, role: Role): Promise<AccountRow> {
    const body = { username, password: `${username}-password`, role };
    const answer = await this.ask('POST', '/api/admin/users', { token: admin, body });
    if (answer.status !== 201) throw new Error(`adding ${username} answered ${answer.status}`);
    return answer.json();
  }

  /** Whether an access token is valid. */
  async knows(token: string): Promise<boolean> {
    return (await this.ask('GET', '/api/auth/me', { token })).status === 200;
  }
}
