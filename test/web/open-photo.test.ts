import { expect } from 'chai';
import type { Photo, PhotoItem } from '../../core/http/wire.ts';
import { OpenPhoto, type OpenPhotoApi } from '../../web/state/viewer/open-photo.ts';
import { originalUrls } from '../../web/state/viewer/original.ts';
import { PhotoGrid } from '../../web/state/photos/photo-grid.ts';
import { Library, months, settled } from './library.ts';

function photoOf(item: PhotoItem): Photo {
  return {
    ...item,
    name: 'IMG.jpg',
    caption: null,
    mime: 'image/jpeg',
    size: 1000,
    sha1: null,
    camera: null,
    lens: null,
    taken_at_local: '2024-06-01T12:00:00',
    lat: null,
    lng: null,
    place: null,
    city: null,
    country: null,
    albums: [],
    people: [],
    source_tags: [],
    source_people: [],
    face_count: 0,
    auto_tags: [],
    things: [],
    written: [],
    state: 'indexed',
    motion: null,
    examined: 'original',
    video: null,
    rotation: 0,
    edited: [],
    zone: null,
    original: null,
  };
}

function opened(library: Library, changes: Partial<OpenPhotoApi> = {}): { open: OpenPhoto; timeline: PhotoGrid } {
  const timeline = new PhotoGrid(
    {
      labelling: 'days',
      outline: () => Promise.resolve({ months: library.anchors, aspects: new Uint8Array(0) }),
      photos: (part) => Promise.resolve(library.list(part)),
    },
    () => 0,
  );
  const find = (uid: string): Photo => {
    for (let i = 0; i < library.total; i++) if (library.item(i).uid === uid) return photoOf(library.item(i));
    throw new Error('There is no such photo.');
  };
  const open = new OpenPhoto({
    get: (uid) => Promise.resolve().then(() => find(uid)),
    sign: () => Promise.resolve({ sig: 's+/=', exp: 17 }),
    ...changes,
  });
  return { open, timeline };
}

describe('the open photo', () => {
  it('shows the data of the timeline at once, then the details and the neighbours', async () => {
    const library = new Library(months([2024, 6, 50]));
    const { open, timeline } = opened(library);
    await timeline.refresh();
    await timeline.pages.load(7);
    const done = open.open(library.item(7).uid, timeline);
    expect(open.item.value).to.deep.equal(library.item(7));
    await done;
    expect(open.photo.value?.name).to.equal('IMG.jpg');
    expect(open.original.value?.view).to.equal(`/api/photos/${library.item(7).uid}/full?sig=s%2B%2F%3D&exp=17`);
    expect([open.newer.value?.uid, open.older.value?.uid]).to.deep.equal([library.item(6).uid, library.item(8).uid]);
  });

  it('finds its neighbours if it was opened by a link', async () => {
    const library = new Library(months([2024, 6, 500], [2023, 1, 500]));
    const { open, timeline } = opened(library);
    const done = open.open(library.item(700).uid, timeline);
    await timeline.refresh();
    await done;
    await settled();
    expect(open.position.value).to.deep.equal({ index: 700, found: true });
    expect([open.newer.value?.uid, open.older.value?.uid]).to.deep.equal([
      library.item(699).uid,
      library.item(701).uid,
    ]);
  });

  it('has no neighbour beyond the ends of the list', async () => {
    const library = new Library(months([2024, 6, 2]));
    const { open, timeline } = opened(library);
    await timeline.refresh();
    await open.open(library.item(0).uid, timeline);
    expect(open.newer.value).to.equal(null);
    await open.open(library.item(1).uid, timeline);
    expect(open.older.value).to.equal(null);
  });

  it('reports why it could not be loaded', async () => {
    const { open, timeline } = opened(new Library(months([2024, 6, 2])));
    await timeline.refresh();
    await open.open('gone', timeline);
    expect(open.failure.value).to.equal('There is no such photo.');
  });

  it('is not replaced by an earlier one whose response arrives later', async () => {
    const library = new Library(months([2024, 6, 9]));
    let release: (photo: Photo) => void = () => undefined;
    const slow = photoOf(library.item(1));
    const { open, timeline } = opened(library, {
      get: (uid) =>
        uid === slow.uid ? new Promise((resolve) => (release = resolve)) : Promise.resolve(photoOf(library.item(2))),
    });
    await timeline.refresh();
    const first = open.open(slow.uid, timeline);
    await open.open(library.item(2).uid, timeline);
    release(slow);
    await first;
    expect(open.photo.value?.uid).to.equal(library.item(2).uid);
    expect(open.newer.value?.uid).to.equal(slow.uid);
  });

  it('takes over the result of an edit', async () => {
    const library = new Library(months([2024, 6, 9]));
    const { open, timeline } = opened(library);
    await timeline.refresh();
    await open.open(library.item(3).uid, timeline);
    open.replaceAll([library.item(2), { ...library.item(3), favorited_by_me: true, tags: ['sea'] }]);
    expect(open.item.value).to.include({ favorited_by_me: true });
    expect(open.photo.value).to.include({ favorited_by_me: true, name: 'IMG.jpg' });
    expect(open.photo.value?.tags).to.deep.equal(['sea']);
  });

  it('keeps an edit over the response to a request that was sent before it', async () => {
    const library = new Library(months([2024, 6, 9]));
    const item = library.item(3);
    let answer: () => void = () => undefined;
    const { open, timeline } = opened(library, {
      get: () =>
        new Promise((resolve) => {
          answer = () => {
            resolve({ ...photoOf(item), caption: 'Sea' });
          };
        }),
    });
    await timeline.refresh();
    await timeline.pages.load(3);
    const edit = (change: Partial<PhotoItem>): void => {
      for (const part of [timeline.pages, open]) part.replaceAll([{ ...item, ...change }]);
    };
    const opening = open.open(item.uid, timeline);
    await settled();
    edit({ tags: ['sea'] });
    answer();
    await opening;
    expect(open.photo.value).to.deep.include({ caption: 'Sea', tags: ['sea'] });

    const refreshing = open.refresh();
    edit({ tags: ['sea'], favorited_by_me: true });
    answer();
    await refreshing;
    expect(open.item.value).to.deep.include({ tags: ['sea'], favorited_by_me: true });

    const another = open.refresh();
    answer();
    await another;
    expect(open.item.value).to.deep.include({ tags: [], favorited_by_me: false });
  });

  it('keeps the response to the last request when an earlier one arrives later', async () => {
    const library = new Library(months([2024, 6, 10]));
    const answers: ((caption: string) => void)[] = [];
    const { open, timeline } = opened(library, {
      get: () =>
        new Promise((resolve) => {
          answers.push((caption) => {
            resolve({ ...photoOf(library.item(3)), caption });
          });
        }),
    });
    await timeline.refresh();
    const reads = [open.open(library.item(3).uid, timeline), open.refresh(), open.refresh()];
    for (const at of [2, 1, 0]) {
      answers[at]!(`answer ${at}`);
      await settled();
      expect(open.photo.value?.caption).to.equal('answer 2');
    }
    await Promise.all(reads);
  });

  it('still has the right neighbours after it left the list', async () => {
    const library = new Library(months([2024, 6, 9]));
    // Taken in the same second as the fourth photo, and after it by uid: it was between the fourth and the fifth.
    const photo = { ...photoOf(library.item(4)), uid: `${library.item(3).uid}+`, taken_at: library.item(3).taken_at };
    const { open, timeline } = opened(library, { get: () => Promise.resolve(photo) });
    await timeline.refresh();
    await open.open(photo.uid, timeline);
    library.anchors = months([2024, 6, 8]);
    await timeline.refresh();
    await settled();
    expect(timeline.layout.total).to.equal(8);
    expect(open.position.value).to.deep.equal({ index: 4, found: false });
    expect(open.newer.value?.uid).to.equal(library.item(3).uid);
    expect(open.older.value?.uid).to.equal(library.item(4).uid);
  });

  it('knows whether it has left its list since it was opened', async () => {
    const library = new Library(months([2024, 6, 9]));
    const { open, timeline } = opened(library);
    await timeline.refresh();
    await open.open(library.item(4).uid, timeline);
    expect(open.left.value).to.equal(false);
    library.gone.add(library.item(4).uid);
    library.anchors = months([2024, 6, 8]);
    await timeline.refresh();
    await settled();
    expect(open.left.value).to.equal(true);
    await open.open(library.item(2).uid, timeline);
    expect(open.left.value).to.equal(false);
  });

  it('requests a JPEG of files that browsers cannot show, but downloads the original', () => {
    const photo = photoOf(new Library(months([2024, 6, 1])).item(0));
    const signature = { sig: 'x', exp: 1 };
    const heic = originalUrls({ ...photo, mime: 'image/heic' }, signature);
    expect(heic.view).to.match(/\?sig=x&exp=1&format=jpeg$/);
    expect(heic.download).to.match(/\?sig=x&exp=1&download=1$/);
    expect(originalUrls({ ...photo, kind: 'raw', mime: 'image/x-sony-arw' }, signature).view).to.include('format=jpeg');
    expect(originalUrls({ ...photo, kind: 'video', mime: 'video/mp4' }, signature).view).to.not.include('format');
    expect(originalUrls(photo, signature).view).to.not.include('format');
  });
});
