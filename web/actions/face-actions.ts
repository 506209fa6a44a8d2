import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { NamingQueue } from '../state/people/naming-queue.ts';
import { namingStages } from '../state/people/naming-stages.ts';
import type { Action } from './action.ts';
import { isOn } from './is-on.ts';

/** The queue, if the page shows groups or faces to name, rather than ignored or rejected ones. */
const queueOf = (app: App): NamingQueue | null =>
  isOn(app, 'faces') && (namingStages as readonly string[]).includes(app.router.place.value.about ?? 'groups')
    ? app.people.queue.value
    : null;
const queued = (app: App): boolean => Boolean(queueOf(app)?.active.value.current.value);
const isFace = (app: App): boolean => queued(app) && queueOf(app)?.stage.value !== 'groups';

/** Actions on the visible group or face, designed for the keyboard. */
export const faceActions: readonly Action[] = [
  ...[0, 1, 2, 3, 4].map((n): Action => {
    const suggestion = (app: App) => queueOf(app)?.active.value.suggestions.value?.[n];
    return {
      id: `choose-person-${n + 1}`,
      label: (app) => {
        const person = suggestion(app)?.person;
        return person ? text.thisIs(person.name) : text.nthSuggestion(n + 1);
      },
      shortcut: String(n + 1),
      role: 'write',
      group: 'faces',
      isOffered: (app) => queued(app) && suggestion(app) !== undefined,
      run: (app) => {
        queueOf(app)?.active.value.choose(n);
      },
    };
  }),
  {
    id: 'name-face',
    label: () => text.typeName,
    shortcut: 'n',
    role: 'write',
    group: 'faces',
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
    group: 'faces',
    isOffered: isFace,
    run: (app) => {
      queueOf(app)?.faces.value.reject();
    },
  },
  {
    id: 'ignore-face',
    label: () => text.ignore,
    icon: 'hide',
    shortcut: 'i',
    role: 'write',
    group: 'faces',
    isOffered: queued,
    run: (app) => {
      queueOf(app)?.active.value.ignore();
    },
  },
  {
    id: 'skip-face',
    label: () => text.skip,
    icon: 'older',
    shortcut: 's',
    role: 'write',
    group: 'faces',
    isOffered: queued,
    run: (app) => {
      queueOf(app)?.active.value.skip();
    },
  },
  {
    id: 'face-before',
    label: () => text.faceBefore,
    icon: 'newer',
    shortcut: 'ArrowLeft',
    role: 'write',
    group: 'faces',
    isOffered: (app) => (queueOf(app)?.active.value.at.value ?? 0) > 0,
    run: (app) => {
      queueOf(app)?.active.value.back();
    },
  },
  {
    id: 'undo-face',
    repeats: true,
    label: () => text.undo,
    shortcut: 'Ctrl+z',
    role: 'write',
    group: 'faces',
    isOffered: (app) => Boolean(queueOf(app)?.undoable.value),
    run: async (app) => {
      const { router } = app;
      const queue = queueOf(app);
      const stage = queue?.undoable.value;
      if (!stage) return;
      // The stage of the undone decision is shown, even if the page has moved on to another.
      const about = stage === 'groups' ? null : stage;
      if (router.place.value.about !== about) router.exchange(placeOf('faces', { about }));
      await queue.undoLast(stage);
    },
  },
];
