import { expect } from 'chai';
import type { MlModels, Snapshot } from '../../../../core/plugin-api/index.ts';
import { backupsCheck } from '../../../../core/services/checks/backups-check.ts';
import { modelsCheck } from '../../../../core/services/checks/models-check.ts';
import { withVideos } from '../../../../core/services/checks/videos-check.ts';

const { signal } = new AbortController();
const DAY = 86_400;
const now = 1_700_000_000;

describe('the check of models', () => {
  const all: MlModels = {
    faceDetector: { id: 'finder', version: '1' },
    faceEmbedder: { id: 'knower', version: '1' },
    imageText: { id: 'reader', version: '1', dimensions: 512 },
  };
  const check = (models?: MlModels) => modelsCheck(() => models && { models: () => models }).run({ signal });

  it('passes without machine learning', async () => {
    expect((await check()).ok).to.equal(true);
  });

  it('lists the installed models', async () => {
    expect(await check(all)).to.deep.equal({ ok: true, detail: 'All models are installed: finder, knower, reader.' });
  });

  it('passes with missing models, and names their purpose and how to install them', async () => {
    const { ok, detail } = await check({ ...all, faceEmbedder: null, imageText: null });
    expect(ok).to.equal(true);
    expect(detail).to.equal(
      'No models for recognising people, searching by a description in your own words are installed: to install them, run `photofinch models pull`.',
    );
  });
});

describe('the check of backups', () => {
  const snapshot = (age: number, verified = true): Snapshot => ({
    name: 'index-x.sqlite3',
    size: 1,
    createdAt: now - age,
    sha256: '',
    verified,
  });
  const check = (snapshots?: Snapshot[]) =>
    backupsCheck({
      backups: () => snapshots && { list: () => Promise.resolve(snapshots) },
      clock: () => now,
    }).run({ signal });

  it('passes without a plugin for backups', async () => {
    expect(await check()).to.deep.equal({ ok: true, detail: 'No plugin takes backups of the index.' });
  });

  it('fails without a backup', async () => {
    expect((await check([])).ok).to.equal(false);
  });

  it('uses the newest backup, in whatever order they are listed', async () => {
    expect(await check([snapshot(9 * DAY, false), snapshot(3600), snapshot(2 * DAY)])).to.deep.equal({
      ok: true,
      detail: 'The last backup was made and verified at 2023-11-14 21:13 UTC; there are 3 in all.',
    });
  });

  it('warns of a corrupt backup', async () => {
    expect((await check([snapshot(3600, false), snapshot(DAY)])).detail).to.match(/is damaged: make another one/);
  });

  it('does not report a backup as good or damaged before it is verified', async () => {
    const unread = { ...snapshot(3600, false), sha256: null };
    expect(await check([unread, snapshot(DAY)])).to.deep.equal({
      ok: false,
      detail:
        'The last backup, from 2023-11-14 21:13 UTC, is not verified yet or cannot be read: check again later, or make another one.',
    });
  });

  it('warns of a backup with a date in the future', async () => {
    const future = { ...snapshot(-3 * DAY), name: 'index-later.sqlite3' };
    expect((await check([future, snapshot(3600)])).detail).to.match(
      /^The backup index-later\.sqlite3 is dated in the future/,
    );
    expect((await check([future])).ok).to.equal(false);
  });

  it('fails if the last backup is more than a week old', async () => {
    expect((await check([snapshot(8 * DAY)])).ok).to.equal(false);
    expect((await check([snapshot(6 * DAY)])).ok).to.equal(true);
  });
});

describe('the status of videos in the thumbnail check', () => {
  const check = (videos: number, read: number, version: string | null, ok = true) =>
    withVideos(
      { id: 'thumbnails', run: () => Promise.resolve({ ok, detail: ok ? 'All are there.' : 'One is missing.' }) },
      {
        counts: () => ({ videos, read }),
        programs: () => Promise.resolve(version === null ? null : { version }),
      },
    ).run({ signal });

  it('is omitted without videos', async () => {
    expect(await check(0, 0, null)).to.deep.equal({ ok: true, detail: 'All are there.' });
    expect(await check(0, 0, null, false)).to.deep.equal({ ok: false, detail: 'One is missing.' });
  });

  it('is the number of videos that were read', async () => {
    expect(await check(3, 3, '5.1.9')).to.deep.equal({
      ok: true,
      detail: 'All are there. ffmpeg 5.1.9 has read all 3 videos.',
    });
    expect(await check(3, 1, '5.1.9', false)).to.deep.equal({
      ok: false,
      detail: 'One is missing. ffmpeg 5.1.9 is there, and 2 of 3 videos wait for it.',
    });
  });

  it('is the number of videos that wait for ffmpeg, and how to install it', async () => {
    const missing =
      'ffmpeg is not installed, and 2 of 3 videos wait to be read with it: install it with `apt install ffmpeg`.';
    expect(await check(3, 1, null)).to.deep.equal({ ok: false, detail: missing });
    expect(await check(3, 1, null, false)).to.deep.equal({ ok: false, detail: `One is missing. ${missing}` });
  });
});
