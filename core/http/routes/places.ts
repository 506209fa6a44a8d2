import Joi from 'joi';
import type { PlacesAndMap } from '../../services/places-and-map.ts';
import type { BoundingBox } from '../../timeline/photo-filter.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { route, type Route } from '../pipeline/route.ts';
import * as input from '../schemas/input.ts';
import * as schemas from '../schemas/photos.ts';
import type * as wire from '../wire.ts';

interface MapQuery {
  limit: number;
  bbox?: BoundingBox;
  zoom?: number;
  q?: string;
}

export function placeRoutes(deps: { places: PlacesAndMap; signer: MediaSigner }): Route[] {
  const { places, signer } = deps;
  return [
    route<Record<string, never>, { limit: number; q?: string }>({
      method: 'GET',
      path: '/api/places',
      access: 'read',
      summary: 'The places with the most photos.',
      query: Joi.object({ limit: input.limit(500, 5000), q: input.partOfName('a place') }),
      answer: schemas.places,
      handle: (call): wire.Places => ({ places: places.places(call.query.limit, call.query.q) }),
    }),

    route<Record<string, never>, MapQuery>({
      method: 'GET',
      path: '/api/map',
      access: 'read',
      summary: 'Map markers by place; with bbox and zoom those in view, by a grid that fits the zoom.',
      query: Joi.object({
        limit: input.limit(1000, 5000),
        q: input.partOfName('a place').description('Part of the name of a place, in any case: photos taken there.'),
        bbox: input.boundingBox.description(
          'Goes with zoom. west,south,east,north in degrees; west greater than east reaches over the antimeridian.',
        ),
        zoom: Joi.number().min(0).max(24).description('Goes with bbox. 0 shows the world in one tile of 256 px.'),
      }).and('bbox', 'zoom'),
      answer: schemas.markers,
      handle(call): wire.MapMarkers {
        const { limit, bbox: box, zoom, q } = call.query;
        const view = box && zoom !== undefined ? { box, zoom: Math.floor(zoom) } : undefined;
        return new Presenter(signer, callerOf(call)).markers(places.markers(limit, view, { placePart: q }));
      },
    }),
  ];
}
