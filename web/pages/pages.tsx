import type { FunctionComponent, JSX } from 'preact';
import type { Role } from '../../core/http/wire.ts';
import { destinations } from '../actions/go-actions.ts';
import { useApp } from '../app.ts';
import { LostPage } from '../components/elements/lost-part.tsx';
import { Message } from '../components/elements/message.tsx';
import { NoAccess } from '../components/elements/no-access.tsx';
import { useFetched } from '../components/hooks/fetched.ts';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import type { PageName, Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';
import { PhotosPage } from './photos.tsx';
import { TimelinePage } from './timeline.tsx';

type Load = () => Promise<{ default: FunctionComponent<PageProps> }>;

/** Pages that are loaded when they are opened, which keeps the first load small. */
const pages: Partial<Record<PageName, Load>> = {
  admin: () => import('./admin.tsx'),
  albums: () => import('./albums.tsx'),
  folders: () => import('./folders.tsx'),
  help: () => import('./help.tsx'),
  'hidden-by-me': () => import('./own-hidden.tsx'),
  duplicates: () => import('./duplicates.tsx'),
  explore: () => import('./explore.tsx'),
  faces: () => import('./faces.tsx'),
  map: () => import('./map.tsx'),
  memories: () => import('./memories.tsx'),
  people: () => import('./people.tsx'),
  places: () => import('./places.tsx'),
  search: () => import('./search.tsx'),
  settings: () => import('./settings.tsx'),
  tags: () => import('./tags.tsx'),
  trips: () => import('./trips.tsx'),
};

/** Pages that change the photos of an album: `#/albums/3?add=1`. */
const albumSteps: Readonly<Record<string, Load>> = {
  add: () => import('./add-photos.tsx'),
  arrange: () => import('./arrange.tsx'),
};

/** Pages about one entry of another page's list: `#/people/3`. */
const pagesAbout: Partial<Record<PageName, Load>> = {
  explore: () => import('./recent.tsx'),
  people: () => import('./person.tsx'),
  trips: () => import('./trip.tsx'),
};

/** Other pages whose URL has a second part: an entry or a section. */
const sectioned = new Set<PageName>([
  'albums',
  'folders',
  'places',
  'tags',
  'memories',
  'faces',
  'duplicates',
  'settings',
  'admin',
]);

const roles = new Map<Place['page'], Role>(destinations.map(({ page, role }) => [page, role]));

/** The filter of a page that only shows photos; null for other pages. */
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

/** The step by which a place changes an album; undefined for other places. */
function stepOf({ page, about, query }: Place): string | undefined {
  return page === 'albums' && about !== null ? Object.keys(albumSteps).find((step) => step in query) : undefined;
}

/** The page for a place. */
export function PageOf({ place, behind }: PageProps): JSX.Element {
  const { session } = useApp();
  const { page, about } = place;
  const step = stepOf(place);
  const role = step === undefined ? (roles.get(page) ?? 'read') : 'write';
  if (!session.may(role)) return <NoAccess needs={role} />;
  if (page === 'not-found') return <NotFound />;
  if (about !== null && !pagesAbout[page] && !sectioned.has(page)) return <NotFound />;
  if (page === 'timeline') return <TimelinePage behind={behind} />;
  const filter = step === undefined ? filterOf(place) : null;
  if (filter) return <PhotosPage key={JSON.stringify(filter)} place={place} filter={filter} behind={behind} />;
  const isAbout = about !== null && pagesAbout[page] !== undefined;
  const load = step === undefined ? (isAbout ? pagesAbout : pages)[page] : albumSteps[step];
  return load ? (
    <Fetched key={step ?? (isAbout ? `one of ${page}` : page)} load={load} place={place} behind={behind} />
  ) : (
    <NotFound />
  );
}

function Fetched({ load, ...props }: PageProps & { load: Load }): JSX.Element {
  const [module, hasFailed] = useFetched(load);
  if (module) return <module.default {...props} />;
  return hasFailed ? (
    <main>
      <LostPage />
    </main>
  ) : (
    <main aria-busy="true" />
  );
}

function NotFound(): JSX.Element {
  return (
    <main>
      <Message drawing="lost" title={text.notFoundTitle} body={text.notFound}>
        <a class="button" href="#/">
          {text.toTimeline}
        </a>
      </Message>
    </main>
  );
}
