import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { PhotoItem } from '../../core/http/wire.ts';
import { ApiError, ServerLost } from '../../web/api/errors.ts';
import { NotUndone, PartlyDone, type Undo } from '../../web/state/partly-done.ts';
import { PhotoEdits, type PhotoChange } from '../../web/state/photos/photo-edits.ts';
import { Library, months } from './library.ts';

/**
 * A server that changes photos in memory, and its reports to the page.
 * @param trouble the error of the request with index `at`; `late`: after it has changed the photos
 * @param changedSince whether others change the values before they are undone
 * @param slow the index of a request whose response is delayed
 */
function edited(
  photos: readonly PhotoItem[],
  trouble?: { at: number; error: Error; late?: boolean },
  changedSince = false,
  slow?: number,
) {
  const now = new Map(photos.map((photo) => [photo.uid, photo]));
  const sent: PhotoChange[] = [];
  const told: { uids: string[]; moved: boolean }[] = [];
  const undone: string[] = [];
  const facts: string[][] = [];
  const edits = new PhotoEdits({
    changePhotos: async (change) => {
      const at = sent.push(change) - 1;
      const failing = trouble?.at === at ? trouble : null;
      if (failing && !failing.late) throw failing.error;
      const { uids, favorited, archived, hidden, add_tags = [], remove_tags = [] } = change;
      const changed = uids.map((uid) => {
        const photo = now.get(uid)!;
        const after = {
          ...photo,
          favorited_by_me: favorited ?? photo.favorited_by_me,
          archived: archived ?? photo.archived,
          hidden: hidden ?? photo.hidden,
          tags: [...photo.tags.filter((tag) => !remove_tags.includes(tag)), ...add_tags],
        };
        now.set(uid, after);
        return after;
      });
      if (failing) throw failing.error;
      if (at === slow) await setImmediate();
      return { photos: changed };
    },
    undoChange: (change) => {
      undone.push(change);
      return Promise.resolve({ photos: changedSince ? 0 : 1 });
    },
    onFacts: (about) => facts.push(about.map(({ uid }) => uid)),
    onChanged: (changed, moved) => told.push({ uids: changed.map(({ uid }) => uid), moved }),
    brokenOff: (done, total, why) => `${done} of ${total}: ${why}`,
    stopped: (done, total) => `${done} of ${total}`,
    nothingToUndo: 'Changed since.',
  });
  return { edits, sent, told, undone, facts, now: () => photos.map(({ uid }) => now.get(uid)!) };
}

const library = new Library(months([2024, 6, 500]));
const some = (count: number): PhotoItem[] => Array.from({ length: count }, (_, i) => library.item(i));

describe('editing several photos at once', () => {
  it('changes only photos that differ, and undoes the change only for those', async () => {
    const [a, b, c] = some(3) as [PhotoItem, PhotoItem, PhotoItem];
    const photos = [a, { ...b, favorited_by_me: true }, c];
    const { edits, sent, told, now } = edited(photos);
    const undo = await edits.setFlags(photos, { favorited: true });
    expect(sent).to.deep.equal([{ uids: [a.uid, c.uid], favorited: true }]);
    expect(told).to.deep.equal([{ uids: [a.uid, c.uid], moved: false }]);
    await undo!();
    expect(now()).to.deep.equal(photos);
  });

  it('sends simultaneous edits one after the other, so that the result of the later one is shown', async () => {
    const [photo] = some(1) as [PhotoItem];
    const { edits, sent } = edited([photo], undefined, false, 0);
    const first = edits.addTag([photo], 'sea');
    const second = edits.setFlags([photo], { favorited: true });
    await Promise.all([first, second]);
    expect(sent).to.have.length(2);
    expect(edits.changed.value).to.deep.equal([{ ...photo, tags: [...photo.tags, 'sea'], favorited_by_me: true }]);
  });

  it('changes the values of many photos in several requests, and undoes them with one', async () => {
    const photos = some(450);
    const { edits, sent, told, undone, facts } = edited(photos);
    const undo = await edits.setFacts(photos, { shift_by: 60 });
    const [{ change } = { change: '' }] = sent;
    expect(change).to.match(/^[\w-]{8,64}$/);
    expect(sent.map(({ uids, ...rest }) => [uids.length, rest])).to.deep.equal(
      [200, 200, 50].map((count) => [count, { shift_by: 60, change }]),
    );
    expect(told.every(({ moved }) => moved)).to.equal(true);
    expect(facts).to.have.length(1);
    await undo!();
    expect(undone).to.deep.equal([change]);
    // Their current values are requested.
    expect(sent.slice(3).map((asked) => Object.keys(asked))).to.deep.equal([['uids'], ['uids'], ['uids']]);
    expect(facts).to.have.length(2);
  });

  it('reports that there is nothing to undo if the photos were changed since, and reads them again', async () => {
    const { edits, sent } = edited(some(2), undefined, true);
    const undo = await edits.setFacts(some(2), { rotate_by: 90 });
    const error: unknown = await undo!().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(NotUndone);
    expect((error as Error).message).to.equal('Changed since.');
    expect(sent).to.have.length(2);
  });

  it('names the values that each undo restores, however they were set', async () => {
    const [a, b] = some(2) as [PhotoItem, PhotoItem];
    const { edits } = edited([a, b]);
    const of = async (undo: Promise<Undo | null>): Promise<string[]> => [...((await undo)?.of ?? [])];
    expect(await of(edits.setFacts([a], { rotate_by: 90 }))).to.deep.equal([`rotation ${a.uid}`]);
    expect(await of(edits.setFacts([a], { rotation: 0 }))).to.deep.equal([`rotation ${a.uid}`]);
    expect(await of(edits.setFacts([a, b], { shift_by: 60 }))).to.deep.equal([`time ${a.uid}`, `time ${b.uid}`]);
    expect(await of(edits.setFlags([a], { archived: true }))).to.deep.equal([`archived ${a.uid}`]);
    expect(await of(edits.addTag([a], 'Sea'))).to.deep.equal([`tag sea ${a.uid}`]);
  });

  it('reports that lists may have changed after a change of location, but not of caption or rotation', async () => {
    const { edits, told } = edited(some(1));
    await edits.setFacts(some(1), { caption: 'x' });
    await edits.setFacts(some(1), { rotate_by: 90 });
    await edits.setFacts(some(1), { lat: 1, lng: 2 });
    expect(told.map(({ moved }) => moved)).to.deep.equal([false, false, true]);
  });

  it('sends nothing if nothing would change', async () => {
    const photos = some(2);
    const { edits, sent } = edited(photos);
    expect(await edits.setFlags(photos, { archived: false })).to.equal(null);
    expect(await edits.removeTag(photos, 'sea')).to.equal(null);
    expect(sent).to.deep.equal([]);
  });

  it('sends no more photos per request than the server accepts, and reports that lists may have changed', async () => {
    const photos = some(450);
    const { edits, sent, told } = edited(photos);
    await edits.setFlags(photos, { archived: true });
    expect(sent.map(({ uids }) => uids.length)).to.deep.equal([200, 200, 50]);
    expect(told.every(({ moved }) => moved)).to.equal(true);
  });

  it('stops after the running request, and can undo the part that was done', async () => {
    const photos = some(450);
    const { edits, sent, now } = edited(photos);
    const stopper = new AbortController();
    const adding = edits.addTag(photos, 'sea', stopper.signal).catch((error: unknown) => error);
    stopper.abort();
    const error = (await adding) as PartlyDone;
    expect([error.message, error.isStopped]).to.deep.equal(['200 of 450', true]);
    expect(now().filter(({ tags }) => tags.includes('sea'))).to.have.length(200);
    await error.undo();
    expect(sent.map(({ uids }) => uids.length)).to.deep.equal([200, 200]);
    expect(now()).to.deep.equal(photos);
  });

  it('succeeds if it is stopped during its last request', async () => {
    const photos = some(150);
    const { edits, now } = edited(photos);
    expect(await edits.setFacts(photos, { caption: 'Sea' }, AbortSignal.abort())).to.be.a('function');
    expect(now()).to.have.length(150);
  });

  it('restores the earlier flags of each photo with undo if two flags were set at once', async () => {
    const [a, b, c] = some(3) as [PhotoItem, PhotoItem, PhotoItem];
    const photos = [a, { ...b, archived: true }, { ...c, hidden: true }];
    const { edits, now } = edited(photos);
    const undo = await edits.setFlags(photos, { archived: true, hidden: true });
    expect(now().every(({ archived, hidden }) => archived && hidden)).to.equal(true);
    await undo!();
    expect(now()).to.deep.equal(photos);
  });

  it('adds a tag only to photos without it, ignoring case, and undo removes it only from those', async () => {
    const [a, b] = some(2) as [PhotoItem, PhotoItem];
    const photos = [{ ...a, tags: ['Sea'] }, b];
    const { edits, sent, now } = edited(photos);
    const undo = await edits.addTag(photos, 'sea');
    expect(sent).to.deep.equal([{ uids: [b.uid], add_tags: ['sea'] }]);
    await undo!();
    expect(now()).to.deep.equal(photos);
  });

  const failed = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('can undo the part that was done before the server rejected the next one', async () => {
    const photos = some(450);
    const { edits, sent, now } = edited(photos, { at: 1, error: new ApiError(503, 'Too busy.') });
    const error = await failed(edits.setFlags(photos, { archived: true }));
    expect(error).to.be.instanceOf(PartlyDone).with.property('message', '200 of 450: Too busy.');
    expect(now().filter(({ archived }) => archived)).to.have.length(200);
    await (error as PartlyDone).undo();
    expect(now()).to.deep.equal(photos);
    expect(sent.at(-1)!.uids, 'without the rejected part').to.have.length(200);
  });

  it('also undoes a part whose response was lost, since it may have been done', async () => {
    const photos = some(450);
    const { edits, now } = edited(photos, { at: 1, error: new ServerLost('Lost.'), late: true });
    const error = await failed(edits.addTag(photos, 'sea'));
    expect(error).to.be.instanceOf(PartlyDone).with.property('message', '200 of 450: Lost.');
    expect(now().filter(({ tags }) => tags.includes('sea'))).to.have.length(400);
    await (error as PartlyDone).undo();
    expect(now()).to.deep.equal(photos);
  });

  it('fails without an undo if the first request fails', async () => {
    const photos = some(450);
    const tagged = photos.map((photo) => ({ ...photo, tags: ['sea'] }));
    const refusal = new ApiError(403, 'No.');
    expect(await failed(edited(tagged, { at: 0, error: refusal }).edits.removeTag(tagged, 'sea'))).to.equal(refusal);
    expect(await failed(edited(photos, { at: 0, error: refusal }).edits.addTag(photos, 'sea'))).to.equal(refusal);
  });
});
