import '../styles/albums.css';
import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { ArrangedPhotos } from '../components/albums/arranged-photos.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { PageFrame, WhenLoaded } from '../components/frame/page-frame.tsx';
import { everyPhoto } from '../state/albums/every-photo.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/albums/index.ts';
import type { PageProps } from './page-props.ts';

/** Reorders the photos of an album. */
export default function ArrangePage({ place }: PageProps): JSX.Element {
  const app = useApp();
  const uid = place.about ?? '';
  const [loaded, reload] = useLoaded((stop) => everyPhoto((part) => app.api.albums.photos(uid, part, stop)), [uid]);
  const title = loaded.is === 'there' ? words.arrangeTitle(loaded.value.album.name) : text.album.arrange;
  useDocumentTitle(title);
  return (
    <PageFrame
      title={title}
      aside={
        <>
          <span class="spring" />
          <a class="button primary" href={formatPlace(placeOf('albums', { about: uid }))}>
            {words.done}
          </a>
        </>
      }
    >
      <WhenLoaded of={loaded} again={reload}>
        {({ photos }) => (
          <ArrangedPhotos
            photos={photos}
            save={async (photo, before) => {
              try {
                await app.api.albums.changePhotos(uid, { order: [photo], before });
                app.albums.changed();
              } catch (error) {
                app.toasts.fail(error);
                reload();
              }
            }}
          />
        )}
      </WhenLoaded>
    </PageFrame>
  );
}
