import { DomainError } from '../../domain/errors.ts';
import type { MapTile } from '../../domain/map-tile.ts';
import type { Town, TownsOfTile } from '../../domain/town.ts';
import type { PlacesAndMap } from '../../services/places-and-map.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { integer, number, word } from '../schemas/parts.ts';
import * as schemas from '../schemas/places.ts';
import type * as wire from '../wire.ts';

/** Towns do not change, so browsers may cache a tile for a day. */
const townsKeep = { 'cache-control': 'private, max-age=86400' };

export function placeRoutes(deps: {
  places: PlacesAndMap;
  signer: MediaSigner;
  towns: (tile: MapTile) => Promise<TownsOfTile>;
  townsNamed: (name: string, signal: AbortSignal) => Promise<Town[]>;
}): Route[] {
  const { places, signer, towns, townsNamed } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/places',
      access: 'read',
      summary: 'The places with the most photos.',
      query: fields({
        limit: input.limit(500, 5000),
        q: input.partOfName('a place'),
        include_hidden: input.includeHidden,
      }),
      answer: schemas.places,
      handle(call): wire.Places {
        const { limit, q, include_hidden: includeHidden } = call.query;
        return places.places(call.caller, limit, { q, includeHidden });
      },
    }),

    route({
      method: 'GET',
      path: '/api/map',
      access: 'read',
      summary: 'Map markers, one per place; with bbox and zoom, the markers in view, clustered by a grid of that zoom.',
      query: fields({
        limit: input.limit(1000, 5000),
        q: input
          .partOfName('a place')
          .description('Photos taken at a place whose name contains this text, in any case.'),
        bbox: input.boundingBox.description(
          'Required with zoom. west,south,east,north in degrees; west greater than east reaches over the antimeridian.',
        ),
        zoom: number.min(0).max(24).description('Required with bbox. At 0, the world is one tile of 256 px.'),
        years: input.years,
        include_hidden: input.includeHidden,
      }).and('bbox', 'zoom'),
      answer: schemas.markers,
      handle(call): wire.MapMarkers {
        const { limit, bbox: box, zoom, q, years, include_hidden: includeHidden } = call.query;
        const view = box && zoom !== undefined ? { box, zoom: Math.floor(zoom) } : undefined;
        const filter = { placePart: q, days: years && [years], includeHidden };
        return new Presenter(signer, call.caller).markers(places.markers(call.caller, limit, view, filter));
      },
    }),

    route({
      method: 'GET',
      path: '/api/map/towns',
      access: 'read',
      summary: 'The towns to label in a tile of the map, whether there are photos of them or not.',
      query: fields({
        zoom: integer.min(0).max(12).required().description('At 0, the world is one tile.'),
        x: integer.min(0).max(4095).required().description('The column of the tile, counted from the west.'),
        y: integer.min(0).max(4095).required().description('The row of the tile, counted from the north.'),
      }),
      answer: schemas.towns,
      async handle(call): Promise<Reply> {
        const { zoom, x, y } = call.query;
        if (Math.max(x, y) >= 2 ** zoom) throw new DomainError('bad_input', 'There is no such tile at this zoom.');
        const found = await towns({ zoom, x, y });
        const body: wire.Towns = { towns: [...found.towns], nearest: [...found.nearest] };
        return new Reply(body, { headers: townsKeep });
      },
    }),

    route({
      method: 'GET',
      path: '/api/towns',
      access: 'read',
      summary:
        'Towns with a name that begins with a text, the most important first, whether there are photos of them or not.',
      query: fields({
        q: word
          .trim()
          .min(1)
          .max(100)
          .required()
          .description(
            'The beginning of its English, German, French or local name, in any case; the country may follow after a comma.',
          ),
      }),
      answer: schemas.namedTowns,
      handle: async (call): Promise<wire.NamedTowns> => ({ towns: await townsNamed(call.query.q, call.signal) }),
    }),
  ];
}
