import type { JSX } from 'preact';
import { Message } from '../components/message.tsx';
import type { PhotoFilter } from '../state/photo-filter.ts';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { PhotosPage } from './photos.tsx';
import { TimelinePage } from './timeline.tsx';

/** What a page of photos alone shows; null for other pages. */
function filterOf({ page, about }: Place): PhotoFilter | null {
  if (page === 'favorites') return { only_favorites: true };
  if (page === 'archive') return { only_archived: true };
  if (page === 'hidden') return { only_hidden: true };
  if (about === null) return null;
  if (page === 'albums') return { album: about };
  if (page === 'places') return { place: about };
  if (page === 'tags') return { tag: about };
  return null;
}

/** The page of a place. @param behind an open photo covers it */
export function pageFor(place: Place, behind: boolean): JSX.Element {
  if (place.page === 'timeline' && place.about === null) return <TimelinePage behind={behind} />;
  const filter = filterOf(place);
  if (filter) return <PhotosPage key={JSON.stringify(filter)} place={place} filter={filter} behind={behind} />;
  return (
    <main>
      <Message title={text.notFoundTitle} body={text.notFound}>
        <a class="button" href="#/">
          {text.toTimeline}
        </a>
      </Message>
    </main>
  );
}
