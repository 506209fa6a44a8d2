import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../core/db/open.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { Accounts } from '../../core/services/accounts.ts';
import { Passwords } from '../../core/services/passwords.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary } from './library-rows.ts';
import { LoginClient, loopDelay, pacedReads, watched, writeThumbs } from './login-load.ts';
import { figure, quantile } from './measure.ts';

const photos = 10_000;
const thumbs = 300;
const rounds = 60;
const atOnce = 16;
/** Seconds of each part of the measurement under load: two parts with logins and two without alternate. */
const part = 20;

const right = { username: 'anna', password: 'correct horse' };

/** Sign-ins that fail, by reason. Their timing must not reveal the reason. */
const failing: Readonly<Record<string, { username: string; password: string }>> = {
  known: { username: 'anna', password: 'wrong horse' },
  unknown: { username: 'nobody', password: 'wrong horse' },
  disabled: { username: 'gone', password: 'correct horse' },
  impossible_name: { username: '../no name', password: 'wrong horse' },
  long_password: { username: 'anna', password: 'x'.repeat(500) },
};

/**
 * Whether the time of a failed login reveals which accounts exist; and how much sixteen clients that sign in without a pause
 * delay the requests of other users. Over HTTP, with the server in its own process.
 */
export async function bench(): Promise<void> {
  await withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await makeLibrary(dataDir, photos);
    await writeThumbs(dataDir, thumbs);
    await addAccounts(join(dataDir, 'index.sqlite3'));
    mkdirSync(join(folder, 'photos'));
    const server = await startServerProcess(
      {
        DATA_DIR: dataDir,
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        MODELS_DIR: join(folder, 'models'),
        TRUST_PROXY: '1',
        // As set by the launcher of the built program.
        UV_THREADPOOL_SIZE: '9',
      },
      { how: watched },
    );
    try {
      await sleep(3000);
      await failures(server);
      await readsBesideLogins(server);
    } finally {
      await server.kill();
    }
  });
}

async function addAccounts(index: string): Promise<void> {
  const db = openDatabase(index);
  const accounts = new Accounts(new Users(db), new Passwords(), () => Math.floor(Date.now() / 1000));
  await accounts.add({ ...right, role: 'read' });
  const gone = await accounts.add({ username: 'gone', password: 'correct horse', role: 'read' });
  await accounts.edit(gone.id, { disabled: true });
  db.close();
}

/** The kinds alternate, so that all are subject to the same noise, and in a different order each time. */
async function failures(server: ServerProcess): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(failing).map((kind) => [kind, []]));
  const kinds = Object.entries(failing);
  for (let round = -2; round < rounds; round += 1) {
    // Ten failures are free for each address.
    const client = new LoginClient(server.url, `198.51.100.${round + 10}`);
    kinds.sort(() => Math.random() - 0.5);
    for (const [kind, credentials] of kinds) {
      const begin = performance.now();
      const status = await client.login(credentials);
      if (status !== 401) throw new Error(`a failing login was answered ${status}`);
      if (round >= 0) times.get(kind)?.push(performance.now() - begin);
    }
    await client.close();
  }
  const known = quantile(times.get('known') ?? [], 0.5);
  for (const [kind, values] of times) {
    const median = quantile(values, 0.5);
    figure(`login.failed.${kind}.p50`, median, 'ms', { n: rounds });
    if (kind !== 'known') figure(`login.failed.${kind}.to_known`, median / known, 'x', { n: rounds });
  }
}

async function readsBesideLogins(server: ServerProcess): Promise<void> {
  const reader = new LoginClient(server.url, '192.0.2.1');
  const token = await reader.token(right);
  const measured = { alone: new Map<string, number[]>(), beside: new Map<string, number[]>() };
  const delays = { alone: [] as number[], beside: [] as number[] };
  let logins = 0;
  await pacedReads(server.url, token, 3, new Map());
  for (const how of ['alone', 'beside', 'alone', 'beside'] as const) {
    const stop = new AbortController();
    const others = how === 'alone' ? [] : Array.from({ length: atOnce }, (_, i) => signInAgain(i, stop.signal));
    await sleep(1000);
    await loopDelay(server);
    const before = logins;
    await pacedReads(server.url, token, part, measured[how]);
    delays[how].push(await loopDelay(server));
    if (how === 'beside') {
      figure('login.per_second', (logins - before) / part, '1/s', { clients: atOnce });
    }
    stop.abort();
    await Promise.all(others);
  }
  await reader.close();

  async function signInAgain(client: number, stop: AbortSignal): Promise<void> {
    const own = new LoginClient(server.url, `203.0.113.${client + 1}`);
    while (!stop.aborted) {
      const status = await own.login(right);
      if (status !== 200) throw new Error(`a login was answered ${status}`);
      logins += 1;
    }
    await own.close();
  }

  for (const [how, logging] of [
    ['alone', 0],
    ['beside', atOnce],
  ] as const) {
    const inputs = { photos, logins_at_once: logging, seconds: 2 * part };
    for (const [what, times] of measured[how]) {
      figure(`login.${what}.p50`, quantile(times, 0.5), 'ms', { ...inputs, n: times.length });
      figure(`login.${what}.p99`, quantile(times, 0.99), 'ms', { ...inputs, n: times.length });
      figure(`login.${what}.max`, Math.max(...times), 'ms', { ...inputs, n: times.length });
    }
    figure('login.loop_delay.p99', Math.max(...delays[how]), 'ms', inputs);
  }
}
