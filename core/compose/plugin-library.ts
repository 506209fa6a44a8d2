import type { DependencyContainer } from 'tsyringe';
import type { PluginLibrary } from '../plugin-api/index.ts';
import { JpegRenderer } from '../services/jpeg-renderer.ts';
import { Media } from '../services/media.ts';
import { pluginLibrary, type PluginLibraryParts } from '../services/plugin-library.ts';
import { Users } from '../store/accounts/users.ts';
import { Photos } from '../store/photos/photos.ts';
import { inject } from './inject.ts';

/** The library for plugins. Its parts are created on first use, after the plugins were loaded. */
export function composePluginLibrary(c: DependencyContainer): (signal: AbortSignal) => PluginLibrary {
  let parts: PluginLibraryParts | undefined;
  const partsOnce = (): PluginLibraryParts =>
    (parts ??= {
      library: c.resolve(inject.library),
      rules: c.resolve(inject.photoRules),
      people: c.resolve(inject.people).people,
      albums: c.resolve(inject.albums),
      media: new Media({
        photos: c.resolve(Photos),
        users: c.resolve(Users),
        reads: c.resolve(inject.sourceReads),
        motionParts: c.resolve(inject.motionParts),
        thumbs: c.resolve(inject.thumbs),
        onLost: (photoId) => {
          c.resolve(inject.indexer).readAgain([photoId]);
        },
        renderer: new JpegRenderer((...args) => c.resolve(inject.photoReader).toJpeg(...args)),
        turner: c.resolve(inject.pictureTurner),
      }),
      signer: c.resolve(inject.mediaAccess),
      users: c.resolve(Users),
      loading: () => c.resolve(inject.listReadiness).loading,
    });
  return (signal) => pluginLibrary(partsOnce, signal);
}
