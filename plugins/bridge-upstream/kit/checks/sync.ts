import type { TimelineAnswer } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, isError, jsonOf, must, same } from '../expect.ts';
import { readAlbum, readAlbums, readJson, readNodes, readTimeline, withPage } from '../reading.ts';
import { checkShape } from '../shapes.ts';
import { smallJpeg } from '../specimens.ts';
import { eventually, readChanges, Watch } from '../watch.ts';
import { unknownUid } from './routes.ts';

/** Adds a photo to the store, and waits until the bridge lists it. */
async function addPhoto(
  context: Context,
  name: string,
): Promise<{ path: string; uid: string; rev: string; watch: Watch }> {
  const watch = await Watch.from(context);
  const path = await context.put(name, await smallJpeg());
  const { uid, rev } = await watch.photo(path);
  return { path, uid, rev, watch };
}

async function timelineUids(context: Context): Promise<string[]> {
  return (await readTimeline(context.probe)).items.map(({ uid }) => uid);
}

/** Waits until a photo that is added now is listed: the bridge has then processed all earlier changes. */
async function pass(context: Context, name: string): Promise<void> {
  const { path, uid, watch } = await addPhoto(context, name);
  await context.remove(path);
  await watch.until(`The change feed reports ${name} as deleted`, () => watch.hasDeleted(uid));
}

export const syncChecks = checksOf('sync', {
  'reports an added photo, lists it and returns its bytes': async (context) => {
    const { uid, rev, path, watch } = await addPhoto(context, 'added.jpg');
    const event = watch.events.find((candidate) => candidate.uid === uid);
    same(event, { type: 'upsert', kind: 'photo', uid, rev }, 'The event of an added photo');
    must((await timelineUids(context)).includes(uid), 'The timeline does not list the added photo.');
    const full = await context.probe.send(`/photos/${uid}/full`);
    hasStatus(full, 200);
    must(
      full.body.equals(context.written.get(path) ?? Buffer.alloc(0)),
      'The bytes of the added photo are not those that were written.',
    );
  },
  'keeps the uid and rev of a renamed photo': async (context) => {
    const { path, uid, rev, watch } = await addPhoto(context, 'before.jpg');
    const renamed = await watch.photo(await context.rename(path, 'elsewhere/after.jpg'));
    same([renamed.uid, renamed.rev], [uid, rev], 'The uid and rev after the photo was renamed');
    same(watch.hasDeleted(uid), false, 'Whether the change feed reports the renamed photo as deleted');
    const listedUids = (await timelineUids(context)).filter((listedUid) => watch.nodes.has(listedUid));
    same(listedUids, [uid], 'The photos reported in the change feed that the timeline lists');
  },
  'keeps the uid and changes the rev of a replaced photo': async (context) => {
    const { path, uid, rev, watch } = await addPhoto(context, 'replaced.jpg');
    const bytes = await smallJpeg();
    await context.change('put', path, bytes);
    await watch.until(
      'The change feed reports another rev for the replaced photo',
      () => watch.nodes.get(uid)?.rev !== rev,
    );
    same(watch.hasDeleted(uid), false, 'Whether the change feed reports the replaced photo as deleted');
    const full = await context.probe.send(`/photos/${uid}/full`);
    must(
      full.status === 200 && full.body.equals(bytes),
      `${full.asked}: the bytes are not those of the replaced photo.`,
    );
    same(
      full.headers.etag,
      `"${watch.nodes.get(uid)?.rev ?? ''}"`,
      `${full.asked}: ETag, compared with the node’s new rev`,
    );
  },
  'keeps the rev of a photo if only its modification time changes': async (context) => {
    const { path, uid, rev, watch } = await addPhoto(context, 'touched.jpg');
    await context.change('touch', path);
    await pass(context, 'after-the-touch.jpg');
    await watch.poll();
    same(
      [watch.nodes.get(uid)?.rev, watch.hasDeleted(uid)],
      [rev, false],
      'The rev, and whether the change feed reports the photo as deleted',
    );
  },
  'gives a copy of a photo its own uid': async (context) => {
    const { path, uid, watch } = await addPhoto(context, 'original.jpg');
    const copy = await watch.photo(await context.put('copy.jpg', context.written.get(path) ?? Buffer.alloc(0)));
    must(copy.uid !== uid, 'A copy of a photo has the uid of the original.');
    const listedUids = (await timelineUids(context)).filter((listedUid) => [uid, copy.uid].includes(listedUid));
    same(listedUids.length, 2, 'How many of the original and its copy the timeline lists');
  },
  'reports a removed photo, and no longer returns it': async (context) => {
    const { path, uid, watch } = await addPhoto(context, 'removed.jpg');
    await context.remove(path);
    await watch.until('The change feed reports the removed photo as deleted', () => watch.hasDeleted(uid));
    must(!(await timelineUids(context)).includes(uid), 'The timeline still lists the removed photo.');
    isError(await context.probe.send(`/nodes/${uid}`), 'not_found');
    isError(await context.probe.send(`/photos/${uid}/full`), 'not_found');
  },
  'never reuses the uid of a removed photo': async (context) => {
    const first = await addPhoto(context, 'again.jpg');
    await context.remove(first.path);
    await first.watch.until('The change feed reports the removed photo as deleted', () =>
      first.watch.hasDeleted(first.uid),
    );
    const second = await addPhoto(context, 'again.jpg');
    must(second.uid !== first.uid, 'A new photo with the name of a removed one has the same uid.');
  },

  'returns changes in the format of the contract': async (context) => {
    const { watch } = await addPhoto(context, 'form.jpg');
    const response = await context.probe.send(`/changes?since=${encodeURIComponent(watch.start)}`);
    const { events } = checkShape(jsonOf(response), 'changes', response.asked);
    must(events.length > 0, `${response.asked}: there are no events although a photo was added.`);
  },
  'returns the same changes for the same cursor': async (context) => {
    const { watch } = await addPhoto(context, 'replay.jpg');
    const first = await readChanges(context, watch.start);
    same(await readChanges(context, watch.start), first, 'The second response for the same cursor');
  },
  'returns the same changes in pages of one': async (context) => {
    const { watch } = await addPhoto(context, 'pages.jpg');
    await context.put('pages-2.jpg', await smallJpeg());
    await watch.until('The change feed reports the second photo', () =>
      [...watch.nodes.values()].some(({ name }) => name === 'pages-2.jpg'),
    );
    const whole = await readChanges(context, watch.start);
    const events: unknown[] = [];
    let page = await readChanges(context, watch.start, 1);
    for (; page.more; page = await readChanges(context, page.next, 1)) {
      same(page.events.length, 1, 'The number of events on a page with the limit 1 where more is true');
      events.push(...page.events);
    }
    same([...events, ...page.events], whole.events, 'The events in pages of one');
  },
  'returns no changes if nothing has changed': async (context) => {
    const { changesCursors } = await readTimeline(context.probe, 1, 1);
    const { events, more } = await readChanges(context, changesCursors[0] ?? '');
    same([events, more], [[], false], 'events and more at the end of the change feed');
  },
  'rejects a missing or invalid cursor and an invalid limit for changes': async ({ probe }) => {
    isError(await probe.send('/changes'), 'bad_request', 'cursor_expired');
    for (const since of ['nonsense', '%F0%9F%92%A9', '-1']) {
      isError(await probe.send(`/changes?since=${since}`), 'bad_request', 'cursor_expired');
    }
    const { changesCursors } = await readTimeline(probe, 1, 1);
    for (const limit of ['0', '1001', 'many']) {
      isError(
        await probe.send(`/changes?since=${encodeURIComponent(changesCursors[0] ?? '')}&limit=${limit}`),
        'bad_request',
      );
    }
  },
  'answers cursor_expired for an expired cursor': async (context) => {
    const watch = await Watch.from(context);
    await context.change('expire');
    await eventually(context, 'An expired cursor is answered with 410', async () => {
      const response = await context.probe.send(`/changes?since=${encodeURIComponent(watch.start)}`);
      if (response.status === 410) isError(response, 'cursor_expired');
      return response.status === 410;
    });
    await addPhoto(context, 'after-expiry.jpg');
  },

  'misses no photo that is added while the timeline is read': async (context) => {
    await addPhoto(context, 'reading-1.jpg');
    await addPhoto(context, 'reading-2.jpg');
    const before = await timelineUids(context);
    const first = (await readJson(context.probe, withPage('/timeline', null, 1))) as TimelineAnswer;
    const { uid } = await addPhoto(context, 'while-reading.jpg');
    const remaining = await restOfTimeline(context, first.next);
    same(
      [...first.items.map((item) => item.uid), ...remaining.uids].filter((listedUid) => listedUid !== uid),
      before,
      'The photos listed before, on pages between which a photo was added',
    );
    same(
      remaining.changesCursors.filter((cursor) => cursor !== first.changesCursor),
      [],
      'The changesCursors of later pages that differ from the first page, after a photo was added',
    );
    const { events } = await readChanges(context, first.changesCursor);
    must(
      events.some((event) => event.uid === uid),
      'The changes since the changesCursor of the first page do not include a photo that was added while the other pages were read.',
    );
  },
  'skips no photo if another is removed while the timeline is read': async (context) => {
    await addPhoto(context, 'leaving-1.jpg');
    await addPhoto(context, 'leaving-2.jpg');
    await addPhoto(context, 'leaving-3.jpg');
    const before = await timelineUids(context);
    const ownPaths = await pathsByUid(context, before);
    const at = before.findIndex((uid) => ownPaths.has(uid));
    const first = (await readJson(context.probe, withPage('/timeline', null, at + 1))) as TimelineAnswer;
    const removedUid = before[at] ?? '';
    const watch = await Watch.from(context);
    await context.remove(ownPaths.get(removedUid) ?? '');
    await watch.until('The change feed reports the removed photo as deleted', () => watch.hasDeleted(removedUid));
    same(
      (await restOfTimeline(context, first.next)).uids,
      before.slice(at + 1),
      'The rest of the timeline after a photo on the first page was removed',
    );
  },

  'reports an album that appears and disappears with its photos': async (context) => {
    const { capabilities } = checkShape(await readJson(context.probe, '/health'), 'health', 'GET /health');
    if (!capabilities.albums) return;
    const name = `album-${context.folder.slice(-8)}`;
    const { path, uid, watch } = await addPhoto(context, `${name}/first.jpg`);
    const findAlbum = async () => (await readAlbums(context.probe)).find((each) => each.name === name);
    await eventually(context, 'An album for the new folder is listed', async () => (await findAlbum()) !== undefined);
    const album = await findAlbum();
    const [node] = await readNodes(context.probe, [uid]);
    same(
      (await readAlbum(context.probe, album?.uid ?? unknownUid)).map((photo) => photo.uid),
      [uid],
      'The photos of the new album',
    );
    same(
      node?.albums.map((each) => each.uid),
      [album?.uid],
      'The albums of the photo in the new folder',
    );
    const ofAlbum = (type: string) =>
      watch.events.some((event) => event.kind === 'album' && event.type === type && event.uid === album?.uid);
    await watch.until('The change feed reports the new album', () => ofAlbum('upsert'));
    await context.remove(path);
    await watch.until('The change feed reports the empty album as deleted', () => ofAlbum('delete'));
    isError(await context.probe.send(`/albums/${album?.uid ?? unknownUid}/photos`), 'not_found');
  },
});

async function restOfTimeline({ probe }: Context, from: string | null) {
  const uids: string[] = [];
  const changesCursors: string[] = [];
  for (let cursor = from; cursor !== null;) {
    const page = (await readJson(probe, withPage('/timeline', cursor, 1000))) as TimelineAnswer;
    uids.push(...page.items.map(({ uid }) => uid));
    changesCursors.push(page.changesCursor);
    cursor = page.next;
  }
  return { uids, changesCursors };
}

/** The paths of the photos that the kit may remove, by uid; the last ones of each name. */
async function pathsByUid(context: Context, uids: readonly string[]): Promise<Map<string, string>> {
  const leaving = new Map([1, 2, 3].map((i) => [`leaving-${i}.jpg`, `${context.folder}/leaving-${i}.jpg`]));
  const nodes = await readNodes(context.probe, uids);
  return new Map(nodes.flatMap(({ uid, name }) => (leaving.has(name) ? [[uid, leaving.get(name) ?? '']] : [])));
}
