/**
 * The cost of events about each photo for plugins: photos are indexed and then changed in an index without events, without
 * event sinks, and with one sink that takes all events. `photos=20000` sets a smaller number.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { EventDelivery } from '../../core/plugins/event-delivery.ts';
import { EventListening } from '../../core/plugins/event-listening.ts';
import type { EventSink } from '../../core/plugin-api/index.ts';
import type { Db } from '../../core/db/open.ts';
import { EventListeners } from '../../core/store/events/event-listeners.ts';
import { LibraryEvents } from '../../core/store/events/library-events.ts';
import { openIndex } from '../support/index-file.ts';
import { PhotoRows } from '../support/photo-rows.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile } from './measure.ts';

/** Rows of one transaction. */
const batch = 100;
const rounds = 4;

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const photos = Number(given['photos'] ?? 100_000);
  await withTempFolder(async (folder) => {
    const without = openIndex(join(folder, 'without.sqlite3'));
    const silent = openIndex(join(folder, 'silent.sqlite3'));
    const heard = openIndex(join(folder, 'heard.sqlite3'));
    const clock = (): number => Math.floor(Date.now() / 1000);
    new LibraryEvents({ db: silent, clock }).record([]);
    const { taken, stop } = listen(heard, clock);

    // Alternates, so that all are subject to the same noise.
    const writers = { 'no events': writer(without), 'nobody listens': writer(silent), 'one listens': writer(heard) };
    const times = new Map<string, number[]>(Object.keys(writers).map((who) => [who, []]));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    for (let round = 0; round < rounds; round += 1) {
      for (const [who, write] of Object.entries(writers)) {
        if (who === 'one listens') delay.enable();
        times.get(who)?.push(await write(photos / rounds));
        delay.disable();
      }
    }
    const begin = performance.now();
    while (taken() < 2 * photos) await sleep(5);
    const behind = performance.now() - begin;
    await stop();

    const median = (who: string): number => quantile(times.get(who) ?? [], 0.5);
    for (const who of Object.keys(writers)) {
      figure('events.write', median(who), 'µs/photo', { photos, who });
      figure('events.write.ratio', median(who) / median('no events'), 'x of no events', { photos, who });
    }
    figure('events.behind', behind, 'ms until the last of them was taken', { photos, events: 2 * photos });
    figure('events.loop_delay.p99', delay.percentile(99) / 1e6 - 1, 'ms, one listens', { photos, batch });
    for (const db of [without, silent, heard]) db.close();
  });
}

/** A sink that takes all events, as in a server. */
function listen(db: Db, clock: () => number): { taken: () => number; stop: () => Promise<void> } {
  let taken = 0;
  const sink: EventSink = {
    take: (events) => {
      taken += events.length;
      return Promise.resolve();
    },
  };
  const events = new LibraryEvents({ db, clock });
  const listeners = new EventListeners(db);
  const eventSinks = [{ plugin: 'listener', sink }];
  new EventListening({ events, listeners }).begin({ plugins: [{ name: 'listener' }], eventSinks });
  const delivery = new EventDelivery({
    events,
    listeners,
    log: { warn: console.error, debug: () => undefined },
    pause: async (seconds, signal) => {
      await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
    },
  });
  delivery.start(eventSinks);
  return { taken: () => taken, stop: () => delivery.stop() };
}

/** Writes a number of photos. @returns µs for each, without the turns of the event loop in between */
function writer(db: Db): (photos: number) => Promise<number> {
  const rows = new PhotoRows(db);
  const change = db.prepare('UPDATE photos SET width = width + 1 WHERE id = ?');
  let written = 0;
  return async (photos) => {
    let spent = 0;
    for (let at = 0; at < photos; at += batch) {
      const begin = performance.now();
      db.transaction(() => {
        for (let one = 0; one < batch; one += 1) change.run(rows.add({ uid: `r${written++}` }));
      })();
      spent += performance.now() - begin;
      await setImmediate();
    }
    return (spent * 1000) / photos;
  };
}
