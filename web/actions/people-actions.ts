import type { App } from '../app.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { ask, hidePeople } from './people-questions.ts';

const isOn = ({ router, open }: App, page: 'people' | 'faces'): boolean =>
  router.place.value.page === page && open.uid.value === null;
const isOnList = (app: App): boolean => isOn(app, 'people') && app.router.place.value.about === null;
const shownPerson = (app: App): boolean => isOn(app, 'people') && app.people.shown.value !== null;
const comparing = (app: App): boolean => isOnList(app) && app.people.alike.current.value !== null;
/** All who are picked are hidden. */
const areHidden = ({ people }: App): boolean =>
  [...people.picked.value.values()].every(({ hidden_by_choice }) => hidden_by_choice);
const queued = (app: App): boolean => isOn(app, 'faces') && app.people.faces.current.value !== null;

/** What can be done about people. */
const people: readonly Action[] = [
  {
    id: 'same-person',
    label: () => text.samePerson,
    shortcut: 'y',
    role: 'write',
    group: 'people',
    isOffered: comparing,
    run: ({ people }) => people.alike.same(),
  },
  {
    id: 'different-person',
    label: () => text.differentPerson,
    shortcut: 'n',
    role: 'write',
    group: 'people',
    isOffered: comparing,
    run: ({ people }) => people.alike.different(),
  },
  {
    id: 'end-comparison',
    label: () => text.endComparison,
    icon: 'close',
    shortcut: 'Escape',
    role: 'write',
    group: 'people',
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
      ask(app, { is: 'merge', people: [...app.people.picked.value.values()] });
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
    group: 'people',
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
    group: 'people',
    isOffered: shownPerson,
    run: (app) => {
      const person = app.people.shown.value;
      if (person) ask(app, { is: 'merge-into', person });
    },
  },
  {
    id: 'hide-person',
    label: ({ people }) => (people.shown.value?.hidden_by_choice ? text.unhide : text.hide),
    icon: 'hide',
    role: 'write',
    group: 'people',
    isOffered: shownPerson,
    run: async (app) => {
      const person = app.people.shown.value;
      if (person) await hidePeople(app, [person], !person.hidden_by_choice);
    },
  },
];

/** What can be done about the face that shows: made for the keyboard. */
const faces: readonly Action[] = [
  ...[0, 1, 2, 3, 4].map((n): Action => {
    const suggestion = ({ people }: App) => people.faces.suggestions.value?.[n];
    return {
      id: `choose-person-${n + 1}`,
      label: (app) => {
        const person = suggestion(app)?.person;
        return person ? text.thisIs(person.name) : text.nthSuggestion(n + 1);
      },
      shortcut: String(n + 1),
      role: 'write',
      group: 'people',
      isOffered: (app) => queued(app) && suggestion(app) !== undefined,
      run: ({ people }) => {
        people.faces.choose(n);
      },
    };
  }),
  {
    id: 'name-face',
    label: () => text.typeName,
    shortcut: 'n',
    role: 'write',
    group: 'people',
    isOffered: queued,
    run: () => {
      document.querySelector<HTMLInputElement>('.face-name input')?.focus();
    },
  },
  {
    id: 'reject-face',
    label: () => text.notAFace,
    icon: 'close',
    shortcut: 'x',
    role: 'write',
    group: 'people',
    isOffered: queued,
    run: ({ people }) => {
      people.faces.reject();
    },
  },
  {
    id: 'skip-face',
    label: () => text.skip,
    icon: 'older',
    shortcut: 's',
    role: 'write',
    group: 'people',
    isOffered: queued,
    run: ({ people }) => {
      people.faces.skip();
    },
  },
  {
    id: 'face-before',
    label: () => text.faceBefore,
    icon: 'newer',
    shortcut: 'ArrowLeft',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOn(app, 'faces') && app.people.faces.at.value > 0,
    run: ({ people }) => {
      people.faces.back();
    },
  },
  {
    id: 'undo-face',
    repeats: true,
    label: () => text.undo,
    shortcut: 'Ctrl+z',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOn(app, 'faces') && app.people.faces.canUndo.value,
    run: ({ people }) => people.faces.undoLast(),
  },
];

/** People, and the faces that are to become theirs. */
export const peopleActions: readonly Action[] = [...faces, ...people];

/** The action of a name, for a button of its own. */
export function peopleAction(id: string): Action {
  const action = peopleActions.find((action) => action.id === id);
  if (!action) throw new Error(`there is no action ${id}`);
  return action;
}
