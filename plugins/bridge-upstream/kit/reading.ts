import {
  mostNodes,
  type Album,
  type AlbumPhotosAnswer,
  type AlbumsAnswer,
  type HealthAnswer,
  type Node,
  type NodesAnswer,
  type TimelineAnswer,
  type TimelineItem,
} from '../contract.ts';
import { jsonOf, must } from './expect.ts';
import type { Probe } from './probe.ts';

/*
 * Reads a bridge like the service, as tolerantly as possible: the format of responses has separate checks, so that one
 * mistake of a bridge does not fail all of them.
 */

export interface TimelinePages {
  readonly items: readonly TimelineItem[];
  readonly changesCursors: readonly string[];
}

/** @param maximum stops after this many items */
export async function readTimeline(probe: Probe, limit = 1000, maximum = Infinity): Promise<TimelinePages> {
  const changesCursors: string[] = [];
  const items = await readPages(async (cursor) => {
    const page = (await readJson(probe, withPage('/timeline', cursor, limit))) as TimelineAnswer;
    changesCursors.push(page.changesCursor);
    return [page.items, page.next];
  }, maximum);
  return { items, changesCursors };
}

export async function readAlbums(probe: Probe, limit = 1000): Promise<Album[]> {
  return readPages(async (cursor) => {
    const page = (await readJson(probe, withPage('/albums', cursor, limit))) as AlbumsAnswer;
    return [page.albums, page.next];
  });
}

export async function readAlbum(
  probe: Probe,
  uid: string,
  limit = 1000,
): Promise<AlbumPhotosAnswer['items'][number][]> {
  return readPages(async (cursor) => {
    const page = (await readJson(probe, withPage(`/albums/${uid}/photos`, cursor, limit))) as AlbumPhotosAnswer;
    return [page.items, page.next];
  });
}

/** The nodes of these uids, as far as the bridge has them. */
export async function readNodes(probe: Probe, uids: readonly string[]): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let at = 0; at < uids.length; at += mostNodes) {
    const batch = uids.slice(at, at + mostNodes);
    const answer = jsonOf(await probe.send('/nodes', { method: 'POST', body: { uids: batch } })) as NodesAnswer;
    nodes.push(...answer.nodes);
  }
  return nodes;
}

export async function readHealth(probe: Probe): Promise<HealthAnswer> {
  return (await readJson(probe, '/health')) as HealthAnswer;
}

export async function readJson(probe: Probe, path: string): Promise<unknown> {
  return jsonOf(await probe.send(path));
}

export function withPage(path: string, cursor: string | null, limit: number): string {
  return `${path}?limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
}

/** Reads all pages of a list, or stops after `maximum` items; a list that never ends fails. */
async function readPages<T>(
  read: (cursor: string | null) => Promise<[readonly T[], string | null]>,
  maximum = Infinity,
): Promise<T[]> {
  const all: T[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const [items, next]: [readonly T[], string | null] = await read(cursor);
    all.push(...items);
    if (next === null || all.length >= maximum) return all;
    must(!cursors.has(next), 'A cursor was returned twice while a list was read: its pages never end.');
    cursors.add(next);
    cursor = next;
  }
}
