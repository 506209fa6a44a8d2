import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import type { SourceErrorCode } from '../errors.ts';
import type { PhotoSource, SourceNode, TimelineItem } from '../photo-source.ts';
import { neverAborted, type Subject } from './suite.ts';

export interface PhotoSourceSubject extends Subject {
  /** A source with at least three photos, one of them of 16 bytes or more. */
  readonly source: PhotoSource;
}

/** A uid that no store contains. */
export const unknownUid = 'no-such-photo-0d5b6f2c';

/** Reads all pages of a list; a list that never ends fails. */
export async function allPages<T>(
  read: (cursor: string | null) => Promise<{ page: readonly T[]; next: string | null }>,
  limit: number,
): Promise<T[]> {
  const all: T[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const { page, next }: { page: readonly T[]; next: string | null } = await read(cursor);
    assert.ok(page.length <= limit, `a page has ${page.length} items, although at most ${limit} were requested`);
    all.push(...page);
    if (next === null) return all;
    assert.ok(!cursors.has(next), `the cursor ${next} was returned twice: the pages never end`);
    cursors.add(next);
    cursor = next;
  }
}

export async function timelineOf(source: PhotoSource, limit = 1000): Promise<TimelineItem[]> {
  return allPages(async (cursor) => {
    const { items, next } = await source.timeline({ cursor, limit, signal: neverAborted() });
    return { page: items, next };
  }, limit);
}

/** The nodes of the whole library. */
export async function nodesOf(source: PhotoSource): Promise<SourceNode[]> {
  const uids = (await timelineOf(source)).map(({ uid }) => uid);
  const nodes: SourceNode[] = [];
  for (let at = 0; at < uids.length; at += 100) {
    nodes.push(...(await source.nodes(uids.slice(at, at + 100), { signal: neverAborted() })).nodes);
  }
  return nodes;
}

/** Whether the photo can be opened. The server does not open one whose node says that its bytes cannot be read. */
export const isReadable = ({ errors }: SourceNode): boolean => !errors.some(({ field }) => field === 'content');

export async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Asserts that `call` fails as the contract requires: with an error whose `code` is one of `codes`. */
export async function failsWith(call: () => Promise<unknown>, ...codes: SourceErrorCode[]): Promise<void> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof Error, `expected a SourceError with code ${codes.join(' or ')}, but nothing was thrown`);
  const code = 'code' in thrown ? thrown.code : undefined;
  assert.ok(
    codes.some((expected) => expected === code),
    `expected a SourceError with code ${codes.join(' or ')}, but the code is ${String(code)}: ${thrown.message}`,
  );
}
