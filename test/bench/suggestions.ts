/**
 * Suggestions of the search box in a library of a million photos, 5,000 people with names and 20,000 places: how long
 * responses take, and how long the event loop is blocked. `SUGGESTIONS_PHOTOS=100000` sets another number.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import { composeServer } from '../../core/compose/server.ts';
import { inject } from '../../core/compose/inject.ts';
import type { Db } from '../../core/db/open.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { readConfig } from '../../core/settings/env.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary, viewer } from './library-rows.ts';
import { figure, quantile } from './measure.ts';

const people = 5000;
const places = 20_000;
const headers = { authorization: `Bearer ${'0'.repeat(64)}` };

/** Changes before a request, as by an import or an edit. */
const changes: Readonly<Record<string, string | null>> = {
  nothing: null,
  photo: 'UPDATE photos SET place_id = CASE place_id WHEN 1 THEN 2 ELSE 1 END WHERE id = 77',
  name: `UPDATE people SET name = name || 'a', name_key = name_key || 'a' WHERE id = 7`,
  tag: `INSERT OR REPLACE INTO photo_tags (tag_id, photo_id, position, from_source)
    SELECT tag_id, photo_id, position, from_source FROM photo_tags ORDER BY photo_id LIMIT 1`,
};

export async function bench(): Promise<void> {
  const photos = Number(process.env['SUGGESTIONS_PHOTOS'] ?? 1_000_000);
  await withTempFolder(async (dataDir) => {
    await makeLibrary(dataDir, photos);
    const container = composeServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', TZ: 'UTC' }));
    const provided = [{ kind: 'photo-source' as const, implementation: {} as PhotoSource }];
    const contribution = { provided, routes: [], healthChecks: [] };
    container.register(inject.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
    const db = container.resolve(inject.db);
    Object.assign(container.resolve(inject.sessions), { authenticate: () => viewer });
    try {
      addNames(db, photos);
      await measure(await container.resolve(inject.server), db, { photos, people, places });
    } finally {
      await container.resolve(inject.photoReader).close();
      db.close();
    }
  });
}

/** Adds names of two words, each of which is shared by many names, and places to every fifth photo. */
export function addNames(db: Db, photos: number): void {
  const word = (number: number): string => `${'bcdfglmnprstvw'[number % 14]}${'aeiou'[number % 5]}${number % 97}n`;
  const place = db.prepare('INSERT INTO places (id, label, city, country) VALUES (?, ?, ?, ?)');
  const person = db.prepare('INSERT INTO people (id, name, name_key, created_at) VALUES (?, ?, ?, 0)');
  const face = db.prepare(
    `INSERT INTO faces (photo_id, x, y, w, h, points, score, person_id) VALUES (?, 0.4, 0.4, 0.2, 0.2, '[]', 0.9, ?)`,
  );
  db.transaction(() => {
    for (let id = 1000; id < 1000 + places; id++) {
      const city = `${word(id)} ${word(id * 31)}`;
      place.run(id, `${city} ${id}, Country ${id % 190}`, `${city} ${id}`, `Country ${id % 190}`);
    }
    db.prepare('UPDATE photos SET place_id = 1000 + id / 5 % ? WHERE id % 5 = 0').run(places);
    for (let id = 1; id <= people; id++) {
      const name = `${word(id)} ${word(id * 17)} ${id}`;
      person.run(id, name, name);
      for (let at = 0; at < 4; at++) face.run(1 + ((id * 4 + at) % photos), id);
    }
  })();
}

async function measure(server: Server, db: Db, inputs: Record<string, unknown>): Promise<void> {
  const ask = async (prefix: string): Promise<void> => {
    const { statusCode, payload } = await server.inject({ url: `/api/search/suggestions?prefix=${prefix}`, headers });
    if (statusCode !== 200) throw new Error(`${prefix} answered ${statusCode}: ${payload}`);
  };
  await server.inject({ url: '/api/photos?limit=1', headers });
  const first = await pauseOf(() => ask('ba'));
  figure('suggestions.first', first.took, 'ms', { pause: first.pause, ...inputs });
  for (const [change, sql] of Object.entries(changes)) {
    for (const prefix of ['', 'ba']) {
      const found = { took: [] as number[], pause: [] as number[] };
      for (let round = 0; round < 12; round++) {
        if (sql !== null) db.exec(sql);
        const { took, pause } = await pauseOf(() => ask(prefix));
        found.took.push(took);
        found.pause.push(pause);
      }
      const all = { after: change, typed: prefix, ...inputs };
      figure('suggestions.answer.p50', quantile(found.took, 0.5), 'ms', all);
      figure('suggestions.pause.p50', quantile(found.pause, 0.5), 'ms', all);
      figure('suggestions.pause.max', Math.max(...found.pause), 'ms', all);
    }
  }
}

/** How long a call takes, and how long the event loop was blocked at most until all of its work was done. */
async function pauseOf(call: () => Promise<void>): Promise<{ took: number; pause: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // It does not count anything before its second tick.
  await setTimeout(20);
  const begin = performance.now();
  await call();
  const took = performance.now() - begin;
  await setTimeout(300);
  delay.disable();
  return { took, pause: delay.max / 1e6 };
}
