import type { People, PhotoItem, PhotoList } from '../../../core/http/wire.ts';
import { uploadForm } from '../../support/upload-form.ts';
import type { Habit, Person } from './habit.ts';

const texts = [
  'a red circle',
  'boat',
  'dog',
  'Fahrrad',
  'table with food',
  'Anna',
  'Ben with a horse',
  'summer 2019',
  'people in the snow',
  'Canon',
  'chien 2014',
  'a blue square in december',
  'Clara beach',
  'train',
  'jpg',
];
const filters = [
  '',
  '',
  '',
  '&only_favorites=true',
  '&years=2012-2018',
  '&kind=live',
  '&stacked=true',
  '&bbox=-10,35,30,60',
];
/** Thumbnails on one screen. */
const screen = 24;

/** A random page of the timeline. */
async function page({ browser, choice }: Person, limit = 100): Promise<readonly PhotoItem[]> {
  const filter = choice.of(filters) ?? '';
  const first = await browser.json<PhotoList>('list', `/api/photos?limit=1${filter}`);
  const offset = choice.below(Math.max(1, (first?.total ?? 0) - limit));
  const list = await browser.json<PhotoList>('list', `/api/photos?limit=${limit}&offset=${offset}${filter}`);
  return list?.photos ?? [];
}

export async function anyPhoto(person: Person): Promise<PhotoItem | undefined> {
  return person.choice.of(await page(person, 30));
}

async function scroll(person: Person): Promise<void> {
  const photos = await page(person);
  const thumbs = photos.flatMap(({ thumb_url: thumb }) => thumb ?? []).slice(0, screen);
  await Promise.all(thumbs.map((thumb) => person.browser.ask('thumb', thumb)));
}

async function open(person: Person): Promise<void> {
  const { browser, choice } = person;
  const photo = await anyPhoto(person);
  if (!photo) return;
  const at = `/api/photos/${photo.uid}`;
  await Promise.all([
    browser.ask('photo', at),
    browser.ask('photo', `${at}/faces`),
    browser.ask('original', `${at}/full`, { needsSource: true, leavesAfter: choice.chance(0.2) ? 30_000 : Infinity }),
  ]);
  if (choice.chance(0.3)) await browser.ask('meta', `${at}/meta`);
  if (choice.chance(0.3)) await browser.ask('similar', `${at}/similar?limit=20`, { mayFail: ['not_ready'] });
}

/** Reads ranges from the middle of a file. */
async function readRanges(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  if (!photo) return;
  const start = person.choice.below(5000);
  for (const range of [`bytes=0-1023`, `bytes=${start}-${start + 8191}`, 'bytes=-512']) {
    const question = { needsSource: true, headers: { range }, mayFail: ['bad_range'] };
    await person.browser.ask('range', `/api/photos/${photo.uid}/full`, question);
  }
}

async function shown(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  const path = `/api/photos/${photo?.uid ?? ''}/full?format=jpeg`;
  const leavesAfter = person.choice.chance(0.3) ? 1 : Infinity;
  if (photo)
    await person.browser.ask('as jpeg', path, {
      needsSource: true,
      leavesAfter,
      mayFail: ['not_an_image', 'too_large'],
    });
}

/** Watches a video that is converted meanwhile, and stops before its end. */
async function watch({ browser, choice }: Person): Promise<void> {
  const videos = await browser.json<PhotoList>('list', '/api/photos?kind=video&limit=50');
  const video = choice.of(videos?.photos ?? []);
  const path = `/api/photos/${video?.uid ?? ''}/stream?start=${choice.below(10)}&height=720`;
  // The server converts one video more than the machine has cores at a time.
  const question = { needsSource: true, leavesAfter: 100_000, mayFail: ['not_ready'] };
  if (video) await browser.ask('video', path, question);
}

async function search({ browser, choice }: Person): Promise<void> {
  const text = choice.of(texts) ?? '';
  for (const length of [2, 4]) {
    await browser.ask('suggest', `/api/search/suggestions?prefix=${encodeURIComponent(text.slice(0, length))}`);
  }
  const q = encodeURIComponent(choice.chance(0.3) ? `${text} ${choice.below(2000)}` : text);
  const found = await browser.json<PhotoList & { results: PhotoItem[] }>('search', `/api/search?q=${q}&limit=50`);
  const thumbs = found?.results.flatMap(({ thumb_url: thumb }) => thumb ?? []).slice(0, screen) ?? [];
  await Promise.all(thumbs.map((thumb) => browser.ask('thumb', thumb)));
}

async function searchByPicture({ browser, pictures }: Person): Promise<void> {
  const { payload, headers } = await uploadForm({ file: pictures.face() });
  await browser.ask('search by face', '/api/search/face', { method: 'POST', payload, headers });
}

async function lookAtPeople({ browser, choice }: Person): Promise<void> {
  const people = await browser.json<People>('people', '/api/people?limit=60');
  const covers = people?.people.flatMap(({ cover_url: cover }) => cover ?? []).slice(0, screen) ?? [];
  await Promise.all(covers.map((cover) => browser.ask('crop', cover)));
  const person = choice.of(people?.people ?? []);
  if (person) await browser.ask('list', `/api/people/${person.id}/photos?limit=100`);
}

const overviews = ['anchors', 'aspects', 'recent', 'archived'].map((name) => `/api/photos/${name}`);
const pages = ['/api/map', '/api/places', '/api/memories', '/api/trips', '/api/albums', '/api/tags', '/api/duplicates'];

async function lookAround({ browser, choice }: Person): Promise<void> {
  for (const path of choice.some([...overviews, ...pages], 3)) await browser.ask('overview', path);
}

/** Polls like a page that is left open, and drops the connection at times. */
async function wait({ browser, choice }: Person): Promise<void> {
  const leavesAfter = choice.chance(0.2) ? 1 : Infinity;
  await browser.ask('status', '/api/status', { leavesAfter });
}

/** Starts to download many photos, and mostly aborts the download. */
async function download(person: Person): Promise<void> {
  const uids = (await page(person, 40)).map(({ uid }) => uid);
  if (uids.length === 0) return;
  const leavesAfter = person.choice.chance(0.7) ? 200_000 : Infinity;
  const question = { method: 'POST', body: { uids }, needsSource: true, leavesAfter } as const;
  await person.browser.ask('zip', '/api/download', { ...question, mayFail: ['too_many_downloads'] });
}

/** The actions of any user, without changes. */
export const looks: readonly Habit[] = [
  [10, scroll],
  [6, open],
  [2, readRanges],
  [1, shown],
  [0.3, watch],
  [5, search],
  [1, searchByPicture],
  [3, lookAtPeople],
  [2, lookAround],
  [2, wait],
  [1, download],
];
