import { effect } from '@preact/signals';
import type { App } from '../app.ts';
import { keptText, onFlagForgotten } from '../browser.ts';
import { lockedFlag, recentSearchesOf, signedInFlag, skippedOf } from '../kept-names.ts';
import type { Session } from '../state/session/session.ts';

/** Lets the parts follow who is signed in and whether the server is there, and begins. */
export function wire(app: App): void {
  const { connection, entry, session, toasts, watch } = app;
  const begin = (): void => {
    // Its failure is told by the banner, or by the page.
    entry
      .begin()
      .then(() => {
        // Whoever could not link their account is signed in all the same.
        const refusal = entry.refusal.peek();
        if (session.user && refusal !== null) toasts.fail(new Error(refusal));
      })
      .catch(() => undefined);
  };
  connection.onRecovered(() => {
    if (session.state.value.is === 'starting') begin();
    if (session.user) load(app);
    // Its failure is told by the page.
    else session.tellServer().catch(() => undefined);
  });
  followUser(session, (user) => {
    if (user === 'left' || user === 'another') forgetUser(app);
    if (user === 'left') app.recent.forget();
    if (user === 'left' || user === 'none') {
      watch.stop();
      return;
    }
    // Another tab may have forgotten them.
    app.recent.open(keptText(recentSearchesOf(session.user)));
    app.people.skips.faces.open(keptText(skippedOf(session.user, 'faces')));
    app.people.skips.groups.open(keptText(skippedOf(session.user, 'groups')));
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

function load({ folders, grids, open, pluginMenu, shown }: App): void {
  void folders.refresh();
  void pluginMenu.refresh();
  grids.changed(shown.peek());
  void open.retry();
}

/** Whoever was here has signed out, or somebody else is here now: nothing stays of them. */
function forgetUser(app: App): void {
  const { folders, grids, people, pluginMenu, notice, suggestions, faceQuery, drafts } = app;
  app.open.close();
  app.selection.clear();
  const { resume } = app.viewer;
  for (const part of [folders, grids, people, pluginMenu, notice, suggestions, faceQuery, drafts, resume])
    part.forget();
  app.dialog.value = null;
  app.toasts.clear();
}

/**
 * Calls `then` when somebody signs in or out, and says whether it is another one than last time. `left`: they signed out
 * themselves; `none`: their session ended, and they may come back to where they were.
 */
function followUser(session: Session, then: (user: 'same' | 'another' | 'left' | 'none') => void): void {
  let last: number | null = null;
  effect(() => {
    const state = session.state.value;
    if (state.is === 'starting') return;
    const user = state.is === 'signed-in' ? state.user.id : null;
    const what =
      user !== null ? (user === last ? 'same' : 'another') : state.is === 'signed-out' && state.ended ? 'none' : 'left';
    if (what !== 'none') last = user;
    queueMicrotask(() => {
      then(what);
    });
  });
}
