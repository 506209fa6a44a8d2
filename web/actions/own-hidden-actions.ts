import type { KeptSubject } from '../api/household.ts';
import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { keptSubject } from './household-actions.ts';

/** Hides an album or a person from the signed-in user only, or shows it again; shows a message with undo. */
async function hideForMe(app: App, subject: KeptSubject, name: string | null, hidden: boolean): Promise<void> {
  const set = async (on: boolean): Promise<void> => {
    await app.api.ownHidden.hide(subject, on);
    app.albums.changed();
    await app.people.list.refresh();
  };
  await set(hidden);
  const called = name ?? text.unnamedPerson;
  const said = hidden ? text.ownHidden.hidden(called) : text.ownHidden.shown(called);
  app.toasts.say(said, () => set(!hidden));
}

/** Shows an album or a person again that the user hid from themself. */
export const showAgain = (subject: KeptSubject, name: string | null): Action => ({
  id: `show-${JSON.stringify(subject)}`,
  label: () => text.ownHidden.show,
  role: 'read',
  group: 'app',
  isOffered: () => true,
  run: (app) => hideForMe(app, subject, name, false),
});

/** Hides the album or person of the page from the signed-in user. The page then no longer exists for that user. */
export const hideOfPage: Action = {
  id: 'hide-page-for-me',
  label: () => text.ownHidden.hide,
  icon: 'hide-for-me',
  role: 'read',
  group: 'app',
  isOffered: (app) => keptSubject(app) !== null,
  run: async (app) => {
    const about = keptSubject(app);
    if (!about) return;
    const { subject, name } = about;
    await hideForMe(app, subject, name, true);
    app.router.exchange(placeOf('album' in subject ? 'albums' : 'people'));
  },
};
