import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Empty } from '../components/photos/empty.tsx';
import { ModelsNoteLine } from '../components/frame/models-note.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { ReadingNotice } from '../components/frame/reading-notice.tsx';
import { SyncNotice } from '../components/frame/sync-notice.tsx';
import { text } from '../strings/index.ts';

/** All photos, newest first. `behind`: whether an open photo covers it. */
export function TimelinePage({ behind }: { behind: boolean }): JSX.Element {
  const { grids } = useApp();
  const grid = grids.of({});
  return (
    <>
      <SyncNotice />
      <ReadingNotice />
      <PhotoGridView grid={grid} label={text.pages.timeline} behind={behind}>
        <Empty grid={grid} />
      </PhotoGridView>
      <ModelsNoteLine />
    </>
  );
}
