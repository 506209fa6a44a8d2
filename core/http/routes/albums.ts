import Joi from 'joi';
import type { AlbumLibrary } from '../../services/album-library.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import type { JsonText } from '../pipeline/reply.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import * as schemas from '../schemas/photos.ts';
import type * as wire from '../wire.ts';

export function albumRoutes(deps: { albums: AlbumLibrary; signer: MediaSigner }): Route[] {
  const { albums, signer } = deps;
  return [
    route<Record<string, never>, { q?: string }>({
      method: 'GET',
      path: '/api/albums',
      access: 'read',
      summary: 'All albums, the one with the newest photo first.',
      query: Joi.object({ q: input.partOfName('an album') }),
      answer: schemas.albums,
      handle(call): wire.Albums {
        const caller = callerOf(call);
        const presenter = new Presenter(signer, caller);
        return { albums: albums.list(caller, call.query.q).map((album) => presenter.album(album)) };
      },
    }),

    route<{ album_uid: string }, { limit: number; offset: number; include_hidden?: boolean }>({
      method: 'GET',
      path: '/api/albums/{album_uid}/photos',
      access: 'read',
      summary: 'The photos of an album, newest first.',
      params: Joi.object({ album_uid: Joi.string().max(1024).required() }),
      query: Joi.object({
        limit: input.limit(200, 1000),
        offset: input.offset,
        include_hidden: input.includeHidden,
      }),
      answer: schemas.albumPhotos,
      handle(call): JsonText<wire.AlbumPhotos> {
        const caller = callerOf(call);
        const { params, query } = call;
        const { album, ...page } = albums.photos(caller, params.album_uid, query, query.include_hidden);
        return new Presenter(signer, caller).albumPhotos(album, page);
      },
    }),
  ];
}
