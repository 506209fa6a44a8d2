import type { PhotoRule } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { placeOf } from '../../state/routes.ts';
import { words } from '../../strings/albums/index.ts';

/**
 * Creates an album with photos or with a rule, shows a message, and opens the album unless something else is being viewed.
 */
export function useMakeAlbum(): (name: string, photos: readonly string[], rule?: PhotoRule) => Promise<void> {
  const { albums, router, toasts } = useApp();
  return async (name, photos, rule) => {
    const album = await (rule ? albums.makeSmart(name.trim(), rule) : albums.make(name.trim(), photos));
    toasts.say(photos.length > 0 ? words.added(photos.length, album.name) : words.made(album.name));
    if (photos.length === 0) router.go(placeOf('albums', { about: album.uid }));
  };
}
