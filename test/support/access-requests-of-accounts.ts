import { generateSync } from 'otplib';
import type { OwnSessions, TokenPair, TwoFactorRequired } from '../../core/http/wire.ts';
import type { AccessHouse, SignedIn } from './access-house.ts';
import { plain, type GoodRequest, type MakeRequest } from './access-request.ts';

/** Requests about sessions, the user's own account, other accounts, and the server. */
export function accountRequests(house: AccessHouse): Record<string, MakeRequest> {
  const codes = new RecoveryCodes(house);
  /** Each token is valid for one request. */
  let refreshToken: string | undefined;
  /** A user with the sender's role whose account may change. */
  const another = ({ user }: SignedIn): Promise<SignedIn> => house.addSignedIn(user.role);
  const ofNewUser = async (rest = ''): Promise<GoodRequest> => ({
    path: `/api/admin/users/${(await house.addUser('read')).id}${rest}`,
  });

  return {
    ...plain(
      ...['GET /api/setup', 'GET /api/admin/encryption', 'GET /api/admin/backup-targets', 'GET /api/admin/plugins'],
      ...[
        'GET /api/auth/limits',
        'GET /api/auth/me',
        'GET /api/auth/links',
        'GET /api/auth/sessions',
        'GET /api/auth/2fa',
        'GET /metrics',
      ],
      ...['GET /api/auth/factors'],
      ...['GET /api/admin/users', 'GET /api/admin/overview', 'GET /api/admin/backups', 'GET /api/admin/schedule'],
      ...['GET /api/admin/failures', 'GET /api/admin/audit', 'POST /api/admin/backup', 'POST /api/admin/checks'],
      ...['POST /api/admin/indexer/sync', 'POST /api/admin/indexer/retry-failed'],
    ),
    'POST /api/auth/login': () => {
      const { username, password } = house.as('read');
      return { path: '/api/auth/login', body: { username, password } };
    },
    // The demo already has accounts, and its terminal has printed no link.
    'POST /api/setup': () => ({
      path: '/api/setup',
      body: { code: 'a-code-that-nobody-has', username: 'first', password: 'a-password-of-theirs' },
      status: 409,
    }),
    'POST /api/auth/link': () => ({ path: '/api/auth/link', body: { code: 'a-code-that-nobody-has' }, status: 401 }),
    'GET /api/auth/login/2fa': async () => ({ path: '/api/auth/login/2fa', cookie: await codes.pendingCookie() }),
    'POST /api/auth/login/2fa': async () => ({ path: '/api/auth/login/2fa', body: await codes.secondStep() }),
    'POST /api/auth/login/2fa/challenge': async () => ({
      path: '/api/auth/login/2fa/challenge',
      body: { pending_token: (await codes.secondStep()).pending_token, factor: 'auth-totp' },
    }),
    'POST /api/auth/factors/challenge': async (as) => {
      const user = await another(as);
      await switchOn(house, user);
      return { path: '/api/auth/factors/challenge', body: { factor: 'auth-totp' }, token: user.access_token };
    },
    'POST /api/auth/2fa/verify': async () => ({ path: '/api/auth/2fa/verify', body: await codes.secondStep() }),
    'POST /api/auth/refresh': async () => {
      refreshToken ??= (await house.addSignedIn('read')).refresh_token;
      return {
        path: '/api/auth/refresh',
        body: { refresh_token: refreshToken },
        learn: (answer) => {
          refreshToken = (JSON.parse(answer) as TokenPair).refresh_token;
        },
      };
    },
    'POST /api/auth/logout': async ({ username, password }) => {
      const { access_token: token } = await house.signIn(username, password);
      return { path: '/api/auth/logout', token };
    },
    'PATCH /api/auth/me': async (as) => {
      const { access_token: token } = await another(as);
      return { path: '/api/auth/me', body: { display_name: 'Renamed' }, token };
    },
    'POST /api/auth/password': async (as) => {
      const { password, access_token: token } = await another(as);
      const body = { current_password: password, new_password: 'a-password-of-tomorrow' };
      return { path: '/api/auth/password', body, token };
    },
    'DELETE /api/auth/sessions/{id}': async ({ username, password }) => {
      const { access_token: token } = await house.signIn(username, password);
      const { sessions } = await house.json<OwnSessions>('GET', '/api/auth/sessions', { token });
      return { path: `/api/auth/sessions/${sessions.find(({ current }) => current)?.id ?? ''}` };
    },
    // The demo has no external service for signing in.
    'POST /api/auth/links': ({ password }) => ({
      path: '/api/auth/links',
      body: { plugin: 'no-such-plugin', current_password: password },
      status: 404,
    }),
    'DELETE /api/auth/links/{id}': () => ({ path: '/api/auth/links/4711', status: 404 }),
    'POST /api/auth/2fa/enroll': ({ password }) => ({ path: '/api/auth/2fa/enroll', body: { password } }),
    'POST /api/auth/2fa/confirm': async (as) => {
      const user = await another(as);
      const body = { code: await enroll(house, user) };
      return { path: '/api/auth/2fa/confirm', body, token: user.access_token };
    },
    'DELETE /api/auth/2fa': async (as) => {
      const user = await another(as);
      const [code] = await switchOn(house, user);
      return { path: '/api/auth/2fa', body: { password: user.password, code }, token: user.access_token };
    },

    // The demo library is not encrypted.
    'POST /api/unlock': () => ({ path: '/api/unlock', body: { passphrase: 'a-phrase-of-theirs' }, status: 409 }),
    'PATCH /api/admin/plugins/{name}': () => ({ path: '/api/admin/plugins/backup', body: { values: {} } }),
    'POST /api/admin/lock': () => ({ path: '/api/admin/lock', status: 409 }),
    'POST /api/admin/encryption': () => ({
      path: '/api/admin/encryption',
      // The library would really be encrypted, so the sender's password is missing.
      body: { passphrase: 'a-phrase-of-theirs' },
      status: 403,
    }),
    'POST /api/admin/encryption/slots': () => ({
      path: '/api/admin/encryption/slots',
      body: { kind: 'recovery' },
      status: 409,
    }),
    'PUT /api/admin/encryption/slots/{id}': () => ({
      path: '/api/admin/encryption/slots/no-such-key',
      body: { passphrase: 'a-phrase-of-theirs' },
      status: 409,
    }),
    'DELETE /api/admin/encryption/slots/{id}': () => ({
      path: '/api/admin/encryption/slots/no-such-key',
      status: 409,
    }),

    'POST /api/admin/users': () => {
      const username = `added-${Math.random().toString(36).slice(2)}`;
      const body = { username, password: 'a-password-of-theirs', role: 'read' };
      return { path: '/api/admin/users', body, status: 201 };
    },
    'PATCH /api/admin/users/{id}': async () => ({ ...(await ofNewUser()), body: { display_name: 'Renamed' } }),
    'DELETE /api/admin/users/{id}': () => ofNewUser(),
    'POST /api/admin/users/{id}/logout': () => ofNewUser('/logout'),
    'DELETE /api/admin/users/{id}/2fa': () => ofNewUser('/2fa'),
    'GET /api/admin/users/{id}/links': () => ofNewUser('/links'),
    // The demo has no external service that users can be linked with.
    'DELETE /api/admin/users/{id}/links/{link}': async () => ({ ...(await ofNewUser('/links/4711')), status: 404 }),
    'DELETE /api/admin/backups/{name}': async () => {
      const { name } = await house.json<{ name: string }>('POST', '/api/admin/backup');
      return { path: `/api/admin/backups/${name}` };
    },
    'POST /api/admin/backups/prune': () => ({ path: '/api/admin/backups/prune', body: { keep: 100 } }),
    'PUT /api/admin/schedule': () => ({
      path: '/api/admin/schedule',
      body: { enabled: false, hour: 3, minute: 30, keep: 7 },
    }),
    // The response to users with access while nothing needs to be confirmed.
    'POST /api/admin/sources/leave': () => ({
      path: '/api/admin/sources/leave',
      body: { name: 'no such source', photos: 1 },
      status: 409,
    }),
    'POST /api/admin/indexer/accept-loss': () => ({
      path: '/api/admin/indexer/accept-loss',
      body: { missing: 1 },
      status: 409,
    }),
  };
}

/** Begins an enrolment. @returns the code that confirms it */
async function enroll(house: AccessHouse, { access_token: token, password }: SignedIn): Promise<string> {
  const asked = { token, body: { password } };
  const { secret } = await house.json<{ secret: string }>('POST', '/api/auth/2fa/enroll', asked);
  return generateSync({ secret });
}

/** @returns the recovery codes */
async function switchOn(house: AccessHouse, user: SignedIn): Promise<string[]> {
  const asked = { token: user.access_token, body: { code: await enroll(house, user) } };
  return (await house.json<{ recovery_codes: string[] }>('POST', '/api/auth/2fa/confirm', asked)).recovery_codes;
}

/**
 * Sign-ins of users with a second factor, up to the second step. Ten are of the same user, who then has no recovery
 * codes left.
 */
class RecoveryCodes {
  readonly #house: AccessHouse;
  #user: SignedIn | undefined;
  #left: string[] = [];

  constructor(house: AccessHouse) {
    this.#house = house;
  }

  async secondStep(): Promise<{ pending_token: string; code: string }> {
    const { pending_token } = (await (await this.#firstStep()).json()) as TwoFactorRequired;
    return { pending_token, code: this.#left.pop() ?? '' };
  }

  /** The cookie of the first step. */
  async pendingCookie(): Promise<string> {
    const [cookie = ''] = (await this.#firstStep()).headers.getSetCookie();
    return cookie.slice(0, cookie.indexOf(';'));
  }

  async #firstStep(): Promise<Response> {
    if (!this.#user || this.#left.length === 0) {
      this.#user = await this.#house.addSignedIn('read');
      this.#left = await switchOn(this.#house, this.#user);
    }
    const { username, password } = this.#user;
    return this.#house.ask('POST', '/api/auth/login', { body: { username, password } });
  }
}
