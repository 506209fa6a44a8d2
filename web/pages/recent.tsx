import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { ListTitle, WhenLoaded } from '../components/frame/page-frame.tsx';
import { text } from '../strings/index.ts';
import { FixedList } from '../components/photos/fixed-list.tsx';

/** The most photos that the server returns. */
const limit = 500;

/** The photos added most recently, whenever they were taken. */
export default function RecentPage({ behind }: { behind: boolean }): JSX.Element {
  const { api } = useApp();
  const [recent, reload] = useLoaded((stop) => api.photos.recent(limit, stop), []);
  return (
    <WhenLoaded of={recent} again={reload}>
      {({ photos }) => (
        <FixedList
          photos={photos}
          label={text.recentlyAdded}
          behind={behind}
          head={<ListTitle title={text.recentlyAdded} counts={[photos.length]} />}
        />
      )}
    </WhenLoaded>
  );
}
