import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf, type Place } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';
import { Card } from '../elements/card.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { MapView } from '../map/map-view.tsx';
import { Message } from '../elements/message.tsx';
import { WhenLoaded } from '../frame/page-frame.tsx';

/** The places of a person: a map, and a list with links to the person's photos there. */
export function PersonPlaces({ person }: { person: Person }): JSX.Element {
  const { api, router } = useApp();
  const [map, reload] = useLoaded((stop) => api.people.map(person.id, stop), [person.id]);
  const photosIn = (place: string): Place => placeOf('people', { about: String(person.id), query: { place } });
  return (
    <main class="page-frame person-places" tabIndex={-1} aria-label={text.personPlaces}>
      <WhenLoaded of={map} again={reload}>
        {({ markers }) =>
          markers.length === 0 ? (
            <Message level={2} drawing="places" title={text.noPlaces} body={text.noPlacesBody}>
              <a class="button" href={formatPlace(placeOf('people', { about: String(person.id) }))}>
                {text.personPhotos}
              </a>
            </Message>
          ) : (
            <>
              <div class="person-map">
                <MapView
                  markers={markers}
                  label={text.pages.map}
                  onPick={({ place }) => {
                    router.go(photosIn(place));
                  }}
                />
              </div>
              <div class="cards">
                {markers.map(({ place, count, thumb_url }) => (
                  <Card
                    key={place}
                    href={formatPlace(photosIn(place))}
                    picture={thumb_url}
                    title={placeName(place)}
                    details={[text.photos(count)]}
                  />
                ))}
              </div>
            </>
          )
        }
      </WhenLoaded>
    </main>
  );
}
