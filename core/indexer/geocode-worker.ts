/** The thread that finds towns: their index takes a sixth of a second to load, in which requests would wait. */
import { parentPort } from 'node:worker_threads';
import { Geocoder } from './geocode.ts';
import type { PlacesAnswer, PlacesQuestion } from './geocoding-thread.ts';

const geocoder = new Geocoder();

parentPort?.on('message', ({ id, positions }: PlacesQuestion) => {
  const places = positions.map(({ lat, lng }) => geocoder.placeAt(lat, lng));
  parentPort?.postMessage({ id, places } satisfies PlacesAnswer);
});
