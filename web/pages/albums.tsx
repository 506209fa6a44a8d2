import type { JSX } from 'preact';
import { albumAction } from '../actions/album-actions.ts';
import { useApp } from '../app.ts';
import { WithheldMark } from '../components/household/withheld-mark.tsx';
import { useWithheldThings } from '../components/household/use-withheld-things.ts';
import { Card } from '../components/elements/card.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { TextButton } from '../components/elements/text-button.tsx';
import { LoadedList } from '../components/frame/loaded-list.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';

/** All albums, of the photo store and of people, the one with the newest photo first. */
export default function AlbumsPage(): JSX.Element {
  const { api, albums: state } = useApp();
  const withheldThings = useWithheldThings();
  const [albums, reload] = useLoaded((stop) => api.library.albums(stop), [state.changes.value]);
  return (
    <PageFrame
      title={text.pages.albums}
      aside={
        <>
          <span class="spring" />
          <TextButton action={albumAction('new-album')} />
          <TextButton action={albumAction('new-smart-album')} kind="quiet" />
        </>
      }
    >
      <LoadedList
        of={albums}
        again={reload}
        items={({ albums }) => albums}
        none={{ drawing: 'albums', title: text.noAlbums, body: text.noAlbumsBody }}
      >
        {(albums) => (
          <div class="cards">
            {albums.map(({ uid, name, photo_count, first_day, last_day, cover_url, smart }) => (
              <Card
                key={uid}
                href={formatPlace(placeOf('albums', { about: uid }))}
                picture={cover_url}
                title={name}
                mark={withheldThings?.isAlbum(uid) && <WithheldMark />}
                details={[
                  smart ? text.album.smart : '',
                  text.photos(photo_count),
                  timeSpan(first_day, last_day),
                ].filter((part) => part !== '')}
              />
            ))}
          </div>
        )}
      </LoadedList>
    </PageFrame>
  );
}
