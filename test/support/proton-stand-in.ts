import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ProtonFaults } from './proton-faults.ts';
import { ProtonLibrary, type ProtonPhoto } from './proton-library.ts';

/** Slots for downloads. */
const places = 5;

/**
 * A stand-in for a bridge of proton-faces: an HTTP server with a library in memory and its folder of thumbnails. It
 * follows notes on the protocol, and was never compared with a real one.
 */
export class ProtonStandIn {
  readonly library = new ProtonLibrary();
  readonly faults = new ProtonFaults();
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-proton-'));
  readonly workDir = join(this.folder, 'work');
  readonly token = 'the-token-of-the-bridge-upstream';
  /**
   * Each request as `METHOD /path`, with a file name in place of the uid, whether it had the token, the number of
   * photos that it was about, and whether it has ended.
   */
  readonly requests: { what: string; hasToken: boolean; photos: number; isOver: boolean }[] = [];
  mostDownloads = 0;
  /** Called before a request is answered. */
  onAsked: ((what: string) => void | Promise<void>) | undefined;
  #downloads = 0;
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  asked(pattern: RegExp): number {
    return this.requests.filter(({ what }) => pattern.test(what)).length;
  }

  /** The number of matching requests that are neither answered nor cancelled. */
  pending(pattern: RegExp): number {
    return this.requests.filter(({ what, isOver }) => !isOver && pattern.test(what)).length;
  }

  /** Listens, on the previous port after a restart. */
  async start(): Promise<this> {
    mkdirSync(this.workDir, { recursive: true });
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening and ends all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const hasToken = request.headers.authorization === `Bearer ${this.token}`;
    const [, uid] = /^\/photo\/([^/]+)\/full$/.exec(url) ?? [];
    const photo = uid === undefined ? undefined : this.library.photos.get(uid);
    const named = uid === undefined ? url : `/photo/${photo?.path ?? 'unknown'}`;
    const body = await textOf(request);
    const uids = body === '' ? [] : (JSON.parse(body) as { uids: string[] }).uids;
    const hasAny = request.headers.authorization !== undefined;
    const noted = { what: `${method} ${named}`, hasToken: hasAny, photos: uids.length, isOver: false };
    this.requests.push(noted);
    response.once('close', () => (noted.isOver = true));
    await this.onAsked?.(noted.what);
    await this.faults.frozen;
    if (url === '/health') {
      const { loggedOut } = this.faults;
      if (loggedOut) json(response, 401, { ok: false, error: 'Not logged in: no session' });
      else json(response, 200, { ok: true, loggedIn: true });
    } else if (!hasToken) {
      json(response, 401, { ok: false, error: 'Unauthorized' });
    } else if (this.faults.refuses || this.faults.loggedOut) {
      json(response, 500, { ok: false, error: 'Upstream error (ref 4f2a)' });
    } else if (method === 'GET' && url === '/timeline/ids') {
      await this.#list(response);
    } else if (method === 'POST' && url === '/nodes') {
      await this.#nodes(response, uids);
    } else if (method === 'GET' && url === '/albums') {
      json(response, 200, { ok: true, albums: this.faults.hasAlbums ? this.library.albums() : [] });
    } else if (method === 'POST' && url === '/thumbnails') {
      await this.#thumbnails(response, uids);
    } else if (uid !== undefined && (method === 'GET' || method === 'HEAD')) {
      await this.#full(request, response, photo);
    } else {
      json(response, 404, { ok: false, error: 'Not found' });
    }
  }

  async #list(response: ServerResponse): Promise<void> {
    const { list: ending, slowness } = this.faults;
    const all = ending === 'empty' ? [] : this.library.listed();
    const isShort = ending.startsWith('early') || ending === 'cut' || ending === 'silent';
    const photos = isShort ? all.slice(0, Math.floor(all.length / 2)) : all;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('# working\n');
    while (ending === 'progress' && !response.destroyed) {
      response.write('# working\n');
      await sleep(50);
    }
    for (const { uid, captureTime } of photos) {
      if (slowness > 0) {
        await sleep(slowness);
        response.write(`# progress\n`);
      }
      response.write(`${JSON.stringify({ uid, captureTime })}\n`);
    }
    if (ending === 'silent') return;
    if (ending === 'cut') {
      await sleep(20);
      response.destroy();
      return;
    }
    if (ending === 'odd') response.write('{"id":7}\n');
    if (ending !== 'early' && ending !== 'without-done') {
      response.write(`# done: ${photos.length + (ending === 'odd' ? 1 : 0)}\n`);
    }
    response.end();
  }

  async #nodes(response: ServerResponse, uids: readonly string[]): Promise<void> {
    const { nodesCutAfter, nodeTime } = this.faults;
    if (uids.some((uid) => this.faults.poison.has(uid))) {
      json(response, 500, { ok: false, error: 'Upstream error (ref 77b1)' });
      return;
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('# resolving\n');
    for (const [i, uid] of uids.entries()) {
      if (i >= nodesCutAfter) {
        await sleep(20);
        response.destroy();
      }
      if (nodeTime > 0) await sleep(nodeTime);
      if (response.destroyed) return;
      const photo = this.library.photos.get(uid);
      response.write(`${JSON.stringify(photo ? this.library.node(photo) : { uid, missing: true })}\n`);
    }
    response.end();
  }

  /** Previews are JPEG, whatever the files' extensions. Existing files are not overwritten. */
  async #thumbnails(response: ServerResponse, uids: readonly string[]): Promise<void> {
    const results: object[] = [];
    const { poison, thumbnails, thumbnailsHang, thumbnailsLeftOut } = this.faults;
    if (uids.some((uid) => thumbnailsHang.has(uid))) return;
    if (uids.some((uid) => poison.has(uid))) {
      json(response, 500, { ok: false, error: 'Upstream error (ref 51c0)' });
      return;
    }
    for (const uid of uids.filter((each) => !thumbnailsLeftOut.has(each))) {
      const photo = this.library.photos.get(uid);
      const path = join(this.workDir, `${uid}.webp`);
      const error = thumbnails.get(uid);
      const jpeg = photo?.hasPreview && error === undefined ? await preview(photo.bytes) : undefined;
      const isThere = existsSync(path);
      if (jpeg && !isThere) writeFileSync(path, jpeg);
      results.push(jpeg || isThere ? { uid, ok: true } : { uid, ok: false, error: error ?? 'no image preview' });
    }
    json(response, 200, { ok: true, results });
  }

  async #full(request: IncomingMessage, response: ServerResponse, photo: ProtonPhoto | undefined): Promise<void> {
    const fault = photo && this.faults.downloads.get(photo.path);
    if (!photo) {
      json(response, 500, { ok: false, error: 'Upstream error (ref 90aa)' });
    } else if (request.method === 'HEAD') {
      response.writeHead(200, { 'content-type': photo.mediaType, 'content-length': photo.bytes.length }).end();
    } else if (this.faults.busy) {
      response.setHeader('retry-after', '1');
      json(response, 503, { ok: false, error: 'Busy' });
    } else if (fault === 'fails' || fault === 'has-no-room') {
      json(response, fault === 'fails' ? 502 : 507, { ok: false, error: 'Download failed' });
    } else {
      await this.#download(response, photo, fault);
    }
  }

  async #download(
    response: ServerResponse,
    photo: ProtonPhoto,
    fault: 'hangs' | 'is-cut' | 'is-damaged' | 'stops' | undefined,
  ): Promise<void> {
    while (this.#downloads >= places) await sleep(10);
    this.#downloads += 1;
    this.mostDownloads = Math.max(this.mostDownloads, this.#downloads);
    response.once('close', () => {
      if (response.writableFinished || !this.faults.leaksPlaces) this.#downloads -= 1;
    });
    if (fault === 'hangs') return;
    const hasLength = !photo.mediaType.startsWith('image/') && !this.faults.hidesLength;
    const length = !hasLength ? {} : { 'content-length': photo.bytes.length, 'accept-ranges': 'bytes' };
    response.writeHead(200, { 'content-type': photo.mediaType, 'x-photo-uid': photo.uid, ...length });
    if (fault === 'is-cut') {
      response.write(photo.bytes.subarray(0, Math.floor(photo.bytes.length / 2)));
      await sleep(20);
      response.destroy();
      return;
    }
    const bytes = fault === 'is-damaged' ? damaged(photo.bytes) : photo.bytes;
    // In pieces, without waiting for the reader.
    for (let at = 0; at < bytes.length; at += 65_536) response.write(bytes.subarray(at, at + 65_536));
    if (fault === 'stops') return;
    response.end();
  }
}

/** Different bytes each time, as on a bad connection. */
function damaged(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  randomBytes(8).copy(other);
  return other;
}

async function preview(bytes: Buffer): Promise<Buffer | undefined> {
  return sharp(bytes)
    .autoOrient()
    .resize(512, 512, { fit: 'inside', withoutEnlargement: true })
    .jpeg()
    .toBuffer()
    .catch(() => undefined);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
