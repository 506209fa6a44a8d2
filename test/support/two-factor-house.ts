import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import type { Role } from '../../core/domain/roles.ts';
import { readConfig } from '../../core/settings/env.ts';
import type { TokenPair, TwoFactorRequired } from '../../core/http/wire.ts';
import { startServer, type RunningServer } from '../../core/main.ts';
import { inject } from '../../core/compose/inject.ts';

export interface HouseAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** Cookies that the response sets or clears: name → value and attributes. */
  readonly cookies: ReadonlyMap<string, { value: string; attributes: string[] }>;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a test says what it expects
  json<T = Record<string, unknown>>(): T;
}

interface Ask {
  readonly token?: string | undefined;
  readonly payload?: object;
  readonly cookie?: string;
  readonly address?: string;
}

export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** A user with an account and a session. All have the same password. */
export interface Inhabitant {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

export const password = 'correct horse';

/** A server with the shipped plugins over a data folder that outlives it, with users. */
export class TwoFactorHouse {
  readonly running: RunningServer;
  static #people = 0;
  static #addresses = 0;

  private constructor(running: RunningServer) {
    this.running = running;
  }

  static async open(
    folder: string,
    environment: Record<string, string> = {},
    prepare?: Parameters<typeof startServer>[1],
  ): Promise<TwoFactorHouse> {
    const photos = join(folder, 'photos');
    mkdirSync(photos, { recursive: true });
    const running = await startServer(
      readConfig({
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        LOG_LEVEL: 'error',
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: photos,
        MODELS_DIR: join(folder, 'models'),
        ML_BUILT_IN: 'none',
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: password,
        VALIDATE_ANSWERS: '1',
        WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
        ...environment,
      }),
      prepare,
    );
    return new TwoFactorHouse(running);
  }

  close(): Promise<void> {
    return this.running.stop();
  }

  /** Sends one request, from a new address unless the test sets one. */
  async ask(method: string, url: string, { token, payload, cookie, address }: Ask = {}): Promise<HouseAnswer> {
    const server = await this.running.container.resolve(inject.server);
    const { statusCode, headers, rawPayload } = await server.inject({
      method,
      url,
      remoteAddress: address ?? TwoFactorHouse.newAddress(),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
      ...(payload && { payload }),
    });
    return {
      status: statusCode,
      headers,
      cookies: cookiesOf([headers['set-cookie'] ?? []].flat()),
      json: () => JSON.parse(rawPayload.toString()) as never,
    };
  }

  static newAddress(): string {
    const n = ++TwoFactorHouse.#addresses;
    return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  }

  async newcomer(role: Role = 'read'): Promise<Inhabitant> {
    const username = `inhabitant-${++TwoFactorHouse.#people}`;
    const { id } = await this.running.container.resolve(inject.accounts).add({ username, password, role });
    return { id, username, token: await this.signIn(username) };
  }

  /** The access token of a user who needs no code. */
  async signIn(username: string): Promise<string> {
    return (await this.begin(username)).json<TokenPair>().access_token;
  }

  /** The first step of signing in. */
  begin(username: string, options: { password?: string; address?: string } = {}): Promise<HouseAnswer> {
    const { password: given = password, ...rest } = options;
    return this.ask('POST', '/api/auth/login', { payload: { username, password: given }, ...rest });
  }

  async pendingToken(username: string): Promise<string> {
    return (await this.begin(username)).json<TwoFactorRequired>().pending_token;
  }

  /** The second step of signing in. */
  finish(pendingToken: string, code: string, options: { address?: string } = {}): Promise<HouseAnswer> {
    return this.ask('POST', '/api/auth/login/2fa', { payload: { pending_token: pendingToken, code }, ...options });
  }

  /** Both steps. */
  async signInWith(username: string, code: string): Promise<HouseAnswer> {
    return this.finish(await this.pendingToken(username), code);
  }

  enroll({ token }: Inhabitant, given = password): Promise<HouseAnswer> {
    return this.ask('POST', '/api/auth/2fa/enroll', { token, payload: { password: given } });
  }

  confirm({ token }: Inhabitant, code: string): Promise<HouseAnswer> {
    return this.ask('POST', '/api/auth/2fa/confirm', { token, payload: { code } });
  }

  /** Enrols an authenticator app with its current code. */
  async enrolled(who: Inhabitant): Promise<Enrolled> {
    const { secret } = (await this.enroll(who)).json<{ secret: string }>();
    const confirmed = await this.confirm(who, codeOf(secret));
    return { secret, recoveryCodes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
  }
}

/** The current code of an authenticator app, by the time of `Date.now`. */
export function codeOf(secret: string): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
}

/** Six digits that are not valid at any time near the present. */
export function wrongCodeOf(secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const right = [-60, -30, 0, 30, 60].map((off) => generateSync({ secret, epoch: now + off }));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

function cookiesOf(lines: readonly unknown[]): HouseAnswer['cookies'] {
  return new Map(
    lines.map((line) => {
      const [pair = '', ...attributes] = String(line).split('; ');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes }];
    }),
  );
}
