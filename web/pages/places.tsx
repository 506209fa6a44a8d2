import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Card } from '../components/elements/card.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { LoadedList } from '../components/frame/loaded-list.tsx';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';

/** All places, the most frequent first. */
export default function PlacesPage(): JSX.Element {
  const { api } = useApp();
  // The map's markers, since these have pictures.
  const [map, reload] = useLoaded((stop) => api.library.map('', stop), []);
  return (
    <PageFrame title={text.pages.places}>
      <LoadedList
        of={map}
        again={reload}
        items={({ markers }) => markers}
        none={{ drawing: 'places', title: text.noPlaces, body: text.noPlacesBody }}
      >
        {(markers) => (
          <div class="cards">
            {markers.map(({ place, count, thumb_url }) => (
              <Card
                key={place}
                href={formatPlace(placeOf('places', { about: place }))}
                picture={thumb_url}
                title={placeName(place)}
                details={[text.photos(count)]}
              />
            ))}
          </div>
        )}
      </LoadedList>
    </PageFrame>
  );
}
