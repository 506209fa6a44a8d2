import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { GridFailed } from './grid-failed.tsx';

/** What stands in a timeline without photos: why there are none, and what will happen. */
export function Empty({ grid }: { grid: PhotoGrid }): JSX.Element | null {
  const { watch } = useApp();
  const phase = grid.phase.value;
  if (phase === 'loading' || grid.layout.total > 0) return null;
  if (phase === 'failed') return <GridFailed grid={grid} />;
  const status = watch.status.value;
  const reached = !status || (status.bridge.reachable && status.bridge.loggedIn);
  const reading = status?.indexing.running ?? false;
  return (
    <Message
      level={2}
      title={text.emptyTitle}
      body={reading ? text.emptyIndexing : reached ? text.emptyIdle : text.emptyNoSource}
    />
  );
}
