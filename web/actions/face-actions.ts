import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { namingStages } from '../state/people/naming-queue.ts';
import type { Action } from './action.ts';
import { isOn } from './is-on.ts';

/** Whether the page shows groups or faces to name, rather than ignored or rejected ones. */
const isOnQueue = (app: App): boolean =>
  isOn(app, 'faces') && (namingStages as readonly string[]).includes(app.router.place.value.about ?? 'groups');
const queued = (app: App): boolean => isOnQueue(app) && app.people.queue.active.value.current.value !== null;
const isFace = (app: App): boolean => queued(app) && app.people.queue.stage.value !== 'groups';

/** Actions on the visible group or face, designed for the keyboard. */
export const faceActions: readonly Action[] = [
  ...[0, 1, 2, 3, 4].map((n): Action => {
    const suggestion = ({ people }: App) => people.queue.active.value.suggestions.value?.[n];
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
        people.queue.active.value.choose(n);
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
    isOffered: isFace,
    run: ({ people }) => {
      people.queue.faces.value.reject();
    },
  },
  {
    id: 'ignore-face',
    label: () => text.ignore,
    icon: 'hide',
    shortcut: 'i',
    role: 'write',
    group: 'people',
    isOffered: queued,
    run: ({ people }) => {
      people.queue.active.value.ignore();
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
      people.queue.active.value.skip();
    },
  },
  {
    id: 'face-before',
    label: () => text.faceBefore,
    icon: 'newer',
    shortcut: 'ArrowLeft',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnQueue(app) && app.people.queue.active.value.at.value > 0,
    run: ({ people }) => {
      people.queue.active.value.back();
    },
  },
  {
    id: 'undo-face',
    repeats: true,
    label: () => text.undo,
    shortcut: 'Ctrl+z',
    role: 'write',
    group: 'people',
    isOffered: (app) => isOnQueue(app) && app.people.queue.undoable.value !== null,
    run: async ({ people, router }) => {
      const stage = people.queue.undoable.value;
      if (stage === null) return;
      // The stage of the undone decision is shown, even if the page has moved on to another.
      const about = stage === 'groups' ? null : stage;
      if (router.place.value.about !== about) router.exchange(placeOf('faces', { about }));
      await people.queue.undoLast(stage);
    },
  },
];
