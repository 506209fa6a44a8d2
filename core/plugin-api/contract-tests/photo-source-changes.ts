import assert from 'node:assert/strict';
import { isSourceError } from '../errors.ts';
import type { ChangeEvent, PhotoSource } from '../photo-source.ts';
import { failsWith, timelineOf, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

/** The rev of each photo, as a reader of the feed knows it. */
export type PhotoRevs = Map<string, string>;

export async function currentRevs(source: PhotoSource): Promise<PhotoRevs> {
  return new Map((await timelineOf(source)).map(({ uid, rev }) => [uid, rev]));
}

export function sortedRevs(known: PhotoRevs): [string, string][] {
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Reads the feed to its end and applies it.
 * @throws SourceError `cursor_expired` if the feed requires a new enumeration
 */
async function follow(
  source: PhotoSource,
  known: PhotoRevs,
  since: string,
  limit: number,
): Promise<{ cursor: string; events: number }> {
  let events = 0;
  for (let pages = 0, cursor = since; ; pages++) {
    assert.ok(pages < 10_000, 'the change feed never ends');
    const page = await source.changes({ since: cursor, limit, signal: neverAborted() });
    assert.ok(
      page.events.length <= limit,
      `a page has ${page.events.length} events, although at most ${limit} were requested`,
    );
    for (const event of page.events) apply(known, event);
    events += page.events.length;
    assert.ok(typeof page.next === 'string' && page.next !== '', 'each page of changes must have a next cursor');
    if (!page.more) return { cursor: page.next, events };
    assert.notEqual(
      page.next,
      cursor,
      'more is true, but next is the cursor of the request: the change feed never ends',
    );
    cursor = page.next;
  }
}

function apply(known: PhotoRevs, { type, kind, uid, rev }: ChangeEvent): void {
  if (kind !== 'photo') return;
  if (type === 'delete') known.delete(uid);
  else {
    assert.ok(rev !== undefined, `the upsert of ${uid} must have a rev`);
    known.set(uid, rev);
  }
}

/**
 * Like `follow`, but continues like the server if the feed requires a new enumeration; a source without a record of changes
 * requires that after each change. The enumeration must then be enough.
 * @returns whether the feed reported anything
 */
export async function catchUp(source: PhotoSource, known: PhotoRevs, since: string, limit: number): Promise<boolean> {
  try {
    return (await follow(source, known, since, limit)).events > 0;
  } catch (error) {
    if (!isSourceError(error) || error.code !== 'cursor_expired') throw error;
  }
  const anew = await start(source);
  known.clear();
  for (const [uid, rev] of anew.known) known.set(uid, rev);
  await follow(source, known, anew.cursor, limit);
  return true;
}

export async function start(source: PhotoSource): Promise<{ cursor: string; known: PhotoRevs }> {
  const { changesCursor } = await source.timeline({ cursor: null, limit: 1, signal: neverAborted() });
  return { cursor: changesCursor, known: await currentRevs(source) };
}

export const changeChecks: Checks<PhotoSourceSubject> = {
  'since the changesCursor of a timeline lead to the photos and revs of that timeline': async ({ source }) => {
    const { cursor, known } = await start(source);
    const followed = new Map(known);
    await follow(source, followed, cursor, 1000);
    assert.deepEqual(sortedRevs(followed), sortedRevs(known));
  },

  'have no more events once they were read to their end': async ({ source }) => {
    const { cursor, known } = await start(source);
    const end = await follow(source, known, cursor, 1000);
    assert.equal((await follow(source, known, end.cursor, 1000)).events, 0);
  },

  'since an unknown cursor fail with cursor_expired': async ({ source }) => {
    const since = 'made-by-another-source';
    await failsWith(() => source.changes({ since, limit: 10, signal: neverAborted() }), 'cursor_expired');
  },
};

/** Tests that need a store that changes. */
export function changesAfter<S extends PhotoSourceSubject>(change: (subject: S) => void | Promise<void>): Checks<S> {
  return {
    'bring a reader up to date after a change': async (subject) => {
      const { cursor, known } = await start(subject.source);
      await change(subject);
      const hasChanged = await catchUp(subject.source, known, cursor, 1000);
      assert.ok(hasChanged, 'the store has changed, but the change feed reports nothing');
      assert.deepEqual(sortedRevs(known), sortedRevs(await currentRevs(subject.source)));
    },

    'bring a reader up to date in pages of one': async (subject) => {
      const { cursor, known } = await start(subject.source);
      await change(subject);
      await catchUp(subject.source, known, cursor, 1);
      assert.deepEqual(sortedRevs(known), sortedRevs(await currentRevs(subject.source)));
    },

    'can be read again with the same result': async (subject) => {
      const { cursor, known } = await start(subject.source);
      await change(subject);
      await catchUp(subject.source, known, cursor, 1000);
      await catchUp(subject.source, known, cursor, 1);
      assert.deepEqual(sortedRevs(known), sortedRevs(await currentRevs(subject.source)));
    },
  };
}
