/** The thread that looks up towns: loading their index takes a sixth of a second, which would block requests. */
import { parentPort } from 'node:worker_threads';
import { Geocoder } from './geocode.ts';
import type { Answer, Question } from './geocoding-thread.ts';
import { KnownTowns } from './known-towns.ts';
import { NamedTowns } from './named-towns.ts';
import { TownTiles } from './town-tiles.ts';

const towns = new KnownTowns();
const geocoder = new Geocoder(towns);
const tiles = new TownTiles(towns);
const townNames = new NamedTowns(towns);

function answerTo({ positions, tile, name }: Question): Answer {
  if (tile) return tiles.of(tile);
  if (name !== undefined) return townNames.find(name);
  return positions.map(({ lat, lng }) => geocoder.placeAt(lat, lng));
}

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answerTo(question));
});
