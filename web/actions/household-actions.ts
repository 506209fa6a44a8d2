import type { App } from '../app.ts';
import type { Withheld } from '../api/household.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { isOn } from './is-on.ts';

/** The album or person of the page, if it can be withheld from accounts. */
export function withheldSubject(app: App): Withheld | null {
  const album = app.albums.shown.value;
  if (album && isOn(app, 'albums')) return { subject: { album: album.uid }, name: album.name };
  const person = app.people.shown.value;
  if (person && isOn(app, 'people')) return { subject: { person: person.id }, name: person.name };
  return null;
}

/** Opens the dialog on who can see the album or person of the page. */
export const whoCanSee: Action = {
  id: 'who-can-see',
  label: () => text.keeping.action,
  icon: 'lock',
  role: 'write',
  group: 'app',
  isOffered: (app) => withheldSubject(app) !== null,
  run: (app) => {
    const withheld = withheldSubject(app);
    if (withheld) app.dialog.value = { is: 'audience', of: withheld };
  },
};
