import type { Page } from 'playwright-core';
import { sentencesIn } from '../../core/domain/sentences/parse-sentences.ts';
import type { Albums, FailedPhotos, IndexerState, Status } from '../../core/http/wire.ts';

/** Responses that the demo's server would not send: functions of its response, by the path of the request. */
export type StagedAnswers = Record<string, (answer: never) => unknown>;

export const longAlbum: StagedAnswers = {
  '/api/albums': ({ albums, total }: Albums): Albums => ({
    total,
    albums: albums.map((album, i) =>
      i === 1 ? { ...album, name: 'Donaudampfschifffahrtsgesellschaftskapitänsjubiläum, Linz und Passau' } : album,
    ),
  }),
};

export const noPhotos: StagedAnswers = {
  '/api/photos/anchors': () => ({ anchors: [] }),
  '/api/photos/aspects': () => ({ total: 0, aspects: '' }),
};
export const noPeople: StagedAnswers = { '/api/people': () => ({ people: [], total: 0 }) };
export const noFaces: StagedAnswers = { '/api/faces/unassigned': () => ({ faces: [], total: 0 }) };
export const noAlbums: StagedAnswers = { '/api/albums': () => ({ albums: [] }) };
export const noPlaces: StagedAnswers = {
  '/api/places': () => ({ places: [] }),
  '/api/map': () => ({ markers: [] }),
};
export const noTags: StagedAnswers = { '/api/tags': () => ({ tags: [] }) };
export const noDuplicates: StagedAnswers = { '/api/duplicates': () => ({ groups: [] }) };
export const noMemories: StagedAnswers = { '/api/memories': () => ({ month: 2, day: 29, photos: [], groups: [] }) };

const reading: StagedAnswers = {
  '/api/status': (status: Status): Status => ({
    ...status,
    pending: 86_431,
    failed: 3,
    indexing: { running: true, done: 12_007, total: 98_438, counting: false, rate: 11.4, eta: 7583 },
  }),
};

/** The photo store is still being listed, and the first photos are indexed. */
export const begun: StagedAnswers = {
  '/api/status': (status: Status): Status => ({
    ...status,
    pending: 488,
    stats: { ...status.stats, photos: { ...status.stats.photos, total: 500, done: 12, pending: 488 } },
    indexing: { running: true, done: 12, total: 500, counting: true, rate: 11.4, eta: 43 },
  }),
};

export const failing: StagedAnswers = {
  ...reading,
  '/api/admin/failures': (): FailedPhotos => ({
    failures: [
      ['IMG_2041.HEIC', 'This HEIC file is damaged, or uses a variant that cannot be decoded.', 4],
      ['2019/Norwegen/Überfahrt von Hirtshals nach Kristiansand (unbearbeitet).tiff', 'The file is not a picture: its content is of no known format.', 12],
      ['scan0007.jpg', 'The photo source did not answer within 30 seconds.', 1],
    ].map(([name, error, attempts], i) => ({
      uid: `failed-${i}`,
      name: String(name),
      error: String(error),
      told: sentencesIn(String(error)),
      attempts: Number(attempts),
      retry_at: Date.now() / 1000 + 3000 * (i + 1),
    })),
    total: 3,
  }),
  '/api/admin/overview': (overview: { indexer: IndexerState }) => ({
    ...overview,
    indexer: {
      ...overview.indexer,
      state: 'held',
      mass_loss: { reason: 'mass_disappearance', missing: 4012, total: 98_438, since: Date.now() / 1000 - 900 },
    },
  }),
};

/** Makes the page receive the staged responses, until the next call. */
export async function makeUp(page: Page, madeUp: StagedAnswers): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const [path, make] of Object.entries(madeUp)) {
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        try {
          const response = await route.fetch();
          await route.fulfill({ response, json: make((await response.json()) as never) });
        } catch {
          // The page was left meanwhile.
        }
      },
    );
  }
}
