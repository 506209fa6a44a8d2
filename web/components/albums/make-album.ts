import type { PhotoRule } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { words } from '../../strings/albums/index.ts';

/**
 * Creates an album with photos or with a rule, shows a message, and opens the album unless something else is being viewed.
 */
export function useMakeAlbum(): (name: string, photos: readonly string[], rule?: PhotoRule) => Promise<void> {
  const { albums, router, toasts } = useApp();
  return async (name, photos, rule) => {
    const made = rule
      ? { album: await albums.makeSmart(name.trim(), rule), undo: null }
      : await albums.make(name.trim(), photos);
    const place = placeOf('albums', { about: made.album.uid });
    if (photos.length > 0) toasts.say(words.added(photos.length, made.album.name), made.undo, formatPlace(place));
    else {
      toasts.say(words.made(made.album.name));
      router.go(place);
    }
  };
}
