import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { Card } from './card.tsx';
import { useLoaded } from './loaded.ts';
import { Message } from './message.tsx';
import { WhenLoaded } from './page-frame.tsx';

/** Where a person was. */
export function PersonPlaces({ id }: { id: number }): JSX.Element {
  const { api } = useApp();
  const [map, again] = useLoaded(() => api.mapOfPerson(id), [id]);
  return (
    <main class="page-frame" tabIndex={-1} aria-label={text.personPlaces}>
      <WhenLoaded of={map} again={again}>
        {({ markers }) =>
          markers.length === 0 ? (
            <Message level={2} title={text.noPlaces} body={text.noPlacesBody} />
          ) : (
            <div class="cards">
              {markers.map(({ place, count, thumb_url }) => (
                <Card
                  key={place}
                  href={formatPlace(placeOf('places', { about: place }))}
                  picture={thumb_url}
                  title={place}
                  detail={text.photos(count)}
                />
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </main>
  );
}
