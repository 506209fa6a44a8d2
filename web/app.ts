import type { PhotoItem, PluginPage } from '../core/http/wire.ts';
import type { Signal } from '@preact/signals';
import { createContext, type ComponentChild } from 'preact';
import { useContext } from 'preact/hooks';
import type { Withheld } from './api/household.ts';
import type { Api } from './api/index.ts';
import type { SharedSubject } from './api/shares.ts';
import type { PeopleParts } from './wiring/people.ts';
import type { Router } from './router.ts';
import type { AlbumsState } from './state/albums/albums.ts';
import type { WithheldThings } from './state/household/withheld-things.ts';
import type { Density } from './state/photos/density.ts';
import type { Downloads } from './state/photos/downloads.ts';
import type { Grids } from './state/photos/grids.ts';
import type { PhotoEdits } from './state/photos/photo-edits.ts';
import type { PhotoGrid } from './state/photos/photo-grid.ts';
import type { Selection } from './state/photos/selection.ts';
import type { FaceQuery } from './state/search/face-query.ts';
import type { RecentSearches } from './state/search/recent-searches.ts';
import type { Suggestions } from './state/search/suggestions.ts';
import type { AccountAnswer } from './state/server/account-answer.ts';
import type { Connection } from './state/server/connection.ts';
import type { ModelsNote } from './state/server/models-note.ts';
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
import type { UnfinishedWork } from './state/work-in-line.ts';

/** The dialogs that may be open, with what they are about, as it was when the action ran that opened them. */
export type OpenDialog =
  | { readonly is: 'palette' | 'calendar' | 'album' | 'people' | 'question' }
  | { readonly is: 'tag' | 'facts'; readonly photos: readonly PhotoItem[] }
  | { readonly is: 'share'; readonly subject: SharedSubject }
  | { readonly is: 'audience'; readonly of: Withheld };

/** The parts of the running app. */
export interface App {
  readonly api: Api;
  readonly router: Router;
  readonly session: Session;
  readonly entry: OwnerEntry;
  readonly lock: LibraryLock;
  readonly connection: Connection;
  readonly grids: Grids;
  /** The list of photos that is visible, or behind the open photo; null on pages without one. */
  readonly shown: Signal<PhotoGrid | null>;
  /** The list whose tiles are on the page; null if there are none, also if photos are shown in other kinds of groups. */
  readonly tiled: Signal<PhotoGrid | null>;
  readonly density: Density;
  readonly selection: Selection;
  readonly edits: PhotoEdits;
  /** The edits and decisions that are not stored yet. */
  readonly unfinished: UnfinishedWork;
  readonly people: PeopleParts;
  readonly albums: AlbumsState;
  /** The albums and people that are withheld from some users. */
  readonly withheldThings: WithheldThings;
  readonly open: OpenPhoto;
  /** The stack of the open photo. */
  readonly stack: OpenStack;
  /** The preloaded neighbours of the open photo. */
  readonly ahead: Ahead;
  readonly viewer: Viewer;
  /** Suggestions for the search, and recent searches. */
  readonly suggestions: Suggestions;
  readonly recent: RecentSearches;
  readonly faceQuery: FaceQuery;
  readonly downloads: Downloads;
  /** Whether the account sees any folders. Without, there are no links to the page. */
  readonly hasFolders: AccountAnswer<boolean>;
  /** Links to pages of plugins. */
  readonly pluginMenu: AccountAnswer<readonly PluginPage[]>;
  readonly drafts: Drafts;
  readonly toasts: Toasts;
  /** The subject of the page, such as a person's name; null for the page's own title. */
  readonly title: Signal<string | null>;
  /** The open dialog, which receives all keys. */
  readonly dialog: Signal<OpenDialog | null>;
  /** Shown instead of every page until it closes itself. */
  readonly instead: Signal<ComponentChild>;
  readonly theme: ThemeChoice;
  readonly watch: StatusWatch;
  readonly notice: SyncNotice;
  readonly models: ModelsNote;
}

const AppContext = createContext<App | null>(null);
/** Provides the parts to components. */
export const AppProvider = AppContext.Provider;

/** The parts of the running app, for components. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is for components inside AppProvider');
  return app;
}
