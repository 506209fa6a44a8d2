import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** How long signing out waits for changes that are still being saved, in milliseconds: a server that hangs keeps nobody signed in. */
export const longestSaving = 8000;

/** Signs out in all tabs. */
export const signOut: Action = {
  id: 'sign-out',
  label: () => text.signOut,
  icon: 'leave',
  role: 'read',
  group: 'app',
  isOffered: () => true,
  run: async ({ session, toasts, unfinished }) => {
    if (unfinished.isThere) toasts.say(text.savingFirst);
    await unfinished.done(longestSaving);
    await session.signOut();
  },
};

/** Actions on the page as a whole. */
export const appActions: readonly Action[] = [
  {
    id: 'search',
    label: () => text.search,
    icon: 'search',
    shortcut: '/',
    role: 'read',
    group: 'app',
    isOffered: ({ open }) => open.uid.value === null,
    run: () => {
      document.querySelector<HTMLInputElement>('[type=search]')?.focus();
    },
  },
  {
    id: 'search-by-face',
    label: () => text.searchByFace,
    icon: 'by-face',
    role: 'read',
    group: 'app',
    isOffered: ({ open }) => open.uid.value === null,
    run: ({ router }) => {
      router.go(placeOf('search', { query: { by: 'face' } }));
    },
  },
  {
    id: 'palette',
    label: () => text.palette,
    shortcut: 'Ctrl+k',
    role: 'read',
    group: 'app',
    isOffered: () => true,
    run: ({ dialog }) => {
      dialog.value = { is: 'palette' };
    },
  },
  signOut,
];
