import type { DependencyContainer } from 'tsyringe';
import { OffTimeline } from '../store/albums/off-timeline.ts';
import { OwnAlbumPhotos } from '../store/albums/own-album-photos.ts';
import { OwnAlbums } from '../store/albums/own-albums.ts';
import { Albums } from '../store/photos/albums.ts';
import { inject } from './inject.ts';

/** What is kept of albums, those of the store and one's own. */
export const albumStores = (c: DependencyContainer) => ({
  albums: c.resolve(Albums),
  ownAlbums: c.resolve(OwnAlbums),
  ownPhotos: c.resolve(OwnAlbumPhotos),
  offTimeline: c.resolve(OffTimeline),
  rules: c.resolve(inject.photoRules),
});
