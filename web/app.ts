import type { Signal } from '@preact/signals';
import { createContext, type ComponentChild } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api/index.ts';
import type { PeopleParts } from './wiring/people.ts';
import type { Router } from './router.ts';
import type { AlbumsState } from './state/albums/albums.ts';
import type { KeptThings } from './state/household/kept-things.ts';
import type { Density } from './state/photos/density.ts';
import type { Downloads } from './state/photos/downloads.ts';
import type { FolderNews } from './state/photos/folder-news.ts';
import type { Grids } from './state/photos/grids.ts';
import type { PhotoEdits } from './state/photos/photo-edits.ts';
import type { PhotoGrid } from './state/photos/photo-grid.ts';
import type { Selection } from './state/photos/selection.ts';
import type { FaceQuery } from './state/search/face-query.ts';
import type { RecentSearches } from './state/search/recent-searches.ts';
import type { Suggestions } from './state/search/suggestions.ts';
import type { Connection } from './state/server/connection.ts';
import type { ModelsNote } from './state/server/models-note.ts';
import type { PluginMenu } from './state/server/plugin-menu.ts';
import type { StatusWatch } from './state/server/status-watch.ts';
import type { SyncNotice } from './state/server/sync-notice.ts';
import type { Drafts } from './state/session/drafts.ts';
import type { LibraryLock } from './state/session/library-lock.ts';
import type { OwnerEntry } from './state/session/owner-entry.ts';
import type { Session } from './state/session/session.ts';
import type { ThemeChoice } from './state/theme.ts';
import type { Toasts } from './state/toasts.ts';
import type { Ahead } from './state/viewer/ahead.ts';
import type { OpenPhoto } from './state/viewer/open-photo.ts';
import type { OpenStack } from './state/viewer/open-stack.ts';
import type { Viewer } from './state/viewer/viewer.ts';

/** What may lie over a page. */
type DialogName = 'palette' | 'calendar' | 'tag' | 'album' | 'facts' | 'share' | 'audience' | 'people' | 'question';

/** The parts of the running page. */
export interface App {
  readonly api: Api;
  readonly router: Router;
  readonly session: Session;
  readonly entry: OwnerEntry;
  readonly lock: LibraryLock;
  readonly connection: Connection;
  readonly grids: Grids;
  /** The list of photos that shows, or stands behind the open photo; null on pages without one. */
  readonly shown: Signal<PhotoGrid | null>;
  /** The one whose tiles stand on the page; null where none do, also where photos stand in groups of another kind. */
  readonly tiled: Signal<PhotoGrid | null>;
  readonly density: Density;
  readonly selection: Selection;
  readonly edits: PhotoEdits;
  readonly people: PeopleParts;
  readonly albums: AlbumsState;
  /** What is kept from somebody. */
  readonly kept: KeptThings;
  readonly open: OpenPhoto;
  /** The stack that the open photo is in. */
  readonly stack: OpenStack;
  /** The neighbours of the open photo. */
  readonly ahead: Ahead;
  readonly viewer: Viewer;
  /** What a search may be about, and was. */
  readonly suggestions: Suggestions;
  readonly recent: RecentSearches;
  readonly faceQuery: FaceQuery;
  readonly downloads: Downloads;
  readonly folders: FolderNews;
  /** Links to pages of plugins. */
  readonly pluginMenu: PluginMenu;
  readonly drafts: Drafts;
  readonly toasts: Toasts;
  /** What the page is about, as whose photos it shows; null where its kind says all. */
  readonly title: Signal<string | null>;
  /** What lies over the page and takes all keys. */
  readonly dialog: Signal<DialogName | null>;
  /** What shows in place of every page, and has no way out but its own. */
  readonly instead: Signal<ComponentChild>;
  readonly theme: ThemeChoice;
  readonly watch: StatusWatch;
  readonly notice: SyncNotice;
  readonly models: ModelsNote;
}

const AppContext = createContext<App | null>(null);
/** Hands the parts to the components inside it. */
export const AppProvider = AppContext.Provider;

/** The parts of the running page, for components. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is for components inside AppProvider');
  return app;
}
