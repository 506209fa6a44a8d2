import type { App } from '../app.ts';
import type { Album } from '../../core/http/wire.ts';
import { takesPhotos, type AlbumQuestion } from '../state/albums/albums.ts';
import { placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';
import { targets } from './photo-actions.ts';

/** Opens a dialog about albums. */
export function askAboutAlbum(app: App, question: AlbumQuestion): void {
  app.albums.question.value = question;
  app.dialog.value = { is: 'album' };
}

/** The album of the page, if it was made here. */
function shownOwnAlbum({ albums }: App): Album | null {
  const album = albums.shown.value;
  return album?.source === 'own' ? album : null;
}

const targetUids = (app: App): string[] => targets(app).map(({ uid }) => uid);
const hasPhotos = (app: App): boolean => targets(app).length > 0;
const isChosen = ({ albums }: App): boolean => albums.shown.value !== null && takesPhotos(albums.shown.value);
const onPage = ({ open, router }: App): boolean => open.uid.value === null && router.place.value.page === 'albums';

/** Actions on albums. */
export const albumActions: readonly Action[] = [
  {
    id: 'add-to-album',
    label: () => text.album.add,
    icon: 'albums',
    shortcut: 'l',
    role: 'write',
    group: 'photo',
    isOffered: hasPhotos,
    run: (app) => {
      askAboutAlbum(app, { is: 'add', photos: targetUids(app) });
    },
  },
  {
    id: 'remove-from-album',
    label: () => text.album.remove,
    icon: 'minus',
    role: 'write',
    group: 'photo',
    isOffered: (app) => hasPhotos(app) && isChosen(app),
    run: async (app) => {
      const album = shownOwnAlbum(app);
      if (!album) return;
      const photos = targetUids(app);
      const undo = await app.albums.remove(album, photos);
      app.selection.clear();
      app.toasts.say(text.album.removed(photos.length, album.name), undo);
    },
  },
  {
    id: 'album-cover',
    label: () => text.album.cover,
    icon: 'photos',
    role: 'write',
    group: 'photo',
    isOffered: (app) => targets(app).length === 1 && shownOwnAlbum(app) !== null,
    run: async (app) => {
      const [cover] = targetUids(app);
      const album = shownOwnAlbum(app);
      if (!album || cover === undefined) return;
      await app.api.albums.change(album.uid, { cover });
      app.albums.changed();
      app.selection.clear();
      app.toasts.say(text.album.coverSet(album.name));
    },
  },
  {
    id: 'new-album',
    label: () => text.album.make,
    icon: 'plus',
    role: 'write',
    group: 'app',
    isOffered: ({ open }) => open.uid.value === null,
    run: (app) => {
      askAboutAlbum(app, { is: 'new', photos: app.selection.photos.map(({ uid }) => uid) });
    },
  },
  {
    id: 'new-smart-album',
    label: () => text.album.makeSmart,
    icon: 'search',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && app.router.place.value.about === null,
    run: (app) => {
      askAboutAlbum(app, { is: 'rule', album: null, name: '', rule: {} });
    },
  },
  {
    id: 'save-as-album',
    label: () => text.album.save,
    icon: 'albums',
    role: 'write',
    group: 'app',
    isOffered: ({ open, albums }) => open.uid.value === null && albums.smartList.value !== null,
    run: (app) => {
      const smartList = app.albums.smartList.value;
      if (smartList) askAboutAlbum(app, { is: 'rule', album: null, ...smartList });
    },
  },
  {
    id: 'edit-album',
    label: () => text.album.edit,
    icon: 'edit',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && app.albums.shown.value !== null,
    run: (app) => {
      const album = app.albums.shown.value;
      if (album) askAboutAlbum(app, { is: 'edit', album });
    },
  },
  {
    id: 'album-rule',
    label: () => text.album.rule,
    icon: 'search',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && shownOwnAlbum(app)?.smart === true,
    run: (app) => {
      const album = shownOwnAlbum(app);
      if (album) askAboutAlbum(app, { is: 'rule', album, name: album.name, rule: album.rule ?? {} });
    },
  },
  {
    id: 'add-photos',
    label: () => text.album.addPhotos,
    icon: 'plus',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && isChosen(app),
    run: ({ albums, router }) => {
      const about = albums.shown.value?.uid ?? null;
      router.go(placeOf('albums', { about, query: { add: '1' } }));
    },
  },
  {
    id: 'add-no-photos',
    label: () => text.album.addNone,
    icon: 'close',
    shortcut: 'Escape',
    role: 'write',
    group: 'app',
    isOffered: ({ albums, open }) => open.uid.value === null && albums.filling.value !== null,
    run: ({ router }) => {
      router.returnTo(placeOf('albums', { about: router.place.value.about }));
    },
  },
  {
    id: 'arrange-album',
    label: () => text.album.arrange,
    icon: 'arrange',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && isChosen(app) && (shownOwnAlbum(app)?.photo_count ?? 0) > 1,
    run: (app) => {
      const album = shownOwnAlbum(app);
      app.selection.clear();
      if (album) app.router.go(placeOf('albums', { about: album.uid, query: { arrange: '1' } }));
    },
  },
  {
    id: 'delete-album',
    label: () => text.album.delete,
    icon: 'trash',
    role: 'write',
    group: 'app',
    isOffered: (app) => onPage(app) && shownOwnAlbum(app) !== null,
    run: (app) => {
      const album = shownOwnAlbum(app);
      if (album) askAboutAlbum(app, { is: 'delete', album });
    },
  },
];

/** The album action with an id. */
export function albumAction(id: string): Action {
  const match = albumActions.find((action) => action.id === id);
  if (!match) throw new Error(`there is no action ${id}`);
  return match;
}
