import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server, ServerInjectOptions } from '@hapi/hapi';
import pino from 'pino';
import type { Db } from '../../core/db/open.ts';
import type { Role } from '../../core/domain/roles.ts';
import type { Route } from '../../core/http/pipeline/route.ts';
import { authRoutes } from '../../core/http/routes/auth.ts';
import { ownAccountRoutes } from '../../core/http/routes/own-account.ts';
import { signRoutes } from '../../core/http/routes/sign.ts';
import { userRoutes } from '../../core/http/routes/users.ts';
import { buildServer, type ServerDependencies } from '../../core/http/server.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { AuditEntries } from '../../core/store/accounts/audit-entries.ts';
import { LoginFailures } from '../../core/store/accounts/login-failures.ts';
import { SecondFactorMarks } from '../../core/store/accounts/second-factor-marks.ts';
import { SignInLinks } from '../../core/store/accounts/sign-in-links.ts';
import { SessionTokens } from '../../core/store/accounts/session-tokens.ts';
import { transactOn } from '../../core/store/transact.ts';
import { Users } from '../../core/store/accounts/users.ts';
import type { SecondFactor } from '../../core/plugin-api/index.ts';
import { Accounts } from '../../core/services/accounts.ts';
import { AuditTrail } from '../../core/services/audit-trail.ts';
import { AccountLinks } from '../../core/services/sign-in/account-links.ts';
import { LoginLimits } from '../../core/services/sign-in/login-limits.ts';
import { MediaAccess } from '../../core/services/media-access.ts';
import { Reauthentication } from '../../core/services/sign-in/reauthentication.ts';
import { Passwords } from '../../core/services/passwords.ts';
import { RefusedRequestAudit } from '../../core/services/refused-request-audit.ts';
import { SecondFactors } from '../../core/services/sign-in/second-factors.ts';
import { Sessions } from '../../core/services/sign-in/sessions.ts';
import { TokenGrants } from '../../core/services/sign-in/token-grants.ts';
import { UserAdministration } from '../../core/services/user-administration.ts';
import { openIndex } from './index-file.ts';

/** The parts of a server for accounts, with a separate index file. */
export interface AccountParts {
  readonly db: Db;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly media: MediaAccess;
  readonly audit: AuditTrail;
  /** Epoch seconds, set by tests. */
  now: number;
  secondFactor: SecondFactor | undefined;
  readonly secondFactors: SecondFactors;
  readonly limits: LoginLimits;
  close(): void;
}

/**
 * @param file the index; default: a new one in a temporary folder
 * @param cost of password hashes; default: the minimum, for tests that do not depend on it
 */
export function accountParts(file?: string, cost = 4): AccountParts {
  const folder = file === undefined ? mkdtempSync(join(tmpdir(), 'photofinch-')) : undefined;
  const db = openIndex(file ?? join(String(folder), 'index.sqlite3'));
  const users = new Users(db);
  const passwords = new Passwords(cost);
  const clock = (): number => parts.now;
  const limits = new LoginLimits(new LoginFailures(db), clock);
  const secondFactors = new SecondFactors({
    loaded: () => (parts.secondFactor ? [{ plugin: 'of the test', factor: parts.secondFactor }] : []),
    marks: new SecondFactorMarks(db),
  });
  const parts: AccountParts = {
    db,
    users,
    accounts: new Accounts(users, passwords, clock),
    audit: new AuditTrail({
      entries: new AuditEntries(db),
      clock,
      onError: (error) => {
        throw error;
      },
    }),
    sessions: new Sessions({
      users,
      tokens: new SessionTokens(db),
      passwords,
      limits,
      secondFactors,
      secret: Buffer.alloc(32, 7),
      clock,
      accessTtl: 8 * 3600,
      refreshTtl: 30 * 86400,
      twoFactorPendingTtl: 300,
    }),
    media: new MediaAccess({ users, secret: Buffer.alloc(32, 7), clock, lifetime: 86400 }),
    now: 1_700_000_000,
    secondFactor: undefined,
    secondFactors,
    limits,
    close: () => {
      db.close();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    },
  };
  return parts;
}

export interface HttpFrame extends AccountParts {
  readonly server: Server;
  /** The server's log entries. */
  readonly logged: Record<string, unknown>[];
  inject(options: ServerInjectOptions): Promise<Answer>;
  /** A token pair of a new user with this role. */
  signIn(role: Role): Promise<TokenPair & { headers: { authorization: string } }>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a test says what it expects
  json<T = Record<string, unknown>>(): T;
}

/** The HTTP server with the sign-in routes and the test's own routes, over real accounts. */
export async function httpFrame(
  options: { routes?: readonly Route[] } & Partial<Omit<ServerDependencies, 'routes'>> = {},
): Promise<HttpFrame> {
  const parts = accountParts();
  const { routes = [], ...settings } = options;
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const server = await buildServer({
    routes: [
      ...authRoutes({
        ...parts,
        ways: { buttons: () => [] },
        accessTtl: 8 * 3600,
        refreshTtl: 30 * 86400,
        twoFactorPendingTtl: 300,
        demo: false,
        trustProxy: false,
      }),
      ...signRoutes({ media: parts.media, readable: { mayRead: () => true } }),
      ...ownAccountRoutes(parts),
      ...userRoutes({
        users: new UserAdministration({
          ...parts,
          own: new Reauthentication(parts),
          links: new AccountLinks({
            ...parts,
            loaded: () => [],
            links: new SignInLinks(parts.db),
            onError: () => undefined,
          }),
          transact: transactOn(parts.db),
          onError: (error) => {
            log.error({ err: error }, 'besides');
          },
        }),
      }),
      ...routes,
    ],
    sessions: parts.sessions,
    tokenGrants: new TokenGrants({
      loaded: () => [],
      users: parts.users,
      limits: parts.limits,
      onError: () => undefined,
    }),
    media: parts.media,
    audit: parts.audit,
    refusals: new RefusedRequestAudit({ ...parts, clock: () => parts.now }),
    log,
    host: '127.0.0.1',
    port: 0,
    loading: () => undefined,
    webRoot: join(tmpdir(), 'photofinch-no-web'),
    version: '0.0.0-test',
    secret: Buffer.alloc(32, 7),
    cookieSecure: true,
    refreshTtl: 30 * 86400,
    twoFactorPendingTtl: 300,
    trustProxy: false,
    publicThumbs: false,
    validateAnswers: true,
    ...settings,
  });
  const inject = async (request: ServerInjectOptions): Promise<Answer> => {
    const { statusCode, headers, rawPayload } = await server.inject(request);
    return {
      statusCode,
      headers: headers as Answer['headers'],
      body: rawPayload,
      json: () => JSON.parse(rawPayload.toString()) as never,
    };
  };
  let guests = 0;
  return Object.assign(parts, {
    server,
    logged,
    inject,
    signIn: async (role: Role) => {
      const username = `guest-${++guests}`;
      await parts.accounts.add({ username, password: 'pass-word', role });
      const answer = await inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username, password: 'pass-word' },
      });
      const pair = answer.json<TokenPair>();
      return { ...pair, headers: { authorization: `Bearer ${pair.access_token}` } };
    },
    stop: async () => {
      await server.stop();
      parts.close();
    },
  });
}
