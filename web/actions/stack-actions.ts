import type { App } from '../app.ts';
import type { Stack, StackStep } from '../../core/http/wire.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { targets } from './photo-actions.ts';
import { goTo } from './viewer-actions.ts';

/** The stack of the open photo. */
const openStack = ({ open, stack }: App): Stack | null => {
  const current = stack.stack.value;
  return current !== null && open.item.value?.stack?.id === current.id ? current : null;
};

/** Runs a change of stacks, reads the stack again, and shows a message with undo. */
async function change(app: App, work: Promise<StackStep>, sentence: string): Promise<void> {
  const { step } = await work;
  await follow(app);
  app.toasts.say(sentence, async () => {
    await app.api.stacks.undo(step);
    await follow(app);
  });
}

async function follow(app: App): Promise<void> {
  const { open, stack } = app;
  app.grids.changed(app.shown.peek());
  app.selection.forgetUnseen();
  await open.refresh();
  await stack.read(open.item.value);
}

const forOpenStack = { role: 'write', group: 'photo', isOffered: (app: App) => openStack(app) !== null } as const;

/** Actions on stacks. */
export const stackActions: readonly Action[] = [
  {
    id: 'stack',
    label: () => text.stacks.make,
    icon: 'stack',
    role: 'write',
    group: 'photo',
    isOffered: ({ open, selection }) => open.uid.value === null && selection.count.value > 1,
    run: async (app) => {
      const uids = targets(app).map(({ uid }) => uid);
      await change(app, app.api.stacks.make(uids), text.stacks.made(uids.length));
      app.selection.clear();
    },
  },
  {
    ...forOpenStack,
    id: 'stack-cover',
    label: () => text.stacks.chooseCover,
    icon: 'photos',
    isOffered: (app) => {
      const stack = openStack(app);
      return stack !== null && !(stack.chosen && stack.cover === app.open.uid.value);
    },
    run: async (app) => {
      const [stack, uid] = [openStack(app), app.open.uid.value];
      if (stack && uid !== null) await change(app, app.api.stacks.chooseCover(stack.id, uid), text.stacks.coverChosen);
    },
  },
  {
    ...forOpenStack,
    id: 'stack-take-out',
    label: () => text.stacks.takeOut,
    icon: 'minus',
    run: async (app) => {
      const [stack, uid] = [openStack(app), app.open.uid.value];
      if (stack && uid !== null) await change(app, app.api.stacks.takeOut(stack.id, uid), text.stacks.takenOut);
    },
  },
  {
    ...forOpenStack,
    id: 'unstack',
    label: () => text.stacks.dissolve,
    icon: 'unstack',
    run: async (app) => {
      const stack = openStack(app);
      if (stack) await change(app, app.api.stacks.dissolve(stack.id), text.stacks.dissolved);
    },
  },
  ...([-1, 1] as const).map((by): Action => ({
    id: by === 1 ? 'stack-next' : 'stack-previous',
    label: () => (by === 1 ? text.stacks.next : text.stacks.previous),
    shortcut: by === 1 ? 'PageDown' : 'PageUp',
    role: 'read',
    group: 'viewer',
    repeats: true,
    isOffered: ({ open, stack }) => stack.beside(open.uid.value, by) !== null,
    run: (app) => {
      goTo(app, app.stack.beside(app.open.uid.value, by));
    },
  })),
];
