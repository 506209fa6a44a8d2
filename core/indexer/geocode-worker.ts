/** The thread that finds towns: their index takes a sixth of a second to load, in which requests would wait. */
import { parentPort } from 'node:worker_threads';
import { Geocoder } from './geocode.ts';
import type { Answer, Question } from './geocoding-thread.ts';
import { KnownTowns } from './known-towns.ts';
import { TownTiles } from './town-tiles.ts';

const known = new KnownTowns();
const geocoder = new Geocoder(known);
const tiles = new TownTiles(known);

parentPort?.on('message', ({ id, positions, tile }: Question & { id: number }) => {
  const answer = tile ? tiles.of(tile) : positions.map(({ lat, lng }) => geocoder.placeAt(lat, lng));
  parentPort?.postMessage({ id, answer } satisfies Answer);
});
