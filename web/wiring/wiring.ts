import { effect } from '@preact/signals';
import type { App } from '../app.ts';
import { storedText, onFlagForgotten } from '../browser.ts';
import { lockedFlag, recentSearchesOf, signedInFlag, skippedOf } from '../storage-keys.ts';
import type { Session } from '../state/session/session.ts';

/** Makes the parts follow the session and the connection, and starts the app. */
export function wire(app: App): void {
  const { connection, entry, session, toasts, watch } = app;
  const begin = (): void => {
    // The banner or the page reports the failure.
    entry
      .begin()
      .then(() => {
        // If linking an account failed, the user is signed in anyway.
        const refusal = entry.refusal.peek();
        if (session.user && refusal !== null) toasts.fail(new Error(refusal));
      })
      .catch(() => undefined);
  };
  connection.onRecovered(() => {
    if (session.state.value.is === 'starting') begin();
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
  onFlagForgotten(lockedFlag, () => {
    app.lock.heard();
  });
  begin();
}

function load({ hasFolders, grids, open, pluginMenu, shown }: App): void {
  void hasFolders.refresh();
  void pluginMenu.refresh();
  grids.changed(shown.peek());
  void open.retry();
}

/** Clears what a user who has signed out would still see. The next session begins with the page loaded again. */
function forgetUser({ dialog, toasts, recent }: App): void {
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
