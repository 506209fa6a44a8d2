import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import type { DuplicateGroups, SimilarPhotos } from '../../../../core/http/wire.ts';
import { inject } from '../../../../core/compose/inject.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { needPhotos, photosDir } from '../../../support/model-packs.ts';
import { until } from '../../../support/until.ts';

/** What people and messengers do to pictures, and the minimum share of the versions that must be found. */
const changes: Readonly<
  Record<string, { share: number; make: (picture: Sharp, width: number, height: number) => Sharp }>
> = {
  half: { share: 1, make: (picture, width) => picture.resize(Math.round(width / 2)).jpeg({ quality: 80 }) },
  recompressed: { share: 1, make: (picture) => picture.jpeg({ quality: 40 }) },
  webp: { share: 1, make: (picture) => picture.webp({ quality: 60 }) },
  brighter: { share: 0.95, make: (picture) => picture.linear(1.2, 0).jpeg() },
  grey: { share: 0.95, make: (picture) => picture.greyscale().jpeg() },
  cut: {
    share: 0.7,
    make: (picture, width, height) =>
      picture
        .extract({
          left: Math.round(width * 0.03),
          top: Math.round(height * 0.02),
          width: Math.round(width * 0.96),
          height: Math.round(height * 0.96),
        })
        .jpeg(),
  },
};

/** The number of photos of which versions are made; the others must stay alone. */
const changed = 20;

describe('near duplicates among real photos', () => {
  let folder: string | undefined;
  let photos: string;
  let app: TestApp;
  let scenes: string[];
  /** File names by uid, and uids by file name. */
  let names: Map<string, string>;
  let uids: Map<string, string>;

  before(async function () {
    needPhotos(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    photos = join(folder, 'photos');
    mkdirSync(photos);
    const from = join(photosDir, 'scenes');
    scenes = readdirSync(from)
      .filter((name) => name.endsWith('.jpg'))
      .toSorted();
    for (const name of scenes) copyFileSync(join(from, name), join(photos, name));
    for (const name of scenes.slice(0, changed)) {
      const { width, height } = await sharp(join(from, name)).metadata();
      for (const [change, { make }] of Object.entries(changes)) {
        await make(sharp(join(from, name)), width, height).toFile(
          join(photos, `${name}.${change}.${change === 'webp' ? 'webp' : 'jpg'}`),
        );
      }
    }
    app = await startTestApp({ photos });
    await app.untilIndexed();
    const db = app.container.resolve(inject.db);
    const rows = db.prepare<[], { uid: string; name: string }>('SELECT uid, name FROM photos').all();
    names = new Map(rows.map(({ uid, name }) => [uid, name]));
    uids = new Map(rows.map(({ uid, name }) => [name, uid]));
    const left = db.prepare<[], number>('SELECT count(*) FROM photo_hashes WHERE compared = 0 OR grouped = 0').pluck();
    await until(() => left.get() === 0);
  });

  after(async () => {
    if (folder === undefined) return;
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  const groups = async (): Promise<string[][]> => {
    const answer = await app.call('GET', '/api/duplicates?kind=near', { as: 'read' });
    const { groups: found } = JSON.parse(answer.payload) as DuplicateGroups;
    return found.map((group) => group.photos.map(({ uid }) => nameOf(uid)));
  };
  const nameOf = (uid: string): string => names.get(uid) ?? '';
  const sceneOf = (name: string): string => name.slice(0, name.indexOf('.jpg') + 4);
  const similarTo = async (name: string): Promise<SimilarPhotos> => {
    const answer = await app.call('GET', `/api/photos/${uids.get(name) ?? ''}/similar`, { as: 'read' });
    return JSON.parse(answer.payload) as SimilarPhotos;
  };

  it('group versions of the same picture, and never different pictures', async () => {
    const found = await groups();
    for (const group of found) expect(new Set(group.map(sceneOf)).size, group.join()).to.equal(1);
    for (const [change, { share }] of Object.entries(changes)) {
      const together = scenes
        .slice(0, changed)
        .filter((name) =>
          found.some((group) => group.includes(name) && group.some((other) => other.startsWith(`${name}.${change}.`))),
        );
      expect(together.length / changed, change).to.be.at.least(share);
    }
  });

  it('have the original first, with the bytes that the others take up', async () => {
    const answer = await app.call('GET', '/api/duplicates?kind=near&limit=1', { as: 'read' });
    const [group] = (JSON.parse(answer.payload) as DuplicateGroups).groups;
    const members = group?.photos.map(({ uid }) => nameOf(uid)) ?? [];
    expect(members[0]).to.equal(sceneOf(members[0] ?? ''));
    const sizes = members.map((name) => statSync(join(photos, name)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(group).to.include({ sha1: null, count: sizes.length, bytes: total - Math.max(...sizes) });
  });

  it('are listed as similar photos while no model is installed', async () => {
    const [name = ''] = scenes;
    const { results, total } = await similarTo(name);
    expect(results.map(({ uid }) => sceneOf(nameOf(uid)))).to.deep.equal(results.map(() => name));
    expect(total).to.equal(results.length).and.to.be.at.least(4);
    expect(results[0]?.score).to.be.at.least(0.8);
    expect(await similarTo(scenes.at(-1) ?? '')).to.deep.equal({ results: [], total: 0, copies: [] });
  });
});
