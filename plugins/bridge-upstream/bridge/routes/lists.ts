import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { BadCursor, CursorExpired } from '../catalog.ts';
import { BridgeError, notInJournal } from '../errors.ts';
import { checkInput, cursor, limit, page, uidParams } from './check-input.ts';
import type { RouteParts } from './parts.ts';

const sincePage = Joi.object<{ since: string; limit: number }>({ since: cursor.required(), limit });

/** Paged lists. They are served from the journal of the last scan, even while the store is unavailable. */
export function listRoutes({ catalog, status }: Pick<RouteParts, 'catalog' | 'status'>): ServerRoute[] {
  return [
    {
      method: 'GET',
      path: '/v1/timeline',
      handler: ({ query }) => paged(() => catalog.timeline(checkInput(page, query))),
    },
    {
      method: 'GET',
      path: '/v1/changes',
      handler: ({ query }) => paged(() => catalog.changes(checkInput(sincePage, query))),
    },
    {
      method: 'GET',
      path: '/v1/albums',
      handler: ({ query }) => paged(() => catalog.albums(checkInput(page, query))),
    },
    {
      method: 'GET',
      path: '/v1/albums/{uid}/photos',
      handler: ({ params, query }) => {
        const album = checkInput(uidParams, params).uid;
        const photos = paged(() => catalog.albumPhotos(album, checkInput(page, query)));
        if (!photos) throw notInJournal('album', status().condition);
        return photos;
      },
    },
  ];
}

function paged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadCursor) {
      throw new BridgeError('bad_request', 'The cursor is not one of this bridge: begin without one.', {
        cause: error,
      });
    }
    if (error instanceof CursorExpired) {
      throw new BridgeError('cursor_expired', 'The changes no longer reach back so far: read the whole timeline.', {
        cause: error,
      });
    }
    throw error;
  }
}
