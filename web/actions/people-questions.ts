import type { Person } from '../../core/http/wire.ts';
import type { App } from '../app.ts';
import type { PeopleQuestion } from '../wiring/people.ts';
import type { Change } from '../state/people/people-edits.ts';
import { PartlyDone } from '../state/partly-done.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';

/** Opens the dialog of people: a question, or the list of past merges. */
export function askAboutPeople(app: App, question: PeopleQuestion): void {
  app.people.question.value = question;
  app.dialog.value = { is: 'people' };
}

/**
 * Names a person; if another person has the name, asks whether they are the same.
 * @returns whether that has succeeded; a failure is shown as a message
 */
export async function namePerson(app: App, person: Person, name: string): Promise<boolean> {
  const { edits } = app.people;
  try {
    const holder = await edits.holderOf(name, person.id);
    if (holder) {
      askAboutPeople(app, { is: 'same-name', person, holder });
      return true;
    }
    const change = await edits.rename(person, name);
    const { person: renamed, undo } = change;
    // Another person was given the name in the meantime, and the two were merged.
    if (renamed.id !== person.id) announceMerge(app, change, [person.id]);
    else app.toasts.say(text.named(renamed.name ?? ''), () => undo().then(() => undefined));
    return true;
  } catch (error) {
    app.toasts.fail(error);
    // The merge itself has succeeded.
    return error instanceof PartlyDone;
  }
}

/** Merges people; if the page showed one who was merged, it goes to the merged person. */
export async function mergePeople(app: App, people: readonly Person[], into: Person): Promise<void> {
  const merged = people.filter(({ id }) => id !== into.id);
  const change = await app.people.steps.join(merged, [], into);
  app.people.picked.value = new Map();
  announceMerge(
    app,
    change,
    merged.map(({ id }) => id),
  );
}

/** Hides people from lists, or shows them again. */
export async function hidePeople(app: App, people: readonly Person[], hidden: boolean): Promise<void> {
  const { steps, alike, picked } = app.people;
  const undo = await steps.hide(people, hidden);
  picked.value = new Map();
  const refreshAlike = (): void => {
    // Suggestions leave out hidden people.
    alike.refresh().catch(() => undefined);
  };
  refreshAlike();
  const [first] = people;
  const name = first?.name ?? text.unnamedPerson;
  const sentence = hidden ? text.personHidden(name) : text.personShown(name);
  const areStrangers = hidden && people.every((person) => person.name === null);
  const countSentence = text.peopleHidden(people.length, hidden);
  app.toasts.say(people.length === 1 && !areStrangers ? sentence : countSentence, async () => {
    await undo();
    refreshAlike();
  });
}

function announceMerge({ people, router }: App, change: Change, removedIds: readonly number[]): void {
  const place = router.place.peek();
  const removedId = place.page === 'people' && removedIds.includes(Number(place.about)) ? place.about : null;
  const goTo = (id: string): void => {
    router.exchange(placeOf('people', { about: id, query: router.place.peek().query }));
  };
  const targetId = String(change.person.id);
  people.sayMerged(change, () => {
    // Goes back to the previous person, unless another page was opened since.
    const { page, about } = router.place.peek();
    if (removedId !== null && page === 'people' && about === targetId) goTo(removedId);
  });
  if (removedId !== null) goTo(targetId);
}
