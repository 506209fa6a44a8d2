import { existsSync, chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { NewShare, TokenPair, TwoFactorRequired } from '../../core/http/wire.ts';
import { filesBelow, type FileBelow } from '../support/files-below.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const password = 'a-password-nobody-guesses';

interface Enrolment {
  readonly secret: string;
}

interface Confirmation {
  readonly recovery_codes: readonly string[];
}

/** The content of a file; empty if a running server has renamed it since it was listed. */
function textOf({ path }: FileBelow): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

async function post<T>(url: string, body: object, token?: string, method = 'POST'): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** A server that was started with an open umask, on a folder that is open to everyone. */
async function startCareless(dataDir: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  const careful = process.umask(0);
  try {
    return await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...settings }, { command: 'demo' });
  } finally {
    process.umask(careful);
  }
}

/** Signs in, turns on the second factor, renews a session and shares. @returns every secret that was transmitted */
async function useEverySecret({ url }: ServerProcess): Promise<string[]> {
  const admin = await post<TokenPair>(`${url}/api/auth/login`, { username: 'admin', password: 'admin-demo' });
  const account = { username: 'anna', password, role: 'write' };
  await post(`${url}/api/admin/users`, account, admin.access_token);
  const anna = await post<TokenPair>(`${url}/api/auth/login`, { username: 'anna', password });
  const { secret } = await post<Enrolment>(`${url}/api/auth/2fa/enroll`, { password }, anna.access_token);
  const code = generateSync({ secret });
  const { recovery_codes: codes } = await post<Confirmation>(
    `${url}/api/auth/2fa/confirm`,
    { code },
    anna.access_token,
  );
  const pending = await post<TwoFactorRequired>(`${url}/api/auth/login`, { username: 'anna', password });
  const answer = { pending_token: pending.pending_token, code: codes[0] };
  const second = await post<TokenPair>(`${url}/api/auth/login/2fa`, answer);
  const renewed = await post<TokenPair>(`${url}/api/auth/refresh`, { refresh_token: second.refresh_token });
  // Failures are logged as well: a wrong field next to a password, and a token where none belongs.
  await post(`${url}/api/auth/login`, { username: 'anna', password, remember: true }).catch(() => undefined);
  await fetch(`${url}/api/photos?token=${renewed.access_token}`).catch(() => undefined);
  await post(`${url}/api/admin/backup`, {}, admin.access_token);
  const schedule = { enabled: true, hour: 3, minute: 30, keep: 5 };
  await post(`${url}/api/admin/schedule`, schedule, admin.access_token, 'PUT');
  await post(`${url}/api/admin/sharing`, { enabled: true }, admin.access_token, 'PUT');
  const guests = 'a password of guests';
  const photos = ['demo-studio-friends.jpg'];
  const share = { photos, expires_at: null, password: guests };
  let link = '';
  // The photo may not be indexed yet.
  await until(async () => {
    const made = await post<NewShare>(`${url}/api/shares`, share, admin.access_token).catch(() => null);
    link = made?.url ?? '';
    return made !== null;
  });
  await fetch(`${url}${link}`);
  await post(`${url}${link.replace('/s/', '/api/shared/')}/unlock`, { password: guests });
  await post(`${url}${link.replace('/s/', '/api/shared/')}/unlock`, { password: 'wrong' }).catch(() => undefined);
  await fetch(`${url}${link.replace('/s/', '/api/shared/')}/photos?x=1`);
  const pairs = [admin, anna, second, renewed].flatMap((pair) => [pair.access_token, pair.refresh_token]);
  return [password, secret, pending.pending_token, guests, link.slice('/s/'.length), ...codes, ...pairs];
}

describe('files that a server writes', () => {
  it('are accessible only to its own user, whatever the mode of the folder and the umask', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const server = await startCareless(dataDir);
      try {
        await useEverySecret(server);
        await until(() => existsSync(join(dataDir, 'thumbs')));
        const files = filesBelow(dataDir);
        expect(files.filter(({ stats }) => (stats.mode & 0o077) !== 0)).to.deep.equal([]);
        const names = files.map(({ name }) => name);
        expect(names).to.include.members(['index.sqlite3', 'index.sqlite3-wal', 'signing-secret', 'thumbs']);
        expect(names.filter((name) => /index-.*Z\.sqlite3$/.test(name))).to.have.length(1);
      } finally {
        await server.stop();
      }
    }));

  it('contain no password, token or code, and neither do its logs', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const signingSecret = 'a signing secret of more than 32 bytes';
      const server = await startCareless(dataDir, { SIGNING_SECRET: signingSecret });
      const secrets = [signingSecret, ...(await useEverySecret(server))];
      // Before it stops, since the write-ahead log is emptied then.
      const contents = (): string[] =>
        filesBelow(dataDir)
          .filter(({ stats }) => stats.isFile())
          .map(textOf);
      const running = contents();
      await server.stop();
      const output = server.output().replaceAll(/^Demo accounts:.*$/gm, '');
      for (const [at, secret] of secrets.entries()) {
        const spellings = [
          secret,
          secret.replaceAll('-', ''),
          Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        ];
        if (/^[0-9a-f]{64}$/.test(secret)) spellings.push(Buffer.from(secret, 'hex').toString('latin1'));
        for (const spelling of spellings) {
          const holders = [...running, ...contents()].filter((text) => text.includes(spelling));
          expect(holders, `files with secret ${at}`).to.have.length(0);
          expect(output.includes(spelling), `the log has secret ${at}`).to.equal(false);
        }
      }
      expect(secrets).to.have.length(24);
    }));
});
