/** The thread that looks up towns: loading their index takes a sixth of a second, which would block requests. */
import { parentPort } from 'node:worker_threads';
import { Geocoder } from './geocode.ts';
import type { Answer, Question } from './geocoding-thread.ts';
import { KnownTowns } from './known-towns.ts';
import { NamedTowns } from './named-towns.ts';
import { TownTiles } from './town-tiles.ts';

const known = new KnownTowns();
const geocoder = new Geocoder(known);
const tiles = new TownTiles(known);
const named = new NamedTowns(known);

function answerTo({ positions, tile, name }: Question): Answer {
  if (tile) return tiles.of(tile);
  if (name !== undefined) return named.find(name);
  return positions.map(({ lat, lng }) => geocoder.placeAt(lat, lng));
}

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answerTo(question));
});
