import assert from 'node:assert/strict';
import type { SourceNode, TimelineItem } from '../photo-source.ts';
import { nodesOf, timelineOf, unknownUid, type PhotoSourceSubject } from './reading.ts';
import { neverAborted, type Checks } from './suite.ts';

const uidPattern = /^[A-Za-z0-9._~=-]{1,256}$/;

const kinds = ['image', 'video', 'live', 'raw'];
const timeSources = ['upstream', 'exif', 'name', 'mtime'];

/** Negative if `a` comes before `b`: newest first, ties by uid. */
const timelineOrder = (a: TimelineItem, b: TimelineItem): number =>
  b.captureTime - a.captureTime || (a.uid < b.uid ? -1 : Number(a.uid > b.uid));

export const enumerationChecks: Checks<PhotoSourceSubject> = {
  'lists at least three photos, which the tests need': async ({ source }) => {
    const { length } = await timelineOf(source);
    assert.ok(length >= 3, `the source has ${length} photos: create() must return one with at least three`);
  },

  'gives each photo a uid, a rev and a capture time in whole seconds': async ({ source }) => {
    for (const { uid, rev, captureTime } of await timelineOf(source)) {
      assert.match(uid, uidPattern);
      assert.ok(typeof rev === 'string' && rev !== '', `the rev of ${uid} must be a non-empty string`);
      assert.ok(Number.isSafeInteger(captureTime), `the capture time of ${uid} must be whole epoch seconds`);
    }
  },

  'is sorted by capture time, newest first, and by uid for equal times': async ({ source }) => {
    const items = await timelineOf(source);
    assert.deepEqual(items, [...items].sort(timelineOrder));
  },

  'lists each photo once': async ({ source }) => {
    const uids = (await timelineOf(source)).map(({ uid }) => uid);
    assert.deepEqual(uids, [...new Set(uids)]);
  },

  'is the same in pages of one or two as on a single page': async ({ source }) => {
    const timeline = await timelineOf(source);
    assert.deepEqual(await timelineOf(source, 1), timeline);
    assert.deepEqual(await timelineOf(source, 2), timeline);
  },

  'has a changesCursor on its first page': async ({ source }) => {
    const { changesCursor } = await source.timeline({ cursor: null, limit: 1, signal: neverAborted() });
    assert.ok(typeof changesCursor === 'string' && changesCursor !== '', 'changesCursor must be a non-empty string');
  },
};

export const nodeChecks: Checks<PhotoSourceSubject> = {
  'have all required fields, with valid values': async ({ source }) => {
    for (const node of await nodesOf(source)) checkNode(node);
  },

  'have the same revs and capture times as the timeline': async ({ source }) => {
    const nodes = await nodesOf(source);
    const items = nodes.map(({ uid, rev, captureTime }) => ({ uid, rev, captureTime })).sort(timelineOrder);
    assert.deepEqual(
      items,
      (await timelineOf(source)).map(({ uid, rev, captureTime }) => ({ uid, rev, captureTime })),
    );
  },

  'report unknown uids as missing': async ({ source }) => {
    const [first] = await timelineOf(source);
    assert.ok(first);
    const { nodes, missing } = await source.nodes([unknownUid, first.uid], { signal: neverAborted() });
    assert.deepEqual(
      nodes.map(({ uid }) => uid),
      [first.uid],
    );
    assert.deepEqual(missing, [unknownUid]);
  },

  'are an empty list for an empty request': async ({ source }) => {
    assert.deepEqual(await source.nodes([], { signal: neverAborted() }), { nodes: [], missing: [] });
  },

  'can be requested for a hundred uids at once': async ({ source }) => {
    const uids = Array.from({ length: 100 }, (_, index) => `${unknownUid}-${index}`);
    const { missing } = await source.nodes(uids, { signal: neverAborted() });
    assert.deepEqual([...missing].sort(), [...uids].sort());
  },

  'are rejected or complete for more than a hundred uids, never truncated': async ({ source }) => {
    const uids = Array.from({ length: 101 }, (_, index) => `${unknownUid}-${index}`);
    const answer = await source.nodes(uids, { signal: neverAborted() }).catch(() => null);
    if (answer) assert.equal(answer.missing.length, uids.length);
  },
};

function checkNode(node: SourceNode): void {
  const of = `of ${node.uid}`;
  const checkWhole = (value: unknown, minimum: number, name: string): void => {
    assert.ok(Number.isSafeInteger(value) && (value as number) >= minimum, `${name} ${of} must be a whole number`);
  };
  assert.ok(kinds.includes(node.kind), `kind ${of} must be one of ${kinds.join(', ')}`);
  assert.ok(typeof node.name === 'string' && node.name !== '', `name ${of} must be a non-empty string`);
  assert.match(node.mediaType, /^[a-z]+\/[\w.+-]+$/, `mediaType ${of} must be a media type in lower case`);
  checkWhole(node.size, 0, 'size');
  if (node.sha1 !== null)
    assert.match(node.sha1, /^[0-9a-f]{40}$/, `sha1 ${of} must be null or 40 hexadecimal digits in lower case`);
  assert.ok(timeSources.includes(node.captureTimeSource), `captureTimeSource ${of} is not defined by the contract`);
  if (node.utcOffset !== null) {
    checkWhole(node.utcOffset, -1440, 'utcOffset');
    assert.ok(node.utcOffset <= 1440, `utcOffset ${of} must be in minutes, at most 1440`);
  }
  checkWhole(node.modifiedTime, -Number.MAX_SAFE_INTEGER, 'modifiedTime');
  if (node.location) {
    const { lat, lng } = node.location;
    assert.ok(Math.abs(lat) <= 90 && Math.abs(lng) <= 180, `location ${of} must be in degrees`);
  } else assert.equal(node.location, null, `location ${of} must be null if it is unknown`);
  if (node.camera) assert.equal(typeof node.camera.device, 'string', `camera.device ${of} must be a string`);
  else assert.equal(node.camera, null, `camera ${of} must be null if it is unknown`);
  if (node.media) {
    checkWhole(node.media.width, 1, 'media.width');
    checkWhole(node.media.height, 1, 'media.height');
  } else assert.equal(node.media, null, `media ${of} must be null if it is unknown`);
  assert.ok(Array.isArray(node.errors), `errors ${of} must be a list`);
  checkSaid(node);
}

/** Checks what people entered about the photo in the store. A source without such data omits the fields. */
function checkSaid({ uid, people, tags, favourite, motion, path }: SourceNode): void {
  const of = `of ${uid}`;
  const isInside = (part: string): boolean => part !== '' && part !== '.' && part !== '..';
  assert.ok(
    path === undefined || path.split('/').every(isInside),
    `path ${of} must be a relative path inside the store, with slashes, but none at its beginning or end`,
  );
  for (const { name, box } of people ?? []) {
    assert.ok(typeof name === 'string' && name.trim() !== '', `people ${of} must have non-empty names`);
    if (box === undefined) continue;
    const { x, y, w, h } = box;
    const isInside = x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1.001 && y + h <= 1.001;
    assert.ok(isInside, `the box of a person ${of} must lie within the photo, in fractions of the upright photo`);
  }
  const isTag = (tag: unknown): boolean => typeof tag === 'string' && tag.trim() !== '';
  assert.ok(
    tags === undefined || (Array.isArray(tags) && tags.every(isTag)),
    `tags ${of} must be a list of non-empty strings`,
  );
  assert.ok(favourite === undefined || typeof favourite === 'boolean', `favourite ${of} must be true or false`);
  if (!motion) return;
  assert.match(motion.mediaType, /^video\/[\w.+-]+$/, `motion.mediaType ${of} must be that of a video`);
  assert.ok(
    motion.size === null || Number.isSafeInteger(motion.size),
    `motion.size ${of} must be null or a number of bytes`,
  );
}
