import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Banner } from '../components/banner.tsx';
import { Message } from '../components/message.tsx';
import { text } from '../strings.ts';
import { PhotoPage } from './photo.tsx';
import { SignInPage } from './sign-in.tsx';
import { TimelinePage } from './timeline.tsx';

/** Shows the page for the place in the app, or the sign-in page in its stead. */
export function Root(): JSX.Element {
  const { session, router } = useApp();
  const { is } = session.state.value;
  const { page } = router.place.value;
  return (
    <>
      <Banner />
      {is === 'starting' && (
        <main>
          <Message title={text.starting} />
        </main>
      )}
      {is === 'signed-out' && <SignInPage />}
      {is === 'signed-in' && page === 'not-found' && (
        <main>
          <Message title={text.notFoundTitle} body={text.notFound}>
            <a class="button" href="#/">
              {text.toTimeline}
            </a>
          </Message>
        </main>
      )}
      {/* The timeline stays behind an open photo, where it was. */}
      {is === 'signed-in' && page !== 'not-found' && <TimelinePage behind={page === 'photo'} />}
      {is === 'signed-in' && page === 'photo' && <PhotoPage />}
    </>
  );
}
