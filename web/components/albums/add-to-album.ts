import type { App } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { words } from '../../strings/albums/index.ts';

/** Adds photos to an album, and shows a message with an undo. */
export async function addToAlbum(app: App, uid: string, photos: readonly string[]): Promise<void> {
  const { album, added, undo } = await app.albums.add(uid, photos);
  app.toasts.say(words.added(added, album.name), undo, formatPlace(placeOf('albums', { about: uid })));
}
