import type { Person } from '../../core/http/wire.ts';
import type { WithheldSubject } from '../api/household.ts';
import type { App } from '../app.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { withheldSubject } from './household-actions.ts';
import { leavePageOf } from './leave-page.ts';
import { askAboutPeople } from './people-questions.ts';

/**
 * Hides an album or a person from the signed-in user only, or shows it again; shows a message with undo.
 * @param photoCount the number of photos that are hidden with a person
 */
async function hideForMe(
  app: App,
  subject: WithheldSubject,
  name: string | null,
  hidden: boolean,
  photoCount?: number,
): Promise<void> {
  const set = async (isOn: boolean): Promise<void> => {
    await app.api.ownHidden.hide(subject, isOn);
    app.albums.changed();
    await app.people.list.refresh();
  };
  await set(hidden);
  const displayName = name ?? text.unnamedPerson;
  const sentence = !hidden
    ? text.ownHidden.shown(displayName)
    : photoCount === undefined
      ? text.ownHidden.hidden(displayName)
      : text.ownHidden.hiddenPerson(displayName, photoCount);
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

/** Hides a person, and all photos of that person, from the signed-in user. The person's page then no longer exists. */
export async function hidePersonForMe(app: App, { id, name, photo_count: photoCount }: Person): Promise<void> {
  await hideForMe(app, { person: id }, name, true, photoCount);
  leavePageOf(app, 'people', String(id));
}

/**
 * Hides the album or person of the page from the signed-in user; asks before a person is hidden, since photos go with them. The
 * page then no longer exists for that user.
 */
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
    const person = app.people.shown.value;
    if ('person' in subject && person) {
      askAboutPeople(app, { is: 'hide-for-me', person });
      return;
    }
    await hideForMe(app, subject, name, true);
    if ('album' in subject) leavePageOf(app, 'albums', subject.album);
  },
};
