import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Client } from 'undici';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { PhotoList, TokenPair } from '../../core/http/wire.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { fromSource } from '../support/programs.ts';
import type { ServerProcess } from '../support/server-process.ts';

/** The program of a server whose delay `loopDelay` can measure. */
export const watched = fromSource('test/fixtures/watched-server-process.ts');

/** Milliseconds between two requests of one kind. */
const pace = 50;

/** A client that signs in, with its own IP address, as reported by a proxy. */
export class LoginClient {
  readonly #http: Client;
  readonly #address: string;

  constructor(url: string, address: string) {
    this.#http = new Client(url);
    this.#address = address;
  }

  async login(credentials: { username: string; password: string }): Promise<number> {
    const { statusCode, body } = await this.#send(credentials);
    await body.dump();
    return statusCode;
  }

  async token(credentials: { username: string; password: string }): Promise<string> {
    const { body } = await this.#send(credentials);
    return ((await body.json()) as TokenPair).access_token;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #send(credentials: { username: string; password: string }) {
    return this.#http.request({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': this.#address },
      body: JSON.stringify(credentials),
    });
  }
}

/** Writes the thumbnails of the first photos of a library. */
export async function writeThumbs(dataDir: string, count: number): Promise<void> {
  const webp = await sharp(await photoLikeJpeg(1, 512, 384))
    .webp()
    .toBuffer();
  for (let id = 1; id <= count; id += 1) {
    const file = thumbPath(join(dataDir, 'thumbs'), id);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, webp);
  }
}

/**
 * Requests a page of the timeline and a thumbnail at regular intervals, even if earlier responses are still missing, and
 * adds the milliseconds of each to `times`, as `list` and `thumb`.
 */
export async function pacedReads(
  url: string,
  token: string,
  seconds: number,
  times: Map<string, number[]>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const clients = Array.from({ length: 6 }, () => new Client(url));
  const firstPage = await clients[0]!.request({ method: 'GET', path: '/api/photos?limit=200', headers });
  const { photos } = (await firstPage.body.json()) as PhotoList;
  const thumbs = photos.flatMap(({ thumb_url: thumb }) => thumb ?? []);
  let turn = 0;
  const read = async (what: string, path: string): Promise<void> => {
    const client = clients[turn++ % clients.length]!;
    const begin = performance.now();
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
    const known = times.get(what) ?? [];
    times.set(what, known);
    known.push(performance.now() - begin);
  };
  const under: Promise<void>[] = [];
  const begin = performance.now();
  for (let i = 0; performance.now() - begin < seconds * 1000; i += 1) {
    under.push(read('list', '/api/photos?limit=200'));
    await sleep(pace / 2);
    under.push(read('thumb', thumbs[i % thumbs.length]!));
    await sleep(pace / 2);
  }
  await Promise.all(under);
  await Promise.all(clients.map((client) => client.close()));
}

/** The 99th percentile of the delay of the server's event loop since the last call, in milliseconds. */
export async function loopDelay(server: ServerProcess): Promise<number> {
  const already = server.output().length;
  server.child.kill('SIGUSR2');
  const answer = () => /loop delay p99 ([\d.]+)/.exec(server.output().slice(already))?.[1];
  while (answer() === undefined) await once(server.child.stderr!, 'data');
  return Number(answer());
}
