import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { Card } from '../components/elements/card.tsx';
import { Message } from '../components/elements/message.tsx';
import { PageFrame, WhenLoaded } from '../components/frame/page-frame.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { tripName } from '../components/trips/trip-name.ts';
import { timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/trips/index.ts';

/** More trips than anybody makes. */
const most = 1000;

/** All trips, the newest first. */
export default function TripsPage(): JSX.Element {
  const { api } = useApp();
  const [loaded, again] = useLoaded((stop) => api.trips.list(most, stop), []);
  return (
    <PageFrame title={text.pages.trips}>
      <WhenLoaded of={loaded} again={again}>
        {({ trips }) =>
          trips.length === 0 ? (
            <Message level={2} drawing="places" title={words.none} body={words.noneBody}>
              <a class="button" href="#/">
                {text.toTimeline}
              </a>
            </Message>
          ) : (
            <div class="cards">
              {trips.map((trip) => (
                <Card
                  key={trip.id}
                  href={formatPlace(placeOf('trips', { about: String(trip.id) }))}
                  picture={trip.cover_url}
                  title={tripName(trip)}
                  details={[timeSpan(trip.first_day, trip.last_day), text.photos(trip.count)]}
                />
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </PageFrame>
  );
}
