import { effect } from '@preact/signals';
import type { App } from './app.ts';
import { keptText, onFlagForgotten } from './browser.ts';
import { recentSearchesOf, signedInFlag } from './kept-names.ts';
import type { Session } from './state/session/session.ts';

/** Lets the parts follow who is signed in and whether the server is there, and begins. */
export function tie(app: App): void {
  const { connection, session, watch } = app;
  const begin = (): void => {
    // Its failure is told by the banner, or by the page.
    session.start().catch(() => undefined);
  };
  connection.onRecovered(() => {
    if (session.state.value.is === 'starting') begin();
    if (session.user) load(app);
  });
  followUser(session, (user) => {
    if (user === 'another') forgetUser(app);
    if (user === 'none') {
      watch.stop();
      return;
    }
    load(app);
    watch.start();
  });
  onFlagForgotten(signedInFlag, () => {
    session.ended();
  });
  begin();
}

function load({ grids, open, shown }: App): void {
  grids.changed(shown.peek());
  void open.retry();
}

/** Somebody else is here now: nothing stays of whoever was. */
function forgetUser(app: App): void {
  const { grids, people, notice, words, faceQuery, drafts } = app;
  app.open.close();
  app.selection.clear();
  for (const part of [grids, people, notice, words, faceQuery, drafts]) part.forget();
  app.dialog.value = null;
  app.toasts.clear();
  app.recent.open(keptText(recentSearchesOf(app.session.user)));
}

/** Calls `then` when somebody signs in or out, and says whether it is another one than last time. */
function followUser(session: Session, then: (user: 'same' | 'another' | 'none') => void): void {
  let last: number | null = null;
  effect(() => {
    const state = session.state.value;
    if (state.is === 'starting') return;
    if (state.is === 'signed-in') {
      const another = state.user.id !== last;
      last = state.user.id;
      queueMicrotask(() => {
        then(another ? 'another' : 'same');
      });
    } else {
      queueMicrotask(() => {
        then('none');
      });
    }
  });
}
