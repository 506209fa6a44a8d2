import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Server } from '@hapi/hapi';
import { Server as BareServer } from '@hapi/hapi';
import { composeServer } from '../../core/compose/server.ts';
import { readConfig } from '../../core/settings/env.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { inject } from '../../core/compose/inject.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { makeLibrary, newestPhoto, viewer } from './library-rows.ts';
import { addOwnAlbums, type OwnAlbumRows } from './own-album-rows.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const sizes = [100_000, 1_000_000];
/** Photos that are withheld from the viewer in the second round. */
const keptPhotos = 50_000;
const deep = newestPhoto - 10 * 365 * 86_400;

/** The requests, by the name of their figure. */
const questions: Readonly<Record<string, string>> = {
  list: '/api/photos?limit=200',
  'list.offset': '/api/photos?limit=200&offset=60000',
  'list.before': `/api/photos?limit=200&before=${deep}`,
  'list.before_uid': `/api/photos?limit=200&before=${deep}&before_uid=m`,
  'list.favorites': '/api/photos?limit=200&only_favorites=true',
  'list.tag': '/api/photos?limit=200&tag=Tag%201',
  'list.album': '/api/photos?limit=200&album=album-7',
  'list.place': '/api/photos?limit=200&place=City%201%2C%20Country%201',
  'list.kind': '/api/photos?limit=200&kind=video',
  'list.archived': '/api/photos?limit=200&include_archived=true',
  'list.hidden': '/api/photos?limit=200&include_hidden=true',
  'list.all_filters': `/api/photos?limit=200&kind=image&tag=Tag%201&place=City%201%2C%20Country%201&before=${newestPhoto}`,
  archived: '/api/photos/archived?limit=200',
  anchors: '/api/photos/anchors',
  'anchors.tag': '/api/photos/anchors?tag=Tag%201',
  memories: '/api/memories?month=5&day=17&limit=200',
  'memories.all': '/api/memories?month=5&day=17',
  duplicates: '/api/duplicates?limit=200',
  tags: '/api/tags',
  albums: '/api/albums',
  'album.photos': '/api/albums/album-7/photos?limit=200',
  places: '/api/places?limit=500',
  map: '/api/map?limit=1000',
  'map.view': '/api/map?limit=1000&bbox=-30,20,60,70&zoom=5',
  'map.world': '/api/map?limit=1000&bbox=-180,-90,180,90&zoom=3',
};

/**
 * Read requests with 100,000 and with a million photos, own and smart albums and 100,000 edits; the same for a viewer from
 * whom 50,000 photos are withheld, and for one who has hidden 50,000 one by one; and requests per second over a socket,
 * compared with a bare hapi route. `photos=1000000` measures a single size.
 */
export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const asked = given['photos'] ? [Number(given['photos'])] : sizes;
  for (const photos of asked) {
    await withTempFolder(async (dataDir) => {
      await makeLibrary(dataDir, photos, { edited: true });
      const own = addOwnAlbums(dataDir, photos);
      await withServer(dataDir, async (server, { changeSomething, keepPhotos, hidePhotos }) => {
        await measureAnswers(server, { photos, own, changeSomething });
        if (photos === asked[0]) await measureThroughput(server);
        keepPhotos();
        await measureAnswers(server, { photos, own, changeSomething }, 'kept.');
        hidePhotos();
        await measureAnswers(server, { photos, own, changeSomething }, 'hidden.');
      });
    });
  }
}

/** Changes of the library during the measurement. */
interface Changes {
  readonly changeSomething: () => void;
  /** Withholds an album of many photos from the viewer. */
  readonly keepPhotos: () => void;
  /** Instead of that, has the viewer hide as many photos. */
  readonly hidePhotos: () => void;
}

async function withServer(dataDir: string, use: (server: Server, changes: Changes) => Promise<void>): Promise<void> {
  const container = composeServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', TZ: 'UTC' }));
  const provided = [{ kind: 'photo-source' as const, implementation: {} as PhotoSource }];
  const contribution = { provided, routes: [], healthChecks: [] };
  container.register(inject.plugins, { useValue: new Registry([{ name: 'none', version: '1', contribution }]) });
  const db = container.resolve(inject.db);
  // The viewer is the user whose favourites are in the library.
  db.prepare(
    `INSERT INTO tokens (hash, user_id, kind, family, created_at, expires_at) VALUES (?, ?, 'access', '', 0, 9e9)`,
  ).run(createHash('sha256').update(accessToken).digest(), viewer.userId);
  const move = db.prepare('UPDATE photos SET place_id = CASE place_id WHEN 1 THEN 2 ELSE 1 END WHERE id = 77');
  const archive = db.prepare(
    `INSERT INTO photo_flags (photo_id, archived) VALUES (78, 1)
     ON CONFLICT (photo_id) DO UPDATE SET archived = 1 - archived`,
  );
  try {
    await use(await container.resolve(inject.server), {
      // Changes the place of one photo, and adds another one to the timeline or removes it.
      changeSomething: () => {
        move.run();
        archive.run();
      },
      keepPhotos: () => {
        db.exec(`INSERT INTO albums (uid, name) VALUES ('kept', 'Kept');
          INSERT INTO album_photos (album_id, photo_id)
            SELECT (SELECT id FROM albums WHERE uid = 'kept'), id FROM photos WHERE id % 7 = 0 LIMIT ${keptPhotos};
          INSERT INTO withholdings (album_uid, user_id, decided_at) VALUES ('kept', ${viewer.userId}, 0)`);
      },
      hidePhotos: () => {
        db.exec(`DELETE FROM withholdings;
          INSERT INTO own_hidden_photos (user_id, photo_id)
            SELECT ${viewer.userId}, id FROM photos WHERE id % 7 = 1 LIMIT ${keptPhotos}`);
      },
    });
  } finally {
    await container.resolve(inject.photoReader).close();
    db.close();
  }
}

const accessToken = '0'.repeat(64);
const headers = { authorization: `Bearer ${accessToken}` };

interface Measured {
  readonly photos: number;
  readonly own: OwnAlbumRows;
  readonly changeSomething: () => void;
}

/** @param prefix of the names of the figures */
async function measureAnswers(server: Server, { photos, own, changeSomething }: Measured, prefix = ''): Promise<void> {
  const begin = performance.now();
  await server.inject({ url: '/api/photos?limit=1', headers });
  figure(`api.${prefix}first_answer`, performance.now() - begin, 'ms', { photos });

  const ofAlbums = {
    'list.arranged_album': `/api/photos?limit=200&album=${own.arranged}`,
    'list.smart_album': `/api/photos?limit=200&album=${own.smart}`,
    // It includes the names of its smart albums, out of 200.
    photo: `/api/photos/${own.photo}`,
  };
  for (const [name, url] of Object.entries({ ...questions, ...ofAlbums })) {
    const ask = async (): Promise<void> => {
      const { statusCode, payload } = await server.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${payload}`);
    };
    const times = await timeCalls(ask, { runs: 60, warmUp: 5 });
    figure(`api.${prefix}${name}.p50`, quantile(times, 0.5), 'ms', { photos, url });
    figure(`api.${prefix}${name}.p99`, quantile(times, 0.99), 'ms', { photos, url });
    // With empty caches, as after each edit and during an import.
    const fresh = await timeCalls(() => (changeSomething(), ask()), { runs: 15, warmUp: 2 });
    figure(`api.${prefix}${name}.after_change.p50`, quantile(fresh, 0.5), 'ms', { photos, url });
  }
}

/** Requests per second over loopback, four at a time, of our route and of a bare hapi route with the same bytes. */
async function measureThroughput(server: Server): Promise<void> {
  const url = '/api/photos?limit=50';
  const { rawPayload } = await server.inject({ url, headers });
  const bare = new BareServer({ host: '127.0.0.1', port: 0 });
  bare.route({
    method: 'GET',
    path: '/api/photos',
    handler: (_request, h) => h.response(rawPayload).type('application/json'),
  });
  await server.start();
  await bare.start();
  const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  // Alternates, so that both are subject to the same noise.
  for (let round = 0; round < 4; round++) {
    for (const [name, of] of [
      ['ours', server],
      ['bare', bare],
    ] as const) {
      const rate = await requestsPerSecond(Number(of.info.port), url);
      if (round > 0) rates[name].push(rate);
    }
  }
  await server.stop();
  await bare.stop();
  const inputs = { url, bytes: rawPayload.length, connections: 4, client: 'same process' };
  figure('api.requests_per_second', quantile(rates.ours, 0.5), '1/s', inputs);
  figure('api.bare_hapi.requests_per_second', quantile(rates.bare, 0.5), '1/s', inputs);
  figure('api.requests_per_second.ratio', quantile(rates.ours, 0.5) / quantile(rates.bare, 0.5), 'x', inputs);
}

async function requestsPerSecond(port: number, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const begin = performance.now();
  const seconds = 2;
  let answers = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - begin < seconds * 1000) {
      await new Promise<void>((resolve, reject) => {
        request({ port, path, headers, agent }, (response) => {
          response.resume().once('end', resolve);
        })
          .once('error', reject)
          .end();
      });
      answers++;
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  agent.destroy();
  return answers / ((performance.now() - begin) / 1000);
}
