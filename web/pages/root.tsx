import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { beginVisit } from '../actions/begin-visit.ts';
import { followShortcuts } from '../actions/shortcuts.ts';
import { useApp } from '../app.ts';
import { CarriedPhotos } from '../components/albums/album-dialog.tsx';
import { Banner } from '../components/frame/banner.tsx';
import { Dialogs } from '../components/frame/dialogs.tsx';
import { Message } from '../components/elements/message.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { ToastList } from '../components/elements/toast-list.tsx';
import { useFocusOnNewPage, useKeptFocus } from '../components/frame/page-focus.ts';
import { Shell } from '../components/frame/shell.tsx';
import { shortTime } from '../state/viewer/short-time.ts';
import { locale } from '../strings/language.ts';
import { text } from '../strings/index.ts';
import { titleOf } from '../components/frame/page-heading.tsx';
import { PageOf } from './pages.tsx';
import { PhotoPage } from './photo.tsx';
import { SignInPage } from './sign-in.tsx';

/** The page for the current place, or the sign-in page. */
export function Root(): JSX.Element {
  const { session, instead } = useApp();
  const { is } = session.state.value;
  if (instead.value) {
    return (
      <>
        {instead.value}
        <ToastList />
      </>
    );
  }
  return (
    <>
      <Banner />
      {is === 'starting' && <Starting />}
      {is === 'signed-out' && <SignInPage />}
      {is === 'signed-in' && <SignedIn />}
      <ToastList />
    </>
  );
}

function Starting(): JSX.Element {
  const app = useApp();
  const failure = app.entry.failure.value;
  if (failure === null) {
    return (
      <main>
        <Message title={text.starting} />
      </main>
    );
  }
  return (
    <main>
      <Message drawing="lost" title={text.pageLost} body={failure}>
        <TryAgain
          run={() => {
            beginVisit(app);
          }}
        />
      </Message>
    </main>
  );
}

function SignedIn(): JSX.Element {
  const app = useApp();
  const place = app.router.place.value;
  const covered = place.photo !== null && app.shown.value !== null;
  // Before the first paint, so that keys apply to the visible page.
  useLayoutEffect(() => followShortcuts(app), []);
  useKeptFocus();
  useFocusOnNewPage(place);
  return (
    <>
      {/* The list stays mounted behind an open photo, and keeps its position. */}
      <Shell behind={covered}>
        <PageOf place={place} behind={covered} />
      </Shell>
      {covered && <PhotoPage />}
      <WindowTitle covered={covered} />
      <CarriedPhotos />
      <Dialogs />
    </>
  );
}

/** The title of the window, for its tab and the browser's history: the time of the open photo, the page, and the app. */
function WindowTitle({ covered }: { covered: boolean }): null {
  const app = useApp();
  const { day, clock } = shortTime((covered && app.open.item.value?.taken_at_local) || '', locale);
  const page = app.router.place.value.page === 'timeline' ? '' : titleOf(app);
  const title = [`${day} ${clock}`.trim(), page, text.app].filter((part) => part !== '').join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
