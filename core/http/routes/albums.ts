import type { AlbumLibrary } from '../../services/album-library.ts';
import { AlbumPresenter } from '../present-albums.ts';
import type { MediaSigner } from '../present.ts';
import type { JsonText } from '../pipeline/json-text.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import * as schemas from '../schemas/albums.ts';
import type * as wire from '../wire.ts';
import { albumEditRoutes, type AlbumEditDependencies } from './album-edits.ts';

/** The routes of albums, both of the photo store and made here. */
export function albumRoutes(deps: AlbumEditDependencies & { albums: AlbumLibrary; signer: MediaSigner }): Route[] {
  const { albums, signer } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/albums',
      access: 'read',
      summary:
        'All albums, the one with the newest photo first. In very large libraries, the facts of an album with a rule may be some seconds old.',
      query: fields({ q: input.partOfName('an album'), include_hidden: input.includeHidden }),
      answer: schemas.albums,
      async handle(call): Promise<JsonText<wire.Albums>> {
        const { q, include_hidden: includeHidden } = call.query;
        return new AlbumPresenter(signer, call.caller).albums(
          await albums.list(call.caller, { q, includeHidden }, call.signal),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/albums/{album_uid}/photos',
      access: 'read',
      summary: 'The photos of an album, newest first, or in the order that people gave it.',
      params: input.albumParams,
      query: fields(input.page(200, 1000)),
      answer: schemas.albumPhotos,
      async handle(call): Promise<JsonText<wire.AlbumPhotos>> {
        const { include_hidden: includeHidden, ...page } = call.query;
        const { album, ...found } = await albums.photos(
          call.caller,
          call.params.album_uid,
          { ...page, includeHidden },
          call.signal,
        );
        return new AlbumPresenter(signer, call.caller).albumPhotos(album, found);
      },
    }),

    ...albumEditRoutes(deps),
  ];
}
