import type { WithheldSubject } from '../api/household.ts';
import type { App } from '../app.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { withheldSubject } from './household-actions.ts';

/** Hides an album or a person from the signed-in user only, or shows it again; shows a message with undo. */
async function hideForMe(app: App, subject: WithheldSubject, name: string | null, hidden: boolean): Promise<void> {
  const set = async (isOn: boolean): Promise<void> => {
    await app.api.ownHidden.hide(subject, isOn);
    app.albums.changed();
    await app.people.list.refresh();
  };
  await set(hidden);
  const displayName = name ?? text.unnamedPerson;
  const sentence = hidden ? text.ownHidden.hidden(displayName) : text.ownHidden.shown(displayName);
  app.toasts.say(sentence, () => set(!hidden));
}

/** Shows an album or a person again that the user hid from themself. */
export const showAgain = (subject: WithheldSubject, name: string | null): Action => ({
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
  isOffered: (app) => withheldSubject(app) !== null,
  run: async (app) => {
    const withheld = withheldSubject(app);
    if (!withheld) return;
    const { subject, name } = withheld;
    await hideForMe(app, subject, name, true);
    app.router.exchange(placeOf('album' in subject ? 'albums' : 'people'));
  },
};
