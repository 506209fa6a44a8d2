import type {
  AlbumPhotosPage,
  AlbumsPage,
  ChangeEvent,
  ChangesPage,
  NodesAnswer,
  SourceNode,
  TimelinePage,
} from 'photofinch/plugin-api';
import { contractVersion, type HealthAnswer } from '../contract.ts';
import { badAnswer } from './failure.ts';
import { otherContract } from './transport.ts';

/*
 * Converts the bridge's JSON to the results of a photo source. The server validates every field of any source, so this only
 * checks what the conversion itself relies on: a first sync has a million items.
 */

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, subject: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badAnswer(`The bridge answered wrongly: ${subject} must be an object.`);
  }
  return value as Fields;
}

function list(value: unknown, subject: string): readonly unknown[] {
  if (!Array.isArray(value)) throw badAnswer(`The bridge answered wrongly: ${subject} must be a list.`);
  return value;
}

/** @throws BridgeFailure if the body has another version of the contract */
export function toHealth(json: unknown): HealthAnswer {
  const health = fields(json, 'health');
  const { contract, bridge, storeId, reachable, loggedIn, counts } = health;
  if (typeof contract === 'number' && contract !== contractVersion) throw otherContract(contract);
  const wrong = (field: string): never => {
    throw badAnswer(`The bridge answered wrongly: ${field} of health must be as the contract says.`);
  };
  if (contract !== contractVersion) wrong('contract');
  if (typeof storeId !== 'string' || storeId === '') wrong('storeId');
  if (typeof reachable !== 'boolean') wrong('reachable');
  if (typeof loggedIn !== 'boolean') wrong('loggedIn');
  if (!states.has(health['state'])) wrong('state');
  const { name, version } = fields(bridge, 'bridge of health');
  if (typeof name !== 'string' || typeof version !== 'string') wrong('bridge');
  const { photos, failed } = fields(counts, 'counts of health');
  if (!Number.isSafeInteger(photos) || !Number.isSafeInteger(failed)) wrong('counts');
  const { thumbnails, albums } = fields(health['capabilities'], 'capabilities of health');
  if (!Array.isArray(thumbnails) || typeof albums !== 'boolean') wrong('capabilities');
  // A missing reason may also be null.
  const reason = health['reason'] ?? undefined;
  if (reason !== undefined && typeof reason !== 'string') wrong('reason');
  return { ...health, reason } as unknown as HealthAnswer;
}

const states: ReadonlySet<unknown> = new Set<HealthAnswer['state']>(['starting', 'scanning', 'ready']);

export function toTimelinePage(json: unknown): TimelinePage {
  const { items, next, changesCursor } = fields(json, 'timeline');
  return {
    items: list(items, 'items').map((item) => {
      const { uid, rev, captureTime } = fields(item, 'an item');
      return { uid, rev, captureTime };
    }),
    next,
    changesCursor,
  } as TimelinePage;
}

export function toChangesPage(json: unknown): ChangesPage {
  const { events, next, more } = fields(json, 'changes');
  return {
    events: list(events, 'events').map((event) => {
      const { type, kind, uid, rev } = fields(event, 'an event');
      return { type, kind, uid, ...(rev === undefined ? {} : { rev }) } as ChangeEvent;
    }),
    next,
    more,
  } as ChangesPage;
}

export function toNodes(json: unknown): NodesAnswer {
  const { nodes, missing } = fields(json, 'nodes');
  return {
    nodes: list(nodes, 'nodes').map((node) => toNode(fields(node, 'a node'))),
    missing: list(missing, 'missing') as readonly string[],
  };
}

function toNode(node: Fields): SourceNode {
  const { uid, rev, kind, name, mediaType, size, sha1, captureTime, captureTimeSource, utcOffset } = node;
  const { modifiedTime, caption, location, camera, media, errors, tags, people, favourite, motion, path } = node;
  return {
    uid,
    rev,
    kind,
    name,
    mediaType,
    size,
    sha1: sha1 ?? null,
    captureTime,
    captureTimeSource,
    utcOffset: utcOffset ?? null,
    modifiedTime,
    ...(caption === undefined ? {} : { caption }),
    location: location ?? null,
    camera: camera ?? null,
    media: media ?? null,
    ...withoutAbsent({ path, tags, people, favourite, motion }),
    errors: errors ?? [],
  } as SourceNode;
}

/** Removes absent fields, which a bridge may omit. */
const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

export function toAlbumsPage(json: unknown): AlbumsPage {
  const { albums, next } = fields(json, 'albums');
  return {
    albums: list(albums, 'albums').map((album) => {
      const { uid, name, photoCount, coverUid } = fields(album, 'an album');
      return { uid, name, photoCount, coverUid: coverUid ?? null };
    }),
    next,
  } as AlbumsPage;
}

export function toAlbumPhotosPage(json: unknown): AlbumPhotosPage {
  const { items, next } = fields(json, 'an album');
  return {
    items: list(items, 'items').map((item) => {
      const { uid, addedTime } = fields(item, 'an item');
      return { uid, addedTime: addedTime ?? null };
    }),
    next,
  } as AlbumPhotosPage;
}
