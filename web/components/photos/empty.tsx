import type { JSX } from 'preact';
import { lookNow } from '../../actions/admin-actions.ts';
import { useApp } from '../../app.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { isListing, readingOf } from '../../state/server/reading.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { TextButton } from '../elements/text-button.tsx';
import { ReadingBar, readingSentence } from '../frame/reading-notice.tsx';
import { GridFailed } from './grid-failed.tsx';

const words = text.frame.welcome;

/** The content of a library without photos: a welcome, the reason, and what will happen. */
export function Empty({ grid }: { grid: PhotoGrid }): JSX.Element | null {
  const { session, watch } = useApp();
  const phase = grid.phase.value;
  if (phase === 'loading' || grid.layout.total > 0) return null;
  if (phase === 'failed') return <GridFailed grid={grid} />;
  const status = watch.status.value;
  // Nothing is said about a photo store that nothing is known of yet.
  if (!status) return null;
  const reading = readingOf(status);
  const isReached = status.bridge.reachable && status.bridge.loggedIn;
  const mayLook = session.may('admin');
  if (reading || isListing(status)) {
    return (
      <Message level={2} drawing="photos" title={words.title} body={reading ? words.reading : words.looking}>
        <div class="reading-so-far">
          <ReadingBar reading={reading} />
          <small>{reading ? readingSentence(reading) : text.frame.reading.title}</small>
        </div>
        <Help />
      </Message>
    );
  }
  return (
    <Message level={2} drawing="photos" title={words.title} body={isReached ? words.waiting : words.away}>
      {mayLook && isReached && <TextButton action={lookNow} kind="primary" />}
      {mayLook && !isReached && (
        <a class="button primary" href="#/admin/checks">
          {words.checks}
        </a>
      )}
      <Help />
    </Message>
  );
}

function Help(): JSX.Element {
  return (
    <a class="button quiet" href="#/help">
      {words.help}
    </a>
  );
}
