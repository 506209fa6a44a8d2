import { effect, signal, type Signal } from '@preact/signals';
import { beginVisit } from '../actions/begin-visit.ts';
import { longestSaving } from '../actions/app-actions.ts';
import type { App } from '../app.ts';
import { askBeforeLeaving, storedText, onFlagForgotten, onTypedIntoPage } from '../browser.ts';
import { lockedFlag, passwordFlag, recentSearchesOf, signedInFlag, skippedOf } from '../storage-keys.ts';
import { formatPlace, queryWithout, type Place } from '../state/routes.ts';
import type { Session } from '../state/session/session.ts';

/** Makes the parts follow the session and the connection, and starts the app. */
export function wire(app: App): void {
  const { connection, session, watch } = app;
  const hasTyped = signal(false);
  connection.onRecovered(() => {
    if (session.state.value.is === 'starting') beginVisit(app);
    if (session.user) load(app);
    // The page reports the failure.
    else session.tellServer().catch(() => undefined);
  });
  followUser(session, (user) => {
    if (user === 'left') forgetUser(app);
    if (user !== 'here') {
      watch.stop();
      return;
    }
    // Another tab may have removed them.
    app.recent.open(storedText(recentSearchesOf(session.user)));
    app.people.skips.faces.open(storedText(skippedOf(session.user, 'faces')));
    app.people.skips.groups.open(storedText(skippedOf(session.user, 'groups')));
    load(app);
    watch.start();
  });
  onFlagForgotten(signedInFlag, () => {
    session.ended();
  });
  onFlagForgotten(passwordFlag, () => {
    if (!app.session.user) return;
    // All URLs of pictures in this tab are invalid: those in lists, and those of what is open.
    void idle(app, hasTyped).then(() => {
      location.reload();
    });
  });
  onFlagForgotten(lockedFlag, () => {
    app.lock.heard();
  });
  askBeforeLeaving(() => app.unfinished.isThere);
  onTypedIntoPage(() => {
    hasTyped.value = true;
  });
  followPlace(app, hasTyped);
  beginVisit(app);
}

/**
 * Resolves when no dialog is open, nor a page into whose forms something was typed, which would be lost, and no change is to be
 * stored.
 */
async function idle({ dialog, unfinished }: App, hasTyped: Signal<boolean>): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      effect(() => {
        if (dialog.value === null && !hasTyped.value) resolve();
      });
    });
    await unfinished.done(longestSaving);
  } while (dialog.peek() !== null || hasTyped.peek());
}

/** What pages write into their own address: the day in a list, and what the map shows. */
const ownParameters = (page: Place['page']): string[] => (page === 'map' ? ['date', 'at', 'in', 'place'] : ['date']);

/**
 * Closes the open dialog when the page changes, as by the browser's back button: it belonged to the page before. From photo to
 * photo it stays: the viewer goes on by itself while somebody types, and the dialog keeps its photo.
 * @param hasTyped whether something was typed into the page, and is gone with it
 */
function followPlace({ dialog, router }: App, hasTyped: Signal<boolean>): void {
  const pageOf = (place: Place): string =>
    formatPlace({
      ...place,
      photo: place.photo && 'open',
      query: queryWithout(place, ...ownParameters(place.page)),
    });
  let last = pageOf(router.place.peek());
  router.place.subscribe((place) => {
    const now = pageOf(place);
    if (now !== last) {
      dialog.value = null;
      hasTyped.value = false;
    }
    last = now;
  });
}

function load({ hasFolders, grids, open, pluginMenu, shown }: App): void {
  void hasFolders.refresh();
  void pluginMenu.refresh();
  grids.changed(shown.peek());
  void open.retry();
}

/** Clears what a user who has signed out would still see. The next session begins with the page loaded again. */
function forgetUser({ dialog, toasts, recent, unfinished }: App): void {
  unfinished.drop();
  dialog.value = null;
  toasts.clear();
  recent.forget();
}

/**
 * Calls `onChange` when a user signs in or out. `here`: the user is signed in; `left`: the user signed out; `none`: the session
 * ended, and the user may come back to the same place.
 */
function followUser(session: Session, onChange: (user: 'here' | 'left' | 'none') => void): void {
  effect(() => {
    const state = session.state.value;
    if (state.is === 'starting') return;
    const change = state.is === 'signed-in' ? 'here' : state.ended ? 'none' : 'left';
    queueMicrotask(() => {
      onChange(change);
    });
  });
}
