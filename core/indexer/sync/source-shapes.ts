import type {
  AlbumPhotosPage,
  AlbumsPage,
  ChangeEvent,
  ChangesPage,
  SourceHealth,
  SourceNode,
  TimelinePage,
} from '../../plugin-api/photo-source.ts';
import { readMotion, readStoreFacts } from './store-fact-shapes.ts';
import {
  checkAnswer,
  fail,
  fields,
  flag,
  list,
  number,
  orNull,
  sha1,
  ShapeError,
  text,
  type Fields,
} from '../shape-checks.ts';

/* Validates the responses of a source field by field. */

const uidPattern = /^[A-Za-z0-9._~=-]{1,256}$/;
const MAX_CURSOR = 16 * 1024;
const MAX_TEXT = 4000;
const MAX_PROBLEMS = 20;

const kinds: readonly unknown[] = ['image', 'video', 'live', 'raw'];
const timeSources: readonly unknown[] = ['upstream', 'exif', 'name', 'mtime'];

function uid(value: unknown, path: string): string {
  if (typeof value !== 'string' || !uidPattern.test(value)) fail(path, '1 to 256 characters of A-Z a-z 0-9 . _ ~ = -');
  return value;
}

const rev = (value: unknown, path: string): string => text(value, path, 256, 1);
const cursor = (value: unknown, path: string): string => text(value, path, MAX_CURSOR);
const nextPage = (value: unknown, path: string): string | null => (value === null ? null : cursor(value, path));

/** The last moment that a `Date` can hold. */
const END_OF_TIME = 8.64e12;

/** Epoch seconds; fractions are truncated. */
function time(value: unknown, path: string): number {
  const seconds = Math.floor(number(value, path));
  if (Math.abs(seconds) > END_OF_TIME) fail(path, 'epoch seconds');
  return seconds;
}

export function readHealth(answer: unknown): SourceHealth {
  return checkAnswer('health', () => {
    const { reachable, loggedIn, storeId, detail, filling, originals, ranges } = fields(answer, 'the answer');
    return {
      reachable: flag(reachable, 'reachable'),
      loggedIn: flag(loggedIn, 'loggedIn'),
      storeId: text(storeId, 'storeId', 1024),
      ...(typeof detail === 'string' && { detail: detail.slice(0, MAX_TEXT) }),
      ...(filling === true && { filling }),
      ...(originals === 'metered' && { originals }),
      ...(ranges === false && { ranges }),
    };
  });
}

export function readTimelinePage(answer: unknown, limit: number): TimelinePage {
  return checkAnswer('timeline', () => {
    const page = fields(answer, 'the answer');
    return {
      items: each(page, 'items', limit, (item, path) => ({
        uid: uid(item['uid'], `${path}.uid`),
        rev: rev(item['rev'], `${path}.rev`),
        captureTime: time(item['captureTime'], `${path}.captureTime`),
      })),
      next: nextPage(page['next'], 'next'),
      changesCursor: cursor(page['changesCursor'], 'changesCursor'),
    };
  });
}

export function readChangesPage(answer: unknown, limit: number): ChangesPage {
  return checkAnswer('changes', () => {
    const page = fields(answer, 'the answer');
    return {
      events: each(page, 'events', limit, readEvent),
      next: cursor(page['next'], 'next'),
      more: flag(page['more'], 'more'),
    };
  });
}

function readEvent(event: Fields, path: string): ChangeEvent {
  const { type, kind } = event;
  if (type !== 'upsert' && type !== 'delete') fail(`${path}.type`, 'upsert or delete');
  if (kind !== 'photo' && kind !== 'album') fail(`${path}.kind`, 'photo or album');
  const change = { type, kind, uid: uid(event['uid'], `${path}.uid`) } as const;
  return kind === 'photo' && type === 'upsert' ? { ...change, rev: rev(event['rev'], `${path}.rev`) } : change;
}

/** Nodes by uid, and the problem of each invalid node. The other photos are kept. */
export interface CheckedNodes {
  readonly nodes: ReadonlyMap<string, SourceNode>;
  readonly wrong: ReadonlyMap<string, string>;
}

export function readNodes(answer: unknown, uids: readonly string[]): CheckedNodes {
  return checkAnswer('nodes', () => {
    const requested = new Set(uids);
    const nodes = new Map<string, SourceNode>();
    const problems = new Map<string, string>();
    const { nodes: described, missing } = fields(answer, 'the answer');
    for (const value of list(described, 'nodes')) {
      const nodeUid = typeof value === 'object' && value !== null && 'uid' in value ? value.uid : undefined;
      // A node without a valid uid belongs to no photo.
      if (typeof nodeUid !== 'string' || !requested.has(nodeUid)) continue;
      try {
        nodes.set(nodeUid, readNode(fields(value, 'node')));
      } catch (error) {
        if (!(error instanceof ShapeError)) throw error;
        problems.set(nodeUid, error.message);
      }
    }
    // A photo only counts as removed if the source reports it as missing. A photo that is absent from the response is
    // requested again.
    const missingUids = new Set<unknown>(Array.isArray(missing) ? missing : []);
    for (const requestedUid of uids) {
      if (!nodes.has(requestedUid) && !problems.has(requestedUid) && !missingUids.has(requestedUid)) {
        problems.set(requestedUid, 'it was left out of the answer');
      }
    }
    return { nodes, wrong: problems };
  });
}

function readNode(node: Fields): SourceNode {
  const { kind, captureTimeSource } = node;
  if (!kinds.includes(kind)) fail('kind', kinds.join(', '));
  if (!timeSources.includes(captureTimeSource)) fail('captureTimeSource', timeSources.join(', '));
  const size = number(node['size'], 'size');
  if (size < 0 || !Number.isSafeInteger(size)) fail('size', 'a whole number of bytes');
  return {
    uid: uid(node['uid'], 'uid'),
    rev: rev(node['rev'], 'rev'),
    kind: kind as SourceNode['kind'],
    name: text(node['name'], 'name', MAX_TEXT),
    mediaType: text(node['mediaType'], 'mediaType', 256),
    size,
    sha1: orNull(node['sha1'], (value) => sha1(value, 'sha1')),
    captureTime: time(node['captureTime'], 'captureTime'),
    captureTimeSource: captureTimeSource as SourceNode['captureTimeSource'],
    utcOffset: orNull(node['utcOffset'], (value) => Math.round(number(value, 'utcOffset'))),
    modifiedTime: time(node['modifiedTime'], 'modifiedTime'),
    caption: orNull(node['caption'], (value) => text(value, 'caption', 100_000).slice(0, MAX_TEXT)),
    location: orNull(node['location'], readLocation),
    camera: orNull(node['camera'], (value) => ({
      device: text(fields(value, 'camera')['device'], 'camera.device', MAX_TEXT),
      orientation: orNull(fields(value, 'camera')['orientation'], (turn) => number(turn, 'camera.orientation')),
    })),
    media: orNull(node['media'], readMedia),
    ...readStoreFacts(node),
    ...readMotion(node['motion']),
    errors: Array.isArray(node['errors']) ? node['errors'].slice(0, MAX_PROBLEMS).flatMap(readProblem) : [],
  };
}

/** An invalid description of a problem is no reason to reject the photo. */
function readProblem(value: unknown): SourceNode['errors'] {
  const { field, message } = (value ?? {}) as Fields;
  if (typeof field !== 'string' || typeof message !== 'string') return [];
  return [{ field: field.slice(0, MAX_TEXT), message: message.slice(0, MAX_TEXT) }];
}

function readLocation(value: unknown): { lat: number; lng: number } {
  const location = fields(value, 'location');
  const lat = number(location['lat'], 'location.lat');
  const lng = number(location['lng'], 'location.lng');
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) fail('location', 'a point on the globe');
  return { lat, lng };
}

function readMedia(value: unknown): { width: number; height: number; duration: number | null } {
  const media = fields(value, 'media');
  const side = (name: string): number => {
    const length = number(media[name], `media.${name}`);
    if (!Number.isSafeInteger(length) || length < 0) fail(`media.${name}`, 'a whole number of px');
    return length;
  };
  return {
    width: side('width'),
    height: side('height'),
    duration: orNull(media['duration'], (duration) => number(duration, 'media.duration')),
  };
}

export function readAlbumsPage(answer: unknown, limit: number): AlbumsPage {
  return checkAnswer('albums', () => {
    const page = fields(answer, 'the answer');
    return {
      albums: each(page, 'albums', limit, (album, path) => ({
        uid: uid(album['uid'], `${path}.uid`),
        name: text(album['name'], `${path}.name`, MAX_TEXT),
        photoCount: number(album['photoCount'], `${path}.photoCount`),
        coverUid: orNull(album['coverUid'], (cover) => uid(cover, `${path}.coverUid`)),
      })),
      next: nextPage(page['next'], 'next'),
    };
  });
}

export function readAlbumPhotosPage(answer: unknown, limit: number): AlbumPhotosPage {
  return checkAnswer('albumPhotos', () => {
    const page = fields(answer, 'the answer');
    return {
      items: each(page, 'items', limit, (item, path) => ({
        uid: uid(item['uid'], `${path}.uid`),
        addedTime: orNull(item['addedTime'], (added) => time(added, `${path}.addedTime`)),
      })),
      next: nextPage(page['next'], 'next'),
    };
  });
}

/** The items of a list of the answer, each read with its path for messages. */
function each<T>(page: Fields, name: string, limit: number, read: (item: Fields, path: string) => T): T[] {
  return list(page[name], name, limit).map((value, index) => {
    const path = `${name}[${index}]`;
    return read(fields(value, path), path);
  });
}
