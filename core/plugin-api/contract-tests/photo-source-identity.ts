import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { PhotoSource, SourceNode } from '../photo-source.ts';
import { catchUp, currentRevs, sortedRevs, start } from './photo-source-changes.ts';
import { bytesOf, isReadable, nodesOf, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

type Change<S> = (subject: S) => void | Promise<void>;

/** All photos by uid. */
type Nodes = ReadonlyMap<string, SourceNode>;

async function nodesByUid(source: PhotoSource): Promise<Nodes> {
  return new Map((await nodesOf(source)).map((node) => [node.uid, node]));
}

/** Photos of `nodes` that are not in `other`. */
const without = (nodes: Nodes, other: Nodes): SourceNode[] => [...nodes.values()].filter(({ uid }) => !other.has(uid));

/** Makes the change. @returns all photos before and after it */
async function around<S extends PhotoSourceSubject>(
  subject: S,
  change: Change<S>,
): Promise<{ before: Nodes; after: Nodes }> {
  const before = await nodesByUid(subject.source);
  await change(subject);
  return { before, after: await nodesByUid(subject.source) };
}

async function followed<S extends PhotoSourceSubject>(subject: S, change: Change<S>): Promise<void> {
  const { source } = subject;
  const { cursor, known } = await start(source);
  await change(subject);
  assert.ok(await catchUp(source, known, cursor, 1000), 'a photo has changed, but the change feed reports nothing');
  assert.deepEqual(sortedRevs(known), sortedRevs(await currentRevs(source)));
}

async function digestOf(source: PhotoSource, uid: string): Promise<string> {
  const { body } = await source.open(uid, { signal: neverAborted() });
  return createHash('sha256')
    .update(await bytesOf(body))
    .digest('hex');
}

export function renameChecks<S extends PhotoSourceSubject>(rename: Change<S>): Checks<S> {
  return {
    'keeps its uid and its rev, or is listed once under another uid': async (subject) => {
      const { before, after } = await around(subject, rename);
      const [removed, added] = [without(before, after), without(after, before)];
      for (const { uid, rev } of after.values()) {
        const earlier = before.get(uid);
        assert.ok(!earlier || earlier.rev === rev, `rename() changed no bytes, but ${uid} has another rev`);
      }
      if (removed.length === 0 && added.length === 0) {
        const isRenamed = ({ uid, name, path }: SourceNode): boolean =>
          before.get(uid)?.name !== name || before.get(uid)?.path !== path;
        assert.ok([...after.values()].some(isRenamed), 'after rename(), no photo has another name or path');
        return;
      }
      assert.deepEqual(
        { gone: removed.length, come: added.length },
        { gone: 1, come: 1 },
        'a photo that is listed under another uid must disappear under its old one',
      );
    },

    'keeps its bytes': async (subject) => {
      const { source } = subject;
      const bytes = async (): Promise<string[]> => {
        const all: string[] = [];
        for (const { uid } of (await nodesOf(source)).filter(isReadable)) all.push(await digestOf(source, uid));
        return all.sort();
      };
      const before = await bytes();
      await rename(subject);
      assert.deepEqual(await bytes(), before, 'rename() changed no bytes, but the source returned others');
    },

    'is reported in the change feed': (subject) => followed(subject, rename),
  };
}

export function replaceChecks<S extends PhotoSourceSubject>(replace: Change<S>): Checks<S> {
  return {
    'keeps its uid and gets another rev': async (subject) => {
      const { before, after } = await around(subject, replace);
      assert.deepEqual(
        [...after.keys()].sort(),
        [...before.keys()].sort(),
        'after replace(), all photos must have the same uids as before',
      );
      const changed = [...after.values()].filter(({ uid, rev }) => before.get(uid)?.rev !== rev);
      assert.equal(
        changed.length,
        1,
        `replace() changed the bytes of one photo, but ${changed.length} photos have another rev`,
      );
    },

    'is opened with its new rev and size': async (subject) => {
      const { source } = subject;
      const { before, after } = await around(subject, replace);
      for (const node of after.values()) {
        const { uid, rev, size } = node;
        if (before.get(uid)?.rev === rev || !isReadable(node)) continue;
        const content = await source.open(uid, { signal: neverAborted() });
        const { length } = await bytesOf(content.body);
        assert.deepEqual(
          { rev: content.rev, size: length },
          { rev, size },
          `open() of ${uid} must return its new rev and size`,
        );
      }
    },

    'is reported in the change feed': (subject) => followed(subject, replace),
  };
}
