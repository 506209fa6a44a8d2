/**
 * The effects of a broken plugin on users: reads of the timeline and indexing, with a plugin that behaves and with one that
 * fails in one part and one way. Each runs in its own server process, over HTTP. `part=sign-in` and `way=hangs` select
 * cases. Each figure is the ratio of broken to behaved, with the acceptable ratio and whether it is within that.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { PhotoList } from '../../core/http/wire.ts';
import { writePhotos } from '../support/pictures.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { LoginClient, loopDelay, watched } from './login-load.ts';
import { figure, quantile } from './measure.ts';

const photos = 40;
/** Seconds of reads after everything is indexed. */
const quiet = 3;
/** Seconds after which a server that is not done is killed. */
const patience = 60;
/** The most pending requests to the broken plugin. */
const mostAtOnce = 20;
/** Milliseconds between two requests. */
const pace = 20;
const admin = { username: 'admin', password: 'admin-password' };

const all = ['throws', 'hangs', 'lies', 'leaks', 'floods', 'is slow'];
const waysOf: Readonly<Record<string, readonly string[]>> = {
  'sign-in': all,
  'second-factor': all,
  'photo-source': all,
  // A model that hangs times out after ten minutes: test/core/indexer/models-away.test.ts.
  'ml-provider': all.filter((way) => way !== 'hangs'),
  'backup-target': all,
  'event-sink': all,
  routes: all,
  pages: ['floods'],
  settings: all,
  library: ['leaks', 'floods'],
  events: ['floods'],
  checks: all.filter((way) => way !== 'leaks'),
};

/**
 * For each figure: the acceptable ratio to a plugin that behaves, and the value that is always acceptable, in the unit of
 * the figure. Users notice neither 20 ms for a list nor 60 ms now and then; a photo takes 100 ms at best to become visible.
 */
const acceptable: Readonly<Record<string, { readonly times: number; readonly always: number }>> = {
  'list.p50': { times: 1.5, always: 20 },
  'list.p99': { times: 2, always: 60 },
  index: { times: 1.5, always: 100 },
  'loop_delay.p99': { times: 2, always: 60 },
};

export async function bench({ part, way }: Readonly<Record<string, string>> = {}): Promise<void> {
  const cases = Object.entries(waysOf)
    .flatMap(([of, ways]) => ways.map((one) => ({ part: of, way: one })))
    .filter((one) => (part ?? one.part) === one.part && (way ?? one.way) === one.way);
  await withTempFolder(async (folder) => {
    await writePhotos(join(folder, 'photos'), photos, 640, 480);
    for (const one of cases) {
      // The same requests at the same rate, before each case, since the load of machines changes by the minute.
      const behaved = await measure(folder, { ...one, way: 'in no way' });
      const broken = await measure(folder, one).catch(() => undefined);
      if (broken) tell(one, behaved, broken);
      else figure('unruly.held_up', patience, 's', { ...one, within: false });
    }
  });
}

interface Case {
  readonly part: string;
  readonly way: string;
}

interface Measured {
  /** Milliseconds of each read. */
  readonly reads: readonly number[];
  /** Milliseconds. */
  readonly perPhoto: number;
  readonly loopDelay: number;
}

function tell(one: Case, behaved: Measured, broken: Measured): void {
  const figures = (of: Measured): Record<string, readonly [number, string]> => ({
    'list.p50': [quantile(of.reads, 0.5), 'ms'],
    'list.p99': [quantile(of.reads, 0.99), 'ms'],
    index: [of.perPhoto, 'ms/photo'],
    'loop_delay.p99': [of.loopDelay, 'ms'],
  });
  const before = figures(behaved);
  for (const [what, [value, unit]] of Object.entries(figures(broken))) {
    const [usual] = before[what]!;
    const { times, always } = acceptable[what]!;
    const ratio = value / usual;
    figure(`unruly.${what}`, ratio, 'x', {
      ...one,
      ...{ behaved: Number(usual.toPrecision(4)), broken: Number(value.toPrecision(4)), of: unit },
      ...{ acceptable: times, always, within: ratio <= times || value <= always },
      ...{ photos, reads: broken.reads.length },
    });
  }
}

async function measure(folder: string, one: Case): Promise<Measured> {
  return withTempFolder(async (dataDir) => {
    const plugins = ['folder-source', 'unruly-parts'].map((name) => `test/fixtures/plugins/${name}`);
    const server = await startServerProcess(
      {
        DATA_DIR: dataDir,
        PLUGINS: plugins.join(','),
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        MODELS_DIR: join(dataDir, 'models'),
        TRUST_PROXY: '1',
        // Photo sources are called at intervals, without requests.
        SYNC_INTERVAL: '5s',
        LOG_LEVEL: 'silent',
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
        UNRULY_PART: one.part,
        UNRULY_WAY: one.way,
      },
      { how: watched },
    );
    const stop = new AbortController();
    const limit = setTimeout(() => {
      stop.abort();
      void server.kill();
    }, patience * 1000);
    try {
      const began = performance.now();
      const reader = await Reader.signIn(server.url);
      const provoking = provoke(one.part, server, reader, stop.signal);
      const reads: number[] = [];
      await loopDelay(server);
      const reading = reader.read(reads, stop.signal);
      while (!(await reader.isIndexed())) await sleep(20);
      const perPhoto = (performance.now() - began) / photos;
      await sleep(quiet * 1000);
      stop.abort();
      await Promise.all([reading, provoking]);
      const delay = await loopDelay(server);
      await reader.close();
      return { reads, perPhoto, loopDelay: delay };
    } finally {
      clearTimeout(limit);
      stop.abort();
      await server.kill();
    }
  });
}

/** A client that reads the timeline. */
class Reader {
  readonly #clients: readonly Client[];
  readonly headers: { readonly authorization: string };
  #turn = 0;

  static async signIn(url: string): Promise<Reader> {
    const client = new LoginClient(url, '192.0.2.1');
    const token = await client.token(admin);
    await client.close();
    return new Reader(url, token);
  }

  private constructor(url: string, token: string) {
    this.#clients = Array.from({ length: 6 }, () => new Client(url));
    this.headers = { authorization: `Bearer ${token}` };
  }

  async ask(path: string): Promise<unknown> {
    const client = this.#clients[this.#turn++ % this.#clients.length]!;
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: this.headers });
    const answer = await body.json();
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Sends requests at regular intervals, even if earlier responses are still missing. */
  async read(times: number[], signal: AbortSignal): Promise<void> {
    const under: Promise<unknown>[] = [];
    while (!signal.aborted) {
      const begin = performance.now();
      const answer = this.ask('/api/photos?limit=200').then(
        () => times.push(performance.now() - begin),
        (error: unknown) => error,
      );
      under.push(answer);
      await sleep(pace);
    }
    const failed = (await Promise.all(under)).find((one) => one instanceof Error);
    if (failed) throw failed;
  }

  /** Whether all photos of the folder are indexed; those of the broken plugin have a prefix. */
  async isIndexed(): Promise<boolean> {
    const { photos: listed } = (await this.ask('/api/photos?limit=500')) as PhotoList;
    return listed.filter(({ uid, thumb_url: thumb }) => !uid.includes('~') && thumb !== null).length === photos;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/** Causes calls of the broken part, as often as users and programs might, until `signal` is aborted. */
async function provoke(part: string, { url }: ServerProcess, reader: Reader, signal: AbortSignal): Promise<void> {
  let count = 0;
  const json = { 'content-type': 'application/json' };
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, signal }).then((answer) => answer.arrayBuffer());
  /** Reads a response slowly. */
  const sip = async (path: string): Promise<void> => {
    const request = get(url + path, { signal });
    request.on('error', () => undefined);
    const [answer] = (await once(request, 'response', { signal })) as [IncomingMessage];
    answer.on('error', () => undefined);
    while (!answer.readableEnded && !answer.destroyed) {
      answer.read();
      await sleep(200, undefined, { signal });
    }
  };
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'sign-in': () =>
      send('/api/photos', {
        headers: { authorization: 'Bearer not-one-of-ours', 'x-forwarded-for': `198.51.100.${count % 250}` },
      }),
    'second-factor': () =>
      send('/api/auth/login', {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': `198.51.100.${count % 250}` },
        body: JSON.stringify(admin),
      }),
    routes: () => sip('/plugins/unruly-parts/answer'),
    pages: () => sip('/plugins/unruly-parts/'),
    settings: () =>
      send('/api/admin/plugins/unruly-parts', {
        method: 'PATCH',
        headers: { ...json, ...reader.headers },
        body: JSON.stringify({ values: { MOON: count } }),
      }),
    checks: () => send('/api/admin/checks', { method: 'POST', headers: reader.headers }),
    'ml-provider': () => send(`/api/search?q=${count}`, { headers: reader.headers }),
  };
  if (part === 'backup-target') await send('/api/admin/backup', { method: 'POST', headers: reader.headers });
  const ask = asked[part];
  const under = new Set<Promise<unknown>>();
  while (ask && !signal.aborted) {
    count += 1;
    if (under.size < mostAtOnce) {
      const one = ask().catch(() => undefined);
      under.add(one);
      void one.then(() => under.delete(one));
    }
    await sleep(50);
  }
  await Promise.all(under);
}
