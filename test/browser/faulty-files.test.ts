import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import sharp from 'sharp';
import type { PhotoList, Status } from '../../core/http/wire.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { until as waitUntil } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { DemoBrowser, needsChromium, until } from './demo-browser.ts';
import { axeFaults } from './page-checks.ts';

const admin: [string, string] = ['admin', 'keeps-the-house-1'];
const reader: [string, string] = ['visitor', 'only-looks-1'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Makes the browser record a canvas for a second, as the base64 of a WebM. */
const recordClip = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 48;
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  for (let i = 0; i < 20; i++) {
    context.fillStyle = 'hsl(' + 18 * i + ' 80% 50%)';
    context.fillRect(0, 0, 64, 48);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
})()`;

describe('damaged and unusual files in a browser', function () {
  let folder: string;
  let house: DemoBrowser;
  let ask: Ask;
  let whole: Buffer;

  const write = (name: string, bytes: Buffer | string): void => {
    writeFileSync(join(folder, name), bytes);
  };
  const settled = async (photos: number): Promise<void> => {
    await ask('POST', '/api/admin/indexer/sync');
    await waitUntil(async () => {
      const status = await ask<Status>('GET', '/api/status');
      return status.photos === photos && status.pending === 0;
    });
  };

  before(async function () {
    needsChromium(this);
    this.timeout(900_000);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    mkdirSync(folder, { recursive: true });
    whole = await photoLikeJpeg(5, 1600, 1200);
    write('whole.jpg', whole);
    write('small.jpg', await sharp(whole).resize(200, 150).toBuffer());
    const settings = {
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: folder,
      ML_BUILT_IN: 'none',
      TZ: 'UTC',
      ADMIN_USERNAME: admin[0],
      ADMIN_PASSWORD: admin[1],
      AUTH_COOKIE_SECURE: '0',
    };
    house = await DemoBrowser.start(settings, 'serve');
    ask = await apiOf(house.url, admin);
    await ask('POST', '/api/admin/users', { username: reader[0], password: reader[1], role: 'read' });
    write('cut.jpg', whole.subarray(0, Math.floor(whole.length * 0.6)));
    write('broken.jpg', Buffer.concat([whole.subarray(0, 12), Buffer.alloc(2000, 7)]));
    await settled(4);
  });
  after(async () => {
    await house.stop();
    rmSync(folder, { recursive: true });
  });

  for (const [where, options] of [
    ['a desktop', {}],
    ['a phone', phone],
  ] as const) {
    it(`appear in the list with their name and the reason on ${where}, and show the reason when opened`, async () => {
      const { page, troubles } = await house.signedIn('/', options, reader);
      const broken = page.getByRole('link', { name: /broken\.jpg The file is damaged/ });
      await broken.getByText('broken.jpg').waitFor();
      await page.getByRole('link', { name: /cut\.jpg Part of the picture is missing/ }).waitFor();
      expect(await axeFaults(page), 'list').to.deep.equal([]);
      await broken.click();
      await page.getByRole('heading', { name: 'This photo can’t be shown' }).waitFor();
      await page.locator('.unshown').getByText('The file is damaged').waitFor();
      // Only those who run the server can try again.
      await page.getByRole('button', { name: 'Download the original' }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
      expect(await axeFaults(page), 'photo').to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.locator('.photo-page').waitFor({ state: 'detached' });
      await until(page, `document.activeElement.ariaLabel?.includes('broken.jpg') ?? false`);
      expect(troubles).to.deep.equal([]);
    });
  }

  it('show the available part of a truncated photo, with a notice that the rest is missing', async () => {
    const { page, troubles } = await house.signedIn('/', {}, reader);
    await page.getByRole('link', { name: /cut\.jpg/ }).click();
    await page.locator('.stage-note').getByText('Part of the picture is missing').waitFor();
    await page.locator('.picture .original').waitFor();
    await page.keyboard.press('i');
    await page
      .locator('.photo-info .fault')
      .getByText(/A fresh copy of the file/)
      .waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('show small photos at twice their size on a blurred backdrop, and large ones without a backdrop', async () => {
    const { page, troubles } = await house.signedIn('/', {}, reader);
    const open = async (width: number): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.locator('.photo-page').waitFor({ state: 'detached' });
      const { photos } = await ask<{ photos: { uid: string; width: number | null; fault: unknown }[] }>(
        'GET',
        '/api/photos',
      );
      const { uid } = photos.find((photo) => photo.width === width && !photo.fault)!;
      await page.goto(`${house.url}/#/photo/${encodeURIComponent(uid)}`);
      await page.locator('.picture .original').waitFor();
    };
    await open(200);
    await until(page, `document.querySelector('.picture').getBoundingClientRect().width === 400`);
    await page.locator('canvas.backdrop').waitFor();
    await open(1600);
    await page.locator('canvas.backdrop').waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('are shown again once the file is repaired and an admin tries again', async () => {
    const { page, troubles } = await house.signedIn('/', {}, admin);
    await page.getByRole('link', { name: /broken\.jpg/ }).click();
    await page.getByRole('heading', { name: 'This photo can’t be shown' }).waitFor();
    // Without the status, the page does not learn by itself that the file was read again.
    const held: Route[] = [];
    await page.route('**/api/status', (route) => void held.push(route));
    write('broken.jpg', await sharp(whole).resize(800).toBuffer());
    await settled(4);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.unroute('**/api/status');
    // Requests that the page has cancelled cannot be continued.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await page.locator('.picture .original').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /broken\.jpg/ }).waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('let a slide show play a video to its end, even without a thumbnail', async () => {
    const { page, troubles } = await house.signedIn('/', {}, reader);
    write('clip.webm', Buffer.from(await page.evaluate<string>(recordClip), 'base64'));
    await settled(5);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?kind=video');
    await page.goto(`${house.url}/#/photo/${encodeURIComponent(photos[0]!.uid)}`);
    await page.locator('.picture video').waitFor();
    // Without a next photo, the slide show would end with the video.
    await page.locator('.step.older').waitFor({ state: 'attached' });
    const { hash } = new URL(page.url());
    await page.evaluate(`document.addEventListener('ended', () => { window.hasEnded = true; }, { capture: true })`);
    await page.keyboard.press('p');
    // Much longer than the video.
    await page.getByRole('combobox', { name: 'Time per photo' }).selectOption('20');
    await until(page, `location.hash !== '${hash}'`);
    expect(await page.evaluate<boolean>(`window.hasEnded === true`)).to.equal(true);
    expect(troubles).to.deep.equal([]);
  });
});
