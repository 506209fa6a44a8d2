import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** Syncs with the photo store now. */
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

/** Server actions for admins, available on every page. */
export const adminActions: readonly Action[] = [lookNow, takeBackup];
