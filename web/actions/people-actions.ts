import type { Person } from '../../core/http/wire.ts';
import type { App } from '../app.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { faceActions } from './face-actions.ts';
import { isOn } from './is-on.ts';
import { askAboutPeople, hidePeople } from './people-questions.ts';

const isOnList = (app: App): boolean => isOn(app, 'people') && app.router.place.value.about === null;
const shownPerson = (app: App): boolean => isOn(app, 'people') && app.people.shown.value !== null;
const comparing = (app: App): boolean => isOnList(app) && app.people.alike.current.value !== null;
/** Whether people are selected and all of them match. */
const allPicked = ({ people }: App, predicate: (person: Person) => boolean): boolean =>
  people.picked.value.size > 0 && [...people.picked.value.values()].every(predicate);
/** Whether all selected people are hidden. */
const areHidden = (app: App): boolean => allPicked(app, ({ hidden_by_choice }) => hidden_by_choice);

/** Actions on people. */
const people: readonly Action[] = [
  {
    id: 'same-person',
    label: () => text.samePerson,
    shortcut: 'y',
    role: 'write',
    group: 'comparison',
    isOffered: comparing,
    run: ({ people }) => people.alike.same(),
  },
  {
    id: 'different-person',
    label: () => text.differentPerson,
    shortcut: 'n',
    role: 'write',
    group: 'comparison',
    isOffered: comparing,
    run: ({ people }) => people.alike.different(),
  },
  {
    id: 'not-sure',
    label: () => text.notSure,
    shortcut: 's',
    role: 'write',
    group: 'comparison',
    isOffered: comparing,
    run: ({ people }) => {
      people.alike.notSure();
    },
  },
  {
    id: 'end-comparison',
    label: () => text.closeComparison,
    icon: 'close',
    shortcut: 'Escape',
    role: 'write',
    group: 'comparison',
    isOffered: comparing,
    run: ({ people }) => {
      people.alike.close();
    },
  },
  {
    id: 'compare-people',
    label: () => text.compare,
    shortcut: 'c',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && !comparing(app) && app.people.alike.pairs.value.length > 0,
    run: ({ people }) => {
      people.alike.isOpen.value = true;
    },
  },
  {
    id: 'merge-people',
    label: () => text.mergePicked,
    icon: 'merge',
    shortcut: 'm',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && app.people.picked.value.size > 1,
    run: (app) => {
      askAboutPeople(app, { is: 'merge', people: [...app.people.picked.value.values()] });
    },
  },
  {
    id: 'hide-people',
    label: (app) => (areHidden(app) ? text.unhide : text.hide),
    icon: 'hide',
    shortcut: 'h',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && app.people.picked.value.size > 0,
    run: (app) => hidePeople(app, [...app.people.picked.value.values()], !areHidden(app)),
  },
  {
    id: 'show-hidden-people',
    label: () => text.showHiddenPeople,
    icon: 'hide',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && !comparing(app),
    run: ({ people }) => people.list.showHidden(!people.list.withHidden.value),
  },
  {
    id: 'past-merges',
    label: () => text.pastMerges,
    icon: 'merge',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && !comparing(app),
    run: (app) => {
      askAboutPeople(app, { is: 'past-merges' });
    },
  },
  {
    id: 'clear-people',
    label: () => text.clearSelection,
    icon: 'close',
    shortcut: 'Escape',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnList(app) && app.people.picked.value.size > 0,
    run: ({ people }) => {
      people.picked.value = new Map();
    },
  },
  {
    id: 'name-person',
    label: ({ people }) => (people.shown.value?.name === null ? text.addName : text.rename),
    icon: 'edit',
    shortcut: 'r',
    role: 'write',
    group: 'person',
    isOffered: shownPerson,
    run: ({ people }) => {
      people.naming.value = people.shown.value?.id ?? null;
    },
  },
  {
    id: 'merge-person',
    label: () => text.mergeInto,
    icon: 'merge',
    shortcut: 'm',
    role: 'write',
    group: 'person',
    isOffered: shownPerson,
    run: (app) => {
      const person = app.people.shown.value;
      if (person) askAboutPeople(app, { is: 'merge-into', person });
    },
  },
  {
    id: 'hide-person',
    label: ({ people }) => (people.shown.value?.hidden_by_choice ? text.unhide : text.hide),
    icon: 'hide',
    role: 'write',
    group: 'person',
    isOffered: shownPerson,
    run: async (app) => {
      const person = app.people.shown.value;
      if (person) await hidePeople(app, [person], !person.hidden_by_choice);
    },
  },
];

/** Actions on people, and on faces to be named. */
export const peopleActions: readonly Action[] = [...faceActions, ...people];

/** The people action with an id, for a button of its own. */
export function peopleAction(id: string): Action {
  const action = peopleActions.find((action) => action.id === id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}
