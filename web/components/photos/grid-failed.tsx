import type { JSX } from 'preact';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { TryAgain } from '../elements/try-again.tsx';

/** The error of a list of photos that failed to load. */
export function GridFailed({ grid }: { grid: PhotoGrid }): JSX.Element {
  return (
    <Message drawing="lost" title={text.photosFailed} level={2}>
      <TryAgain run={() => void grid.refresh().catch(() => undefined)} />
    </Message>
  );
}
