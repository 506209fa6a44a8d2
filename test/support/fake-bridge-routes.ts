import type { HealthAnswer } from '../../plugins/bridge-upstream/contract.ts';
import { contentAnswer, thumbnailAnswer } from './fake-bridge-content.ts';
import { refuse, type FakeAnswer, type FakeRequest } from './fake-bridge-exchange.ts';
import type { FakeFaults, FakeRoute } from './fake-bridge-faults.ts';
import type { FakeLibrary } from './fake-bridge-library.ts';

export interface FakeState {
  readonly token: string;
  readonly library: FakeLibrary;
  readonly faults: FakeFaults;
  /** Thumbnails that replace the generated ones; null for none. By uid, or `*` for all. */
  readonly thumbnails: Map<string, Buffer | null>;
}

const routes: readonly (readonly [FakeRoute, RegExp])[] = [
  ['health', /^\/health$/],
  ['timeline', /^\/timeline$/],
  ['changes', /^\/changes$/],
  ['nodes', /^\/nodes$/],
  ['node', /^\/nodes\/([^/]+)$/],
  ['albums', /^\/albums$/],
  ['albumPhotos', /^\/albums\/([^/]+)\/photos$/],
  ['thumbnail', /^\/photos\/([^/]+)\/thumbnail$/],
  ['full', /^\/photos\/([^/]+)\/full$/],
  ['motion', /^\/photos\/([^/]+)\/motion$/],
];

export function routeOf(path: string): { route: FakeRoute; uid: string } | undefined {
  for (const [route, pattern] of routes) {
    const match = pattern.exec(path);
    if (match) return { route, uid: decodeURIComponent(match[1] ?? '') };
  }
  return undefined;
}

/** The response of a bridge without faults. */
export async function rightAnswer(request: FakeRequest, state: FakeState): Promise<FakeAnswer> {
  const { token } = state;
  if (request.headers.authorization !== `Bearer ${token}`) return refuse('bridge_auth', 'The token is wrong.');
  const found = routeOf(request.path);
  const reads = ['GET', 'HEAD', ...(found?.route === 'nodes' ? ['POST'] : [])];
  if (!reads.includes(request.method)) return refuse('read_only', 'Nothing can be written here.');
  if (!found || (found.route === 'nodes' && request.method !== 'POST'))
    return refuse('not_found', 'There is nothing here.');
  const { library, faults } = state;
  const { route, uid } = found;
  switch (route) {
    case 'health':
      return json(healthOf(library, faults));
    case 'timeline':
      return timelineAnswer(request, state);
    case 'changes':
      return changesAnswer(request, state);
    case 'nodes':
      return nodesAnswer(request, state);
    case 'node': {
      const node = faults.vanished ? undefined : library.node(uid);
      return node ? json(node) : noPhoto;
    }
    case 'albums': {
      const page = pageOf(request, faults.vanished ? [] : library.albums(), ({ uid: album }) => album);
      return 'status' in page ? page : json({ albums: page.items, next: page.next });
    }
    case 'albumPhotos': {
      const photos = faults.vanished ? undefined : library.albumPhotos(uid);
      if (!photos) return refuse('not_found', 'There is no such album.');
      const page = pageOf(request, photos, ({ uid: photo }) => photo);
      if ('status' in page) return page;
      const items = page.items.map(({ uid: photo, captureTime }) => ({ uid: photo, captureTime, addedTime: null }));
      return json({ items, next: page.next });
    }
    case 'thumbnail':
      return pictureAnswer(request, uid, state);
    case 'full':
      return fullAnswer(request, uid, state);
    case 'motion':
      return fullAnswer(request, library.node(uid)?.relatedUids[0] ?? '', state);
  }
}

/** Enough for a hundred uids of the maximum length, but not for more. */
const largestBody = 64 * 1024;

const noPhoto = refuse('not_found', 'There is no such photo.');

function json(body: unknown): FakeAnswer {
  return { status: 200, headers: {}, body };
}

function healthOf(library: FakeLibrary, faults: FakeFaults): HealthAnswer {
  return {
    contract: 1,
    bridge: { name: 'fake-bridge', version: '1.0.0' },
    storeId: library.storeId,
    reachable: true,
    loggedIn: true,
    state: 'ready',
    counts: { photos: library.timeline().length, albums: library.albums().length, failed: faults.rotten.size },
    lastScanAt: Math.floor(Date.now() / 1000),
    capabilities: { thumbnails: [512, 1920], range: true, sha1: 'computed', albums: true, tags: false, related: true },
    ...faults.health,
  };
}

function timelineAnswer(request: FakeRequest, { library, faults }: FakeState): FakeAnswer {
  const [changesCursor, position] = splitCursor(request.query.get('cursor')) ?? [library.cursor(), null];
  const query = new URLSearchParams(request.query);
  if (position === null) query.delete('cursor');
  else query.set('cursor', position);
  const all = faults.vanished ? [] : library.timeline();
  const page = pageOf({ ...request, query }, all, timelinePosition, (item, cursor) => timelinePosition(item) > cursor);
  if ('status' in page) return page;
  const items = page.items.map(({ uid, captureTime, tags, rev }) => ({ uid, captureTime, tags, rev }));
  return json({ items, next: page.next === null ? null : `${changesCursor}~${page.next}`, changesCursor });
}

/** A sort key in the order of the timeline: captureTime descending, uid ascending. */
function timelinePosition({ captureTime, uid }: { captureTime: number; uid: string }): string {
  return `${String(10 ** 12 - captureTime).padStart(13, '0')}~${uid}`;
}

function splitCursor(cursor: string | null): [string, string] | null {
  if (cursor === null) return null;
  const [, changes, position] = /^([0-9a-f]{8}\.\d+)~(\d{13}~.+)$/.exec(cursor) ?? [];
  return [changes ?? '', position ?? ''];
}

function changesAnswer({ query }: FakeRequest, { library, faults }: FakeState): FakeAnswer {
  const limit = limitOf(query);
  if (limit === undefined) return refuse('bad_request', 'limit must be from 1 to 1000.');
  const since = query.get('since') ?? '';
  const page = library.changes(since, limit);
  if (page === 'bad') return refuse('bad_request', 'since is no cursor of this feed.');
  if (page === 'expired') return refuse('cursor_expired', 'The feed does not reach back so far: read everything.');
  return json(faults.vanished ? { events: [], next: since, more: false } : page);
}

function nodesAnswer({ body }: FakeRequest, { library, faults }: FakeState): FakeAnswer {
  if (body.length > largestBody) return refuse('bad_request', 'The body is too large.');
  let uids: unknown;
  try {
    ({ uids } = JSON.parse(body) as { uids?: unknown });
  } catch {
    uids = undefined;
  }
  if (!Array.isArray(uids) || uids.length > 100 || !uids.every((uid) => typeof uid === 'string')) {
    return refuse('bad_request', 'uids must be a list of at most 100 uids.');
  }
  const found = faults.vanished ? [] : [...new Set(uids)].flatMap((uid) => library.node(uid) ?? []);
  const known = new Set(found.map(({ uid }) => uid));
  return json({ nodes: found, missing: [...new Set(uids)].filter((uid) => !known.has(uid)) });
}

function fullAnswer(request: FakeRequest, uid: string, { library, faults }: FakeState): FakeAnswer {
  const [node, bytes] = [library.node(uid), library.bytes(uid)];
  if (!node || !bytes || faults.vanished) return noPhoto;
  if (faults.rotten.has(uid)) return refuse('integrity_error', 'The file is damaged in the store.');
  return contentAnswer(node, bytes, request);
}

async function pictureAnswer(request: FakeRequest, uid: string, state: FakeState): Promise<FakeAnswer> {
  const size = request.query.get('size');
  if (size !== '512' && size !== '1920') return refuse('bad_request', 'size must be 512 or 1920.');
  const [node, bytes] = [state.library.node(uid), state.library.bytes(uid)];
  if (!node || !bytes || state.faults.vanished) return noPhoto;
  const chosen = state.thumbnails.get(uid) ?? state.thumbnails.get('*');
  const none = state.thumbnails.has(uid) ? state.thumbnails.get(uid) === null : chosen === null;
  if (none) return refuse('no_thumbnail', 'There is no small picture of this one.');
  return thumbnailAnswer(node, chosen ?? bytes, Number(size), request);
}

function limitOf(query: URLSearchParams): number | undefined {
  const text = query.get('limit') ?? '1000';
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000 ? Number(text) : undefined;
}

/** Pages by position, so that items added or removed meanwhile shift nothing. */
function pageOf<T>(
  { query }: FakeRequest,
  all: readonly T[],
  position: (item: T) => string,
  isBehind?: (item: T, cursor: string) => boolean,
): { items: readonly T[]; next: string | null } | FakeAnswer {
  const limit = limitOf(query);
  const cursor = query.get('cursor');
  if (limit === undefined) return refuse('bad_request', 'limit must be from 1 to 1000.');
  let rest = all;
  if (cursor !== null) {
    const at = all.findIndex((item) => (isBehind ? isBehind(item, cursor) : position(item) === cursor));
    if (cursor === '' || (at === -1 && !isBehind)) return refuse('bad_request', 'cursor is none of this list.');
    rest = at === -1 ? [] : all.slice(isBehind ? at : at + 1);
  }
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, next: last !== undefined && rest.length > limit ? position(last) : null };
}
