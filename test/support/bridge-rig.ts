import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@hapi/hapi';
import type { Catalog, CatalogFile, ScanStatus } from '../../plugins/bridge-upstream/bridge/catalog.ts';
import { BadCursor, CursorExpired } from '../../plugins/bridge-upstream/bridge/catalog.ts';
import { StoreError, type Driver, type FileStamp } from '../../plugins/bridge-upstream/bridge/driver.ts';
import { createLog } from '../../plugins/bridge-upstream/bridge/main.ts';
import { buildBridge, type BridgeDependencies } from '../../plugins/bridge-upstream/bridge/server.ts';
import type { Node } from '../../plugins/bridge-upstream/contract.ts';
import { bridgePictures } from './bridge-pictures.ts';

export const rigToken = 'a-token-of-the-bridge-that-is-long-enough';

/** Bytes per piece that the store returns. */
const pieceSize = 64 * 1024;

interface StoredFile {
  bytes: Buffer;
  stamp: FileStamp;
}

/** A store in memory that is read like real drivers, counts open files, and can be made to fail. */
export class MemoryStore implements Pick<Driver, 'stat' | 'read'> {
  readonly files = new Map<string, StoredFile>();
  open = 0;
  mostOpen = 0;
  /** Pieces returned so far, over all reads. */
  pieces = 0;
  /** The error of all calls of stat and read. */
  broken: StoreError | undefined;
  /** Called before each piece with its position. */
  beforePiece: (position: number, signal: AbortSignal) => Promise<void> | void = () => undefined;

  put(handle: string, bytes: Buffer): FileStamp {
    const now = Date.now() + this.files.size / 7;
    const stamp = { size: bytes.length, mtimeMs: now, ctimeMs: now };
    this.files.set(handle, { bytes, stamp });
    return stamp;
  }

  stat(handle: string): Promise<FileStamp> {
    if (this.broken) return Promise.reject(this.broken);
    const file = this.files.get(handle);
    return file ? Promise.resolve(file.stamp) : Promise.reject(new StoreError('not_found', 'The file is gone.'));
  }

  async *read(handle: string, range: { start: number; end: number }, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (this.broken) throw this.broken;
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      for (let at = range.start; at <= range.end; at += pieceSize) {
        await this.beforePiece(at, signal);
        signal.throwIfAborted();
        const file = this.files.get(handle);
        if (!file) throw new StoreError('not_found', 'The file is gone.');
        this.pieces += 1;
        yield file.bytes.subarray(at, Math.min(at + pieceSize, range.end + 1));
        // Like real drivers, which wait for the disk: even fast clients get their data over several turns of the event
        // loop.
        await new Promise(setImmediate);
      }
    } finally {
      this.open -= 1;
    }
  }
}

interface RigPhoto {
  readonly uid: string;
  readonly mediaType?: string;
  readonly kind?: CatalogFile['kind'];
  readonly bytes: Buffer;
}

/** A catalog of a list, whose cursors are positions. */
class ListCatalog implements Catalog {
  readonly storeId = 'store-of-the-rig';
  readonly nodesByUid = new Map<string, Node>();
  readonly filesByUid = new Map<string, CatalogFile>();

  counts() {
    return { photos: this.nodesByUid.size, albums: 1, failed: 0 };
  }

  timeline({ cursor, limit }: { cursor: string | null; limit: number }) {
    const all = [...this.nodesByUid.values()].sort((a, b) => b.captureTime - a.captureTime);
    const { items, next } = pageOf(all, cursor, limit);
    return {
      items: items.map(({ uid, captureTime, rev }) => ({ uid, captureTime, tags: [], rev })),
      next,
      changesCursor: '0',
    };
  }

  changes({ since }: { since: string; limit: number }) {
    if (since === 'long-ago') throw new CursorExpired();
    pageOf([], since, 1);
    return { events: [], next: since, more: false };
  }

  nodes(uids: readonly string[]) {
    return {
      nodes: uids.flatMap((uid) => this.nodesByUid.get(uid) ?? []),
      missing: uids.filter((uid) => !this.nodesByUid.has(uid)),
    };
  }

  albums({ cursor, limit }: { cursor: string | null; limit: number }) {
    const album = { uid: 'album', name: 'All', photoCount: 0, coverUid: null, lastActivityTime: null };
    const { items, next } = pageOf([album], cursor, limit);
    return { albums: items, next };
  }

  albumPhotos(albumUid: string, { cursor, limit }: { cursor: string | null; limit: number }) {
    if (albumUid !== 'album') return undefined;
    return pageOf(
      [...this.nodesByUid.values()].map(({ uid, captureTime }) => ({ uid, captureTime, addedTime: null })),
      cursor,
      limit,
    );
  }

  file(uid: string) {
    return this.filesByUid.get(uid);
  }

  motion(uid: string) {
    return this.filesByUid.get(this.nodesByUid.get(uid)?.relatedUids[0] ?? '');
  }
}

function pageOf<T>(all: readonly T[], cursor: string | null, limit: number): { items: T[]; next: string | null } {
  if (cursor !== null && !/^\d+$/.test(cursor)) throw new BadCursor();
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
}

export interface BridgeRig {
  readonly server: Server;
  readonly store: MemoryStore;
  readonly catalog: ListCatalog;
  status: ScanStatus;
  /** The number of requested scans. */
  woken: number;
  readonly port: number;
  readonly logged: string[];
  add(photo: RigPhoto): CatalogFile;
  get(path: string, options?: AskOptions): Promise<RigAnswer>;
  stop(): Promise<void>;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface RigAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON. */
  readonly json: Record<string, unknown>;
}

/** The HTTP server of a bridge on a free port, with a store in memory. */
export async function bridgeRig(options: Partial<BridgeDependencies> = {}): Promise<BridgeRig> {
  const store = new MemoryStore();
  const catalog = new ListCatalog();
  const logged: string[] = [];
  const server = buildBridge({
    catalog,
    driver: store,
    pictures: bridgePictures,
    status: () => rig.status,
    onChange: () => {
      rig.woken += 1;
    },
    token: rigToken,
    log: createLog('debug', { write: (line: string) => logged.push(line) }),
    version: '0.0.0-test',
    listen: { host: '127.0.0.1', port: 0 },
    ...options,
  });
  await server.start();
  const { port } = server.listener.address() as AddressInfo;
  const rig: BridgeRig = {
    server,
    store,
    catalog,
    status: { state: 'ready', lastScanAt: 1_700_000_000, condition: { reachable: true, loggedIn: true } },
    woken: 0,
    port,
    logged,
    add: (photo) => {
      const file = describe(photo, store.put(`handle of ${photo.uid}`, photo.bytes));
      catalog.filesByUid.set(photo.uid, file);
      catalog.nodesByUid.set(photo.uid, nodeOf(file, catalog.nodesByUid.size));
      return file;
    },
    get: (path, ask) => askBridge({ port }, path, ask),
    stop: () => server.stop({ timeout: 500 }),
  };
  return rig;
}

function describe({ uid, bytes, kind = 'image', mediaType = 'image/jpeg' }: RigPhoto, stamp: FileStamp): CatalogFile {
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  return {
    uid,
    handle: `handle of ${uid}`,
    name: `${uid}.jpg`,
    kind,
    mediaType,
    rev: sha1,
    stamp,
    sha1,
    modifiedTime: 1_600_000_000,
  };
}

function nodeOf({ uid, name, kind, mediaType, stamp, sha1, rev }: CatalogFile, index: number): Node {
  return {
    uid,
    kind,
    name,
    mediaType,
    size: stamp.size,
    sha1,
    sha1Source: 'computed',
    captureTime: 1_500_000_000 + index,
    captureTimeSource: 'mtime',
    utcOffset: null,
    modifiedTime: 1_600_000_000,
    createdTime: null,
    trashed: false,
    rev,
    mainUid: null,
    relatedUids: [],
    tags: [],
    albums: [],
    location: null,
    camera: null,
    media: null,
    errors: [],
  };
}

/**
 * Sends one request on a new connection, with the rig's token unless `headers` has another.
 * @throws Error if the connection ends before the response is complete
 */
export function askBridge(
  where: { port: number } | { socketPath: string },
  path: string,
  { method = 'GET', headers = {}, body }: AskOptions = {},
): Promise<RigAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...where,
        path,
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${rigToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({
            status: Number(response.statusCode),
            headers: response.headers,
            body: whole,
            get json() {
              return JSON.parse(whole.toString()) as Record<string, unknown>;
            },
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
