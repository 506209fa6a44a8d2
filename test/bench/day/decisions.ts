import type { Album, FaceList, People, PhotoItem } from '../../../core/http/wire.ts';
import { anyPhoto } from './looks.ts';
import type { Habit, Person } from './habit.ts';

/** Names for people: only a few, so that some people get an existing name. */
const names = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Greta', 'Hugo', 'Ida', 'Jonas', 'Karla', 'Leo'];
const tags = ['holiday', 'garden', 'school', 'work', 'print', 'funny'];

async function change({ browser }: Person, photo: PhotoItem | undefined, body: object): Promise<void> {
  if (photo) await browser.ask('change', `/api/photos/${photo.uid}`, { method: 'PATCH', body });
}

async function favourite(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  await change(person, photo, { favorited: !photo?.favorited_by_me });
}

async function archive(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  await change(person, photo, { archived: true });
  await change(person, photo, { archived: false });
}

async function turn(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  if (photo?.kind !== 'video') await change(person, photo, { rotation: person.choice.below(4) * 90 });
}

async function tag(person: Person): Promise<void> {
  const photo = await anyPhoto(person);
  const body = { tags: person.choice.some(tags, 3) };
  if (photo) await person.browser.ask('change', `/api/photos/${photo.uid}/tags`, { method: 'PUT', body });
}

/** Creates an album, fills it, and deletes it again. */
async function album(person: Person): Promise<void> {
  const { browser, choice } = person;
  const body = choice.chance(0.5)
    ? { name: `Of ${person.account.username}`, rule: { years: '2010-2016', things: ['dog'] } }
    : { name: `Chosen by ${person.account.username}` };
  const made = await browser.json<Album>('change', '/api/albums', { method: 'POST', body });
  if (!made) return;
  const at = `/api/albums/${made.uid}`;
  const photo = await anyPhoto(person);
  if (photo && !made.smart) {
    await browser.ask('change', `${at}/photos`, { method: 'PUT', body: { add: [photo.uid] } });
  }
  await browser.ask('list', `${at}/photos?limit=50`);
  await browser.ask('change', at, { method: 'DELETE' });
}

async function namePerson({ browser, choice }: Person): Promise<void> {
  const people = await browser.json<People>('people', '/api/people?limit=60');
  const person = choice.of(people?.people ?? []);
  const body = { name: choice.of(names) };
  if (person) await browser.ask('name', `/api/people/${person.id}/name`, { method: 'POST', body });
}

async function nameFace({ browser, choice }: Person): Promise<void> {
  const list = await browser.json<FaceList>('people', '/api/faces/unassigned?limit=40');
  const face = choice.of(list?.faces ?? []);
  if (!face) return;
  await browser.ask('suggest', `/api/faces/${face.id}/suggest`, { mayFail: ['not_ready'] });
  const body = { name: choice.of(names) };
  await browser.ask('name', `/api/faces/${face.id}/person`, { method: 'POST', body, mayFail: ['not_ready'] });
}

/** Removes a name; otherwise all people would be merged into a few in the end. */
async function unname({ browser, choice }: Person): Promise<void> {
  const people = await browser.json<People>('people', '/api/people?limit=60');
  const person = choice.of(people?.people.filter(({ name }) => name !== null) ?? []);
  if (person) await browser.ask('name', `/api/people/${person.id}/name`, { method: 'DELETE' });
}

/** The actions of users who may change the library. */
export const decisions: readonly Habit[] = [
  [4, favourite],
  [1, archive],
  [0.3, turn],
  [1, tag],
  [1, album],
  [1, namePerson],
  [1, nameFace],
  [0.5, unname],
];
