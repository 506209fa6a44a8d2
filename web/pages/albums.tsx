import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Card } from '../components/elements/card.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Message } from '../components/elements/message.tsx';
import { PageFrame, WhenLoaded } from '../components/frame/page-frame.tsx';
import { timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';

/** All albums of the photo store, the one with the newest photo first. */
export default function AlbumsPage(): JSX.Element {
  const { api } = useApp();
  const [albums, again] = useLoaded((stop) => api.library.albums(stop), []);
  return (
    <PageFrame title={text.pages.albums}>
      <WhenLoaded of={albums} again={again}>
        {({ albums }) =>
          albums.length === 0 ? (
            <Message level={2} drawing="albums" title={text.noAlbums} body={text.noAlbumsBody}>
              <a class="button" href="#/">
                {text.toTimeline}
              </a>
            </Message>
          ) : (
            <div class="cards">
              {albums.map(({ uid, name, photo_count, first_day, last_day, cover_url }) => (
                <Card
                  key={uid}
                  href={formatPlace(placeOf('albums', { about: uid }))}
                  picture={cover_url}
                  title={name}
                  detail={[text.photos(photo_count), timeSpan(first_day, last_day)].filter(Boolean).join(' · ')}
                />
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </PageFrame>
  );
}
