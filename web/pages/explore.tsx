import '../styles/explore.css';
import type { JSX } from 'preact';
import type { Albums, MapMarkers, Memories, Person, PhotoItem, Tags } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { Card } from '../components/card.tsx';
import { Empty } from '../components/empty.tsx';
import { useLoaded } from '../components/loaded.ts';
import { PageFrame, WhenLoaded } from '../components/page-frame.tsx';
import { PhotoThumb } from '../components/photo-thumb.tsx';
import { Strip } from '../components/strip.tsx';
import { timeSpan } from '../state/format.ts';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';

/** Of each strip: what two wide screens show. */
const most = 24;

/** A taste of everything: who, where, when, and what came last. */
export default function ExplorePage(): JSX.Element {
  const { api, grids } = useApp();
  const [loaded, again] = useLoaded(
    () =>
      Promise.all([
        api.memories(),
        api.recentPhotos(most),
        api.people('', { limit: most, offset: 0 }),
        api.map(),
        api.albums(),
        api.tags(),
      ]),
    [],
  );
  return (
    <PageFrame title={text.pages.explore}>
      <WhenLoaded of={loaded} again={again}>
        {([{ groups }, { photos }, { people }, { markers }, { albums }, { tags }]) =>
          photos.length === 0 ? (
            <Empty grid={grids.of({})} />
          ) : (
            <div class="explore">
              <MemoriesStrip groups={groups} />
              <PeopleStrip people={people} />
              <RecentStrip photos={photos} />
              <PlacesStrip markers={markers} />
              <AlbumsStrip albums={albums} />
              <TagsStrip tags={tags} />
            </div>
          )
        }
      </WhenLoaded>
    </PageFrame>
  );
}

function MemoriesStrip({ groups }: Pick<Memories, 'groups'>): JSX.Element | null {
  if (groups.length === 0) return null;
  const all = formatPlace(placeOf('memories'));
  return (
    <Strip title={text.pages.memories} all={all}>
      {groups.map(({ year, years_ago, photos }) => (
        <Card
          key={year}
          href={all}
          picture={photos[0]?.thumb_url ?? null}
          title={text.yearsAgo(years_ago)}
          detail={[year, text.photos(photos.length)].join(' · ')}
        />
      ))}
    </Strip>
  );
}

function PeopleStrip({ people }: { people: readonly Person[] }): JSX.Element | null {
  if (people.length === 0) return null;
  return (
    <Strip title={text.pages.people} all={formatPlace(placeOf('people'))}>
      {people.map(({ id, name, photo_count, cover_url }) => (
        <Card
          key={id}
          shape="round"
          href={formatPlace(placeOf('people', { about: String(id) }))}
          picture={cover_url}
          title={name ?? text.unnamedPerson}
          detail={text.photos(photo_count)}
        />
      ))}
    </Strip>
  );
}

function RecentStrip({ photos }: { photos: readonly PhotoItem[] }): JSX.Element {
  return (
    <Strip title={text.recentlyAdded} all={formatPlace(placeOf('explore', { about: 'added' }))}>
      {photos.map((photo) => (
        <PhotoThumb
          key={photo.uid}
          photo={photo}
          href={formatPlace(placeOf('explore', { about: 'added', photo: photo.uid }))}
        />
      ))}
    </Strip>
  );
}

function PlacesStrip({ markers }: MapMarkers): JSX.Element | null {
  if (markers.length === 0) return null;
  return (
    <Strip title={text.pages.places} all={formatPlace(placeOf('places'))}>
      {markers.slice(0, most).map(({ place, count, thumb_url }) => (
        <Card
          key={place}
          href={formatPlace(placeOf('places', { about: place }))}
          picture={thumb_url}
          title={place}
          detail={text.photos(count)}
        />
      ))}
    </Strip>
  );
}

function AlbumsStrip({ albums }: Albums): JSX.Element | null {
  if (albums.length === 0) return null;
  return (
    <Strip title={text.pages.albums} all={formatPlace(placeOf('albums'))}>
      {albums.slice(0, most).map(({ uid, name, photo_count, start_ts, end_ts, cover_url }) => (
        <Card
          key={uid}
          href={formatPlace(placeOf('albums', { about: uid }))}
          picture={cover_url}
          title={name}
          detail={timeSpan(start_ts, end_ts) || text.photos(photo_count)}
        />
      ))}
    </Strip>
  );
}

function TagsStrip({ tags }: Tags): JSX.Element | null {
  if (tags.length === 0) return null;
  return (
    <Strip title={text.pages.tags} all={formatPlace(placeOf('tags'))}>
      {tags.slice(0, most).map(({ name, count }) => (
        <a key={name} class="chip" href={formatPlace(placeOf('tags', { about: name }))}>
          <bdi>{name}</bdi> <small>{count.toLocaleString()}</small>
        </a>
      ))}
    </Strip>
  );
}
