import type { App } from '../app.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { isOn } from './is-on.ts';

/** The queue shows, not what was said to be no face. */
const isOnQueue = (app: App): boolean => isOn(app, 'faces') && app.router.place.value.about === null;
const queued = (app: App): boolean => isOnQueue(app) && app.people.faces.current.value !== null;

/** What can be done about the face that shows: made for the keyboard. */
export const faceActions: readonly Action[] = [
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
    isOffered: (app) => isOnQueue(app) && app.people.faces.at.value > 0,
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
    isOffered: (app) => isOnQueue(app) && app.people.faces.canUndo.value,
    run: ({ people }) => people.faces.undoLast(),
  },
];
