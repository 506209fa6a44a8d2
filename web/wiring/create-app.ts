import { signal } from '@preact/signals';
import { h } from 'preact';
import type { ClientOptions } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { Api } from '../api/index.ts';
import type { App } from '../app.ts';
import {
  applyTheme,
  fetchPicture,
  forgetAll,
  storedFlag,
  storedSecret,
  storedText,
  linkCode,
  pause,
  save,
  savesData,
  tellOtherTabs,
} from '../browser.ts';
import {
  codeNeededFlag,
  leavingFlag,
  lockedFlag,
  modelsReadFlag,
  photoSizeName,
  recentSearchesOfAll,
  renewalKeyName,
  signedInFlag,
  themeName,
} from '../storage-keys.ts';
import { createPeople } from './people.ts';
import { inOwnWords } from '../refusals.ts';
import { Router } from '../router.ts';
import { fileSize } from '../state/format.ts';
import { WithheldThings } from '../state/household/withheld-things.ts';
import { AlbumsState } from '../state/albums/albums.ts';
import { Density } from '../state/photos/density.ts';
import { Downloads } from '../state/photos/downloads.ts';
import { Grids } from '../state/photos/grids.ts';
import { PhotoEdits } from '../state/photos/photo-edits.ts';
import { Selection } from '../state/photos/selection.ts';
import { FaceQuery } from '../state/search/face-query.ts';
import { RecentSearches } from '../state/search/recent-searches.ts';
import { Suggestions } from '../state/search/suggestions.ts';
import { Connection } from '../state/server/connection.ts';
import { ModelsNote } from '../state/server/models-note.ts';
import { AccountAnswer } from '../state/server/account-answer.ts';
import { StatusWatch } from '../state/server/status-watch.ts';
import { SyncNotice } from '../state/server/sync-notice.ts';
import { Drafts } from '../state/session/drafts.ts';
import { LibraryLock } from '../state/session/library-lock.ts';
import { OwnerEntry } from '../state/session/owner-entry.ts';
import { Session } from '../state/session/session.ts';
import { ThemeChoice } from '../state/theme.ts';
import { Toasts } from '../state/toasts.ts';
import { Ahead } from '../state/viewer/ahead.ts';
import { OpenPhoto } from '../state/viewer/open-photo.ts';
import { OpenStack } from '../state/viewer/open-stack.ts';
import { Viewer } from '../state/viewer/viewer.ts';
import { UnfinishedWork } from '../state/work-in-line.ts';
import { text } from '../strings/index.ts';
import { language } from '../strings/language.ts';
import { wire } from './wiring.ts';

const seconds = (): number => Date.now() / 1000;

/** Creates the parts of the app, and connects them to each other and to the browser. */
export function createApp(): App {
  const unfinished = new UnfinishedWork(pause);
  const hide = (): void => {
    unfinished.drop();
    app.instead.value = h('main', { 'aria-busy': true });
  };
  const reload = (): void => {
    location.reload();
  };
  // Comes first: it removes the code from the URL that the router reads.
  const link = linkCode();
  const api: Api = createApi({
    onSessionEnded: (isReplaced) => {
      session.ended(isReplaced);
    },
    onNextSession: () => {
      toasts.clear();
      hide();
      reload();
    },
    onLocked: () => {
      lock.found();
    },
    onReached: (isReached) => {
      connection.report(isReached);
    },
  });
  const session = new Session(api.session, {
    signedIn: storedFlag(signedInFlag),
    leaving: storedFlag(leavingFlag),
    codeNeeded: storedFlag(codeNeededFlag, sessionStorage),
  });
  const lock = new LibraryLock({
    forget: () => {
      forgetAll(recentSearchesOfAll);
    },
    tell: () => {
      tellOtherTabs(lockedFlag);
    },
    hide,
    leave: reload,
    health: () => api.server.health(),
    pause,
  });
  const connection = new Connection({ ping: () => api.server.health(), pause });
  const toasts = new Toasts(pause);

  const grids = new Grids(api.photos, seconds);
  const shown: App['shown'] = signal(null);
  const selection = new Selection((ids) => api.stacks.photos(ids));
  const readLists = (): void => {
    grids.changed(shown.peek());
  };
  const onMoved = (): void => {
    readLists();
    selection.forgetUnseen();
  };
  const edits = new PhotoEdits({
    unfinished,
    changePhotos: (change) => api.photos.change(change),
    undoChange: (change) => api.photos.undo(change),
    onFacts: (photos) => {
      ahead.forget(photos.map(({ uid }) => uid));
      if (!photos.some(({ uid }) => uid === open.uid.peek())) return;
      // If it fails, the photo is read again when it is opened next.
      open.refresh().catch(() => undefined);
      void viewer.faces.reload();
    },
    onChanged: (photos, moved) => {
      grids.replaceAll(photos);
      shown.peek()?.pages.replaceAll(photos);
      selection.replaceAll(photos, moved);
      open.replaceAll(photos);
      if (moved) readLists();
    },
    brokenOff: text.brokenOff,
    stopped: text.stopped,
    nothingToUndo: text.edits.nothingToUndo,
  });
  const ahead = new Ahead({
    photo: (uid, stop) => api.photos.get(uid, stop),
    sign: (path, stop) => api.photos.sign(path, stop),
    fetchPicture,
    savesData,
  });
  const open = new OpenPhoto(api.photos, (uid) => ahead.urlsOf(uid));
  const viewer = new Viewer({
    facesOfPhoto: (uid) => api.photos.faces(uid),
    assignFace: (id, assignee) => api.faces.assign(id, assignee),
    unassignFace: (id) => api.faces.unassign(id),
    rejectFaces: (ids, rejected) => api.faces.reject(ids, rejected),
    onMoved,
  });
  const notice = new SyncNotice({
    state: async () => (await api.admin.overview()).indexer,
    sync: () => api.admin.sync(),
    acceptLoss: (loss) => api.admin.acceptLoss(loss),
    pause,
    now: () => Date.now(),
  });
  const watch = new StatusWatch({
    status: () => api.server.status(),
    pause,
    isSeen: () => document.visibilityState === 'visible',
    onAnswer: (hasChanged) => {
      // Every sync comes here, so the selection stays.
      if (hasChanged) readLists();
      else shown.peek()?.pages.retry();
      // The banner reports the failure.
      if (session.may('admin')) notice.refresh().catch(() => undefined);
    },
  });

  const app: App = {
    api,
    router: new Router(),
    session,
    entry: new OwnerEntry({
      api: api.session,
      session,
      link,
      refusedWith: (error) => (error instanceof ApiError ? error.status : null),
    }),
    lock,
    connection,
    toasts,
    grids,
    shown,
    tiled: signal(null),
    density: new Density(storedText(photoSizeName)),
    selection,
    edits,
    unfinished,
    open,
    stack: new OpenStack((id, stop) => api.stacks.get(id, stop)),
    ahead,
    viewer,
    people: createPeople({
      api,
      toasts,
      unfinished,
      onMoved,
      onChanged: () => {
        void viewer.faces.reloadSoon();
      },
    }),
    albums: new AlbumsState({
      make: (name, content) => api.albums.make(name, content),
      unmake: (uid, photos) => api.albums.unmake(uid, photos),
      photos: (uid, part) => api.albums.photos(uid, { ...part, withHidden: true }),
      changePhotos: (uid, change) => api.albums.changePhotos(uid, change),
      onChanged: onMoved,
      brokenOff: text.albumBrokenOff,
      othersStay: text.albumStays,
    }),
    withheldThings: new WithheldThings(() => api.household.all()),
    suggestions: new Suggestions(api.search, seconds),
    recent: new RecentSearches(),
    faceQuery: new FaceQuery(api.search),
    downloads: new Downloads({
      sign: (path) => api.photos.sign(path),
      ticket: (request) => api.photos.downloadTicket(request, language),
      save,
      onStarted: ({ count, bytes }) => {
        toasts.say(text.downloads.started(count, fileSize(bytes)));
      },
      tooMany: text.downloads.tooMany,
    }),
    hasFolders: new AccountAnswer(async () => (await api.folders.seen()).seen, false),
    pluginMenu: new AccountAnswer(async () => (await api.server.pluginPages()).pages, []),
    drafts: new Drafts(),
    title: signal(null),
    dialog: signal(null),
    instead: signal(null),
    theme: new ThemeChoice({ ...storedText(themeName), apply: applyTheme }),
    watch,
    notice,
    models: new ModelsNote(storedFlag(modelsReadFlag)),
  };
  wire(app);
  return app;
}

function createApi(callbacks: Pick<ClientOptions, 'onSessionEnded' | 'onNextSession' | 'onLocked' | 'onReached'>): Api {
  return new Api({
    fetch: (...request) => fetch(...request),
    renewalKey: storedSecret(renewalKeyName),
    pause,
    sentences: { lost: text.unreachable, ended: text.endedBefore, status: text.refusals.status },
    inOwnWords: (refused) => inOwnWords(text.refusals, refused),
    ...callbacks,
  });
}
