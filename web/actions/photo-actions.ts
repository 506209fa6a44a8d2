import type { App } from '../app.ts';
import type { PhotoItem } from '../../core/http/wire.ts';
import type { SharedSubject } from '../api/shares.ts';
import type { Flags } from '../state/photos/photo-edits.ts';
import { text } from '../strings/index.ts';
import type { Action } from './action.ts';

/** The photos of an action: the open one, else the selected ones, unless they are being picked for an album. */
export function targets({ albums, open, selection }: App): readonly PhotoItem[] {
  if (open.uid.value === null) return albums.filling.value ? [] : selection.photos;
  return open.item.value ? [open.item.value] : [];
}

const hasTargets = (app: App): boolean => targets(app).length > 0;
/** Whether there are photos and all have it: without photos, an action's label names what its key usually does. */
const all = (photos: readonly PhotoItem[], predicate: (photo: PhotoItem) => boolean): boolean =>
  photos.length > 0 && photos.every(predicate);

/** Whether the page shows an album. */
export function isAlbum({ open, router }: App): boolean {
  const { page, about } = router.place.value;
  return page === 'albums' && about !== null && open.uid.value === null;
}

/** Opens the dialog that edits time, place and caption. */
export function editFacts(app: App): void {
  app.dialog.value = { is: 'facts', photos: targets(app) };
}

/** The open or selected photos, or else the album of the page. */
function sharedSubject(app: App): SharedSubject {
  const photos = [...targets(app)].sort((a, b) => b.taken_at - a.taken_at).map(({ uid }) => uid);
  const { about } = app.router.place.value;
  return photos.length > 0 || about === null ? { photos } : { album: about };
}

/** Sets a flag on all photos; if all that the label told of have it, clears it. */
function flagAction(
  flag: keyof Flags,
  hasFlag: (photo: PhotoItem) => boolean,
  role: Action['role'] = 'write',
): Pick<Action, 'role' | 'group' | 'isOffered' | 'run'> {
  return {
    role,
    group: 'photo',
    isOffered: hasTargets,
    run: async (app, seen = targets(app)) => {
      const photos = targets(app);
      // What the label says, also where other photos of a stack differ from the one that represents it.
      const isOn = !all(seen, hasFlag);
      const undo = await app.edits.setFlags(photos, { [flag]: isOn });
      if (undo) app.toasts.say(text.done[flag](photos.length, isOn), undo);
      // Archived and hidden photos have left the list, so they would stay selected invisibly.
      if (flag !== 'favorited') app.selection.clear();
    },
  };
}

function turnAction(by: 90 | 270): Pick<Action, 'role' | 'group' | 'repeats' | 'isOffered' | 'run'> {
  return {
    role: 'write',
    group: 'photo',
    repeats: true,
    isOffered: (app) => targets(app).some(({ kind }) => kind !== 'video'),
    run: async (app) => {
      const photos = targets(app).filter(({ kind }) => kind !== 'video');
      const undo = await app.edits.setFacts(photos, { rotate_by: by });
      if (undo) app.toasts.say(text.edits.turned(photos.length), undo);
    },
  };
}

/** Actions on the open photo or the selected photos. */
export const photoActions: readonly Action[] = [
  {
    id: 'favorite',
    label: (app) => (all(targets(app), (photo) => photo.favorited_by_me) ? text.removeFavorite : text.addFavorite),
    icon: 'heart',
    shortcut: 'f',
    ...flagAction('favorited', (photo) => photo.favorited_by_me),
  },
  {
    id: 'archive',
    label: (app) => (all(targets(app), ({ archived }) => archived) ? text.unarchive : text.archive),
    icon: 'archive',
    shortcut: 'a',
    ...flagAction('archived', ({ archived }) => archived),
  },
  {
    id: 'hide',
    label: (app) => (all(targets(app), ({ hidden }) => hidden) ? text.unhide : text.hide),
    icon: 'hide',
    shortcut: 'h',
    ...flagAction('hidden', ({ hidden }) => hidden),
  },
  {
    id: 'hide-for-me',
    label: (app) => (all(targets(app), (photo) => photo.hidden_by_me) ? text.ownHidden.show : text.ownHidden.hide),
    icon: 'hide-for-me',
    ...flagAction('hidden_by_me', (photo) => photo.hidden_by_me, 'read'),
  },
  {
    id: 'tag',
    label: () => text.addTag,
    icon: 'tag',
    shortcut: 't',
    role: 'write',
    group: 'photo',
    isOffered: hasTargets,
    run: (app) => {
      app.dialog.value = { is: 'tag', photos: targets(app) };
    },
  },
  {
    id: 'edit-facts',
    label: () => text.edits.edit,
    icon: 'edit',
    shortcut: 'e',
    role: 'write',
    group: 'photo',
    isOffered: hasTargets,
    run: editFacts,
  },
  { id: 'turn-left', label: () => text.edits.turnLeft, icon: 'turn-left', shortcut: ',', ...turnAction(270) },
  { id: 'turn-right', label: () => text.edits.turnRight, icon: 'turn-right', shortcut: '.', ...turnAction(90) },
  {
    id: 'download',
    label: () => text.download,
    icon: 'download',
    shortcut: 'd',
    role: 'read',
    group: 'photo',
    isOffered: hasTargets,
    run: (app) => app.downloads.start(targets(app)),
  },
  {
    id: 'share',
    label: () => text.share,
    icon: 'share',
    role: 'write',
    group: 'photo',
    // Without photos, the album as a whole is shared.
    isOffered: (app) => hasTargets(app) || isAlbum(app),
    run: (app) => {
      app.dialog.value = { is: 'share', subject: sharedSubject(app) };
    },
  },
  {
    id: 'clear-selection',
    label: () => text.clearSelection,
    icon: 'close',
    shortcut: 'Escape',
    role: 'read',
    group: 'selection',
    isOffered: ({ albums, open, selection }) =>
      open.uid.value === null && selection.count.value > 0 && albums.filling.value === null,
    run: ({ selection }) => {
      selection.clear();
    },
  },
  {
    id: 'undo',
    repeats: true,
    label: () => text.undo,
    shortcut: 'Ctrl+z',
    role: 'read',
    group: 'photo',
    isOffered: ({ toasts }) => toasts.canUndo,
    run: ({ toasts }) => toasts.undoLast(),
  },
];
