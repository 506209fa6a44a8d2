import { effect, signal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Api } from './api/index.ts';
import { createPeople, type PeopleParts } from './people.ts';
import { Router } from './router.ts';
import { Ahead } from './state/viewer/ahead.ts';
import { Connection } from './state/server/connection.ts';
import { Downloads } from './state/photos/downloads.ts';
import { Drafts } from './state/session/drafts.ts';
import { Grids } from './state/photos/grids.ts';
import { ModelsNote } from './state/server/models-note.ts';
import { OpenPhoto } from './state/viewer/open-photo.ts';
import { PhotoEdits } from './state/photos/photo-edits.ts';
import type { PhotoGrid } from './state/photos/photo-grid.ts';
import { FaceQuery } from './state/search/face-query.ts';
import { RecentSearches } from './state/search/recent-searches.ts';
import { SearchWords } from './state/search/search-words.ts';
import { Selection } from './state/photos/selection.ts';
import { Session } from './state/session/session.ts';
import { StatusWatch } from './state/server/status-watch.ts';
import { SyncNotice } from './state/server/sync-notice.ts';
import { TabLock } from './state/session/tab-lock.ts';
import { ThemeChoice, type Theme } from './state/theme.ts';
import { Toasts } from './state/toasts.ts';
import { text } from './strings/index.ts';
import { language } from './strings/language.ts';
import { Viewer } from './state/viewer/viewer.ts';

/** The parts of the running page. */
export interface App {
  readonly api: Api;
  readonly router: Router;
  readonly session: Session;
  readonly connection: Connection;
  readonly grids: Grids;
  /** The list of photos that shows, or stands behind the open photo; null on pages without one. */
  readonly shown: Signal<PhotoGrid | null>;
  readonly selection: Selection;
  readonly edits: PhotoEdits;
  readonly people: PeopleParts;
  readonly open: OpenPhoto;
  /** The neighbours of the open photo. */
  readonly ahead: Ahead;
  readonly viewer: Viewer;
  /** What a search may be about, and was. */
  readonly words: SearchWords;
  readonly recent: RecentSearches;
  readonly faceQuery: FaceQuery;
  readonly downloads: Downloads;
  readonly drafts: Drafts;
  readonly toasts: Toasts;
  /** What lies over the page and takes all keys. */
  readonly dialog: Signal<'palette' | 'tag' | 'people' | 'question' | null>;
  readonly theme: ThemeChoice;
  readonly watch: StatusWatch;
  readonly notice: SyncNotice;
  readonly models: ModelsNote;
}

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is for components inside AppProvider');
  return app;
}

const noteKey = 'photofinch.signed-in';
const modelsKey = 'photofinch.models-note';
const recentKey = 'photofinch.recent-searches';
const themeKey = 'photofinch.theme';

/** Builds the parts and ties them to each other and to the browser. */
export function createApp(): App {
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const locks = (navigator as Partial<Navigator>).locks;
  const renewing = new TabLock({
    locks: locks && { request: (name, work) => locks.request(name, work) },
    notes: localStorage,
    pause,
    now: () => Date.now(),
  });
  const api: Api = new Api({
    fetch: (...request) => fetch(...request),
    lock: (work) => renewing.run(work),
    sentences: { lost: text.unreachable, ended: text.endedBefore },
    onSessionEnded: () => {
      session.ended();
    },
    onReached: (reached) => {
      connection.report(reached);
    },
  });
  const session = new Session(api.session, {
    read: () => localStorage.getItem(noteKey) !== null,
    write: (signedIn) => {
      if (signedIn) localStorage.setItem(noteKey, '1');
      else localStorage.removeItem(noteKey);
    },
  });
  const connection = new Connection({ ping: () => api.server.ping(), pause });
  const grids = new Grids(api.photos, () => Date.now() / 1000);
  const shown = signal<PhotoGrid | null>(null);
  const selection = new Selection();
  const edits = new PhotoEdits({
    changePhotos: (change) => api.photos.change(change),
    onChanged: (photos, moved) => {
      grids.replaceAll(photos);
      shown.peek()?.pages.replaceAll(photos);
      selection.replaceAll(photos);
      open.replaceAll(photos);
      if (moved) grids.changed(shown.peek());
    },
  });
  const ahead = new Ahead({
    photo: (uid, stop) => api.photos.get(uid, stop),
    sign: (path, stop) => api.photos.sign(path, stop),
    fetchPicture,
    savesData: () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false,
  });
  const viewer = new Viewer({
    facesOfPhoto: (uid) => api.photos.faces(uid),
    assignFace: (id, whose) => api.faces.assign(id, whose),
    unassignFace: (id) => api.faces.unassign(id),
    rejectFaces: (ids, rejected) => api.faces.reject(ids, rejected),
    onMoved: () => {
      grids.changed(shown.peek());
    },
  });
  const open = new OpenPhoto(api.photos, (uid) => ahead.urlsOf(uid));
  const toasts = new Toasts(pause);
  const people = createPeople({
    api,
    toasts,
    onMoved: () => {
      grids.changed(shown.peek());
    },
  });
  const words = new SearchWords(
    {
      people: (name, part) => api.people.list(name, part),
      places: () => api.library.places(),
      tags: () => api.library.tags(),
      anchors: (filter) => api.photos.anchors(filter),
    },
    () => Date.now() / 1000,
    language,
  );
  const recent = new RecentSearches();
  const faceQuery = new FaceQuery(api.search);
  const notice = new SyncNotice({
    state: async () => (await api.admin.overview()).indexer,
    sync: () => api.admin.sync(),
    acceptLoss: (loss) => api.admin.acceptLoss(loss),
    pause,
    now: () => Date.now(),
  });
  const models = new ModelsNote({
    read: () => localStorage.getItem(modelsKey) !== null,
    write: () => {
      localStorage.setItem(modelsKey, 'read');
    },
  });
  const watch = new StatusWatch({
    status: () => api.server.status(),
    pause,
    isSeen: () => document.visibilityState === 'visible',
    onAnswer: (changed) => {
      if (changed) grids.changed(shown.peek());
      else shown.peek()?.pages.retry();
      if (session.may('admin')) void quietly(notice.refresh());
    },
  });
  const theme = new ThemeChoice({
    read: () => localStorage.getItem(themeKey),
    write: (chosen) => {
      localStorage.setItem(themeKey, chosen);
    },
    apply: (chosen) => {
      document.documentElement.dataset['theme'] = chosen;
      colourBrowser(chosen);
    },
  });
  const drafts = new Drafts();
  const downloads = new Downloads({ sign: (path) => api.photos.sign(path), save, pause });

  const begin = (): void => {
    void quietly(session.start());
  };
  const load = (): void => {
    grids.changed(shown.peek());
    void open.retry();
  };
  connection.onRecovered(() => {
    if (session.state.value.is === 'starting') begin();
    if (session.user) load();
  });
  followUser(session, (user) => {
    if (user === 'another') {
      open.close();
      selection.clear();
      grids.forget();
      people.forget();
      dialog.value = null;
      notice.forget();
      words.forget();
      faceQuery.forget();
      drafts.forget();
      toasts.clear();
      recent.open(storeOf(`${recentKey}.${session.user?.id ?? ''}`));
    }
    if (user === 'none') {
      watch.stop();
      return;
    }
    load();
    watch.start();
  });
  addEventListener('storage', (change) => {
    if (change.key === noteKey && change.newValue === null) session.ended();
  });
  begin();
  const dialog: App['dialog'] = signal(null);
  const router = new Router();
  const parts = {
    api,
    router,
    session,
    connection,
    grids,
    shown,
    selection,
    edits,
    open,
    ahead,
    viewer,
    words,
    recent,
    faceQuery,
    downloads,
    drafts,
    toasts,
    people,
  };
  return { ...parts, dialog, theme, watch, notice, models };
}

/** Calls `then` when somebody signs in or out, and says whether it is another one than last time. */
function followUser(session: Session, then: (user: 'same' | 'another' | 'none') => void): void {
  let last: number | null = null;
  effect(() => {
    const state = session.state.value;
    if (state.is === 'starting') return;
    if (state.is === 'signed-in') {
      const another = state.user.id !== last;
      last = state.user.id;
      queueMicrotask(() => {
        then(another ? 'another' : 'same');
      });
    } else {
      queueMicrotask(() => {
        then('none');
      });
    }
  });
}

/** Has the browser load a picture that is looked at later. */
function fetchPicture(url: string): () => void {
  const picture = new Image();
  picture.src = url;
  return () => {
    if (!picture.complete) picture.removeAttribute('src');
  };
}

/** Names are kept by user: a family may share a browser. */
function storeOf(key: string): { read(): string | null; write(kept: string): void } {
  return {
    read: () => localStorage.getItem(key),
    write: (kept) => {
      localStorage.setItem(key, kept);
    },
  };
}

/** What the browser around the page is coloured like: as the system is, or as chosen here. */
function colourBrowser(chosen: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const of = meta.dataset['of'] ?? '';
    meta.media = chosen === 'system' ? `(prefers-color-scheme: ${of})` : chosen === of ? 'all' : 'not all';
  }
}

function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Failures of what runs by itself are told by the banner, or by the part that failed. */
async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
