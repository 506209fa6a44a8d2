import type { DependencyContainer } from 'tsyringe';
import { OffTimeline } from '../store/albums/off-timeline.ts';
import { OwnAlbumPhotos } from '../store/albums/own-album-photos.ts';
import { OwnAlbums } from '../store/albums/own-albums.ts';
import { Albums } from '../store/photos/albums.ts';
import { inject } from './inject.ts';

/** The stores of albums, both of the photo store and of users. */
export const albumStores = (c: DependencyContainer) => ({
  albums: c.resolve(Albums),
  ownAlbums: c.resolve(OwnAlbums),
  ownPhotos: c.resolve(OwnAlbumPhotos),
  offTimeline: c.resolve(OffTimeline),
  rules: c.resolve(inject.photoRules),
});
