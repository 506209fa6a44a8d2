import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** Has the server look at the photo store without waiting for the next time. */
export const lookNow: Action = {
  id: 'look-now',
  label: () => text.lookNow,
  role: 'admin',
  group: 'app',
  isOffered: () => true,
  run: async ({ api, toasts }) => {
    await api.admin.sync();
    toasts.say(text.lookingNow);
  },
};

/** Takes a snapshot of the index. */
export const takeBackup: Action = {
  id: 'take-backup',
  label: () => text.takeBackup,
  role: 'admin',
  group: 'app',
  isOffered: () => true,
  run: async ({ api, toasts }) => {
    const { verified } = await api.backups.take();
    toasts.say(verified ? text.backupTaken : text.backupUnverified);
  },
};

/** What admins do to the server, wherever they are. */
export const adminActions: readonly Action[] = [lookNow, takeBackup];
