import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, NewShare, Sharing } from '../../core/http/wire.ts';
import { hasFfmpeg } from '../support/made-video.ts';
import { skip } from '../support/skip.ts';
import { needsChromium, pressWithFirst, until } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';
import { button, controls, countPlays, noteMoved, position, tapBack, video, VideoLibrary } from './video-library.ts';
import { watchedVideos } from './watched-videos.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('videos in a browser', function () {
  let library: VideoLibrary;

  before(async function () {
    needsChromium(this);
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    this.timeout(900_000);
    library = await VideoLibrary.start(await watchedVideos());
  });
  after(() => (library as VideoLibrary | undefined)?.stop());

  const focusIsIn = (page: Page, selector: string): Promise<void> =>
    until(page, `document.activeElement.closest('${selector}') !== null`);

  it('play, pause and seek with their controls, which show the position', async () => {
    const { page } = await library.open('clip.mp4');
    await button(page, 'Play').click();
    await video(page, '!video.paused && video.currentTime > 0.2');
    await button(page, 'Pause').click();
    await video(page, 'video.paused');
    const bar = page.getByRole('slider', { name: 'Position' });
    await bar.fill('1');
    await position(page, 'time === 1');
    await button(page, 'Forward 10 seconds').click();
    await position(page, 'time === 11');
    await bar.fill('20');
    await video(page, 'Math.abs(video.currentTime - 20) < 0.1');
    await until(
      page,
      `document.querySelector('.player-controls [aria-valuetext="20 seconds of 30 seconds"]') !== null
        && document.querySelector('.player-time').textContent === '0:20 / 0:30'`,
    );
    await controls(page).getByRole('combobox', { name: 'Speed' }).selectOption('2×');
    await video(page, 'video.playbackRate === 2');
    await button(page, 'Mute').click();
    await video(page, 'video.muted');
    await page.getByRole('slider', { name: 'Volume' }).fill('0.5');
    await video(page, '!video.muted && video.volume === 0.5');
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('play with keys, and leave the arrow keys to the photos unless the player has the focus', async () => {
    const { page } = await library.open('clip.mp4');
    await controls(page).waitFor();
    await page.keyboard.press('Space');
    await video(page, '!video.paused');
    await page.keyboard.press('k');
    await video(page, 'video.paused');
    // However far it has played until then.
    await page.getByRole('slider', { name: 'Position' }).fill('1');
    await position(page, 'time === 1');
    await page.locator('.photo-page').focus();
    await page.keyboard.press('l');
    await position(page, 'time === 11');
    await page.keyboard.press('Shift+ArrowRight');
    await position(page, 'time === 16');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowLeft');
    await position(page, 'time === 1');
    await page.keyboard.press('m');
    await video(page, 'video.muted');
    await page.getByRole('slider', { name: 'Position' }).focus();
    await page.keyboard.press('ArrowRight');
    await position(page, 'time >= 5');
    await page.keyboard.press('End');
    await position(page, 'time === 30');
    await button(page, 'Unmute').focus();
    await page.keyboard.press('Space');
    await video(page, '!video.muted && video.paused');
    await page.locator('.photo-page').focus();
    await page.keyboard.press('ArrowRight');
    await library.shows(page, 'short.webm');
    await page.keyboard.press('ArrowLeft');
    await library.shows(page, 'clip.mp4');
    await page.keyboard.press('?');
    await page.getByText('While watching a video').waitFor();
    await page.locator('.shortcuts').getByText('Forward 10 seconds').waitFor();
  });

  it('play with a key as soon as their controls are in the page', async () => {
    const { page } = await library.list();
    await page.evaluate(pressWithFirst('.player-controls', 'k'));
    await page.locator(`a.tile[href="${library.place('clip.mp4')}"]`).click();
    await video(page, '!video.paused');
  });

  it('are counted separately from photos, and show their codec and frame rate', async () => {
    const { page } = await library.open('clip.mp4');
    await page.keyboard.press('i');
    await page.locator('.photo-info', { hasText: /0:30 · H\.264 · 25 fps/ }).waitFor();
    const photos = ['first.jpg', 'clip.mp4', 'short.webm', 'moves.jpg'].map((name) => library.uid(name));
    const { uid } = await library.ask<Album>('POST', '/api/albums', { name: 'Some', photos });
    await page.goto(`${library.house.url}/#/albums/${uid}`);
    await page.locator('.list-title small', { hasText: /^2 photos, 2 videos$/ }).waitFor();
  });

  it('end, and can be played again from the beginning', async () => {
    const { page } = await library.open('short.webm');
    await button(page, 'Play').click();
    await button(page, 'Play again').click();
    await video(page, '!video.paused || video.ended');
    await button(page, 'Play again').waitFor();
  });

  it('resume where they were left, unless they are short', async () => {
    const { page } = await library.open('film.mp4');
    await page.getByRole('slider', { name: 'Position' }).fill('50');
    await video(page, 'video.currentTime > 49');
    await page.locator('.photo-page').focus();
    await page.keyboard.press('ArrowLeft');
    await library.shows(page, 'middle.jpg');
    await page.keyboard.press('ArrowRight');
    await position(page, 'time >= 49');
    await video(page, 'video.currentTime > 49');
    await page.goto(`${library.house.url}/${library.place('clip.mp4')}`);
    await video(page, 'video.readyState >= 1');
    await page.getByRole('slider', { name: 'Position' }).fill('20');
    await video(page, 'video.currentTime > 19');
    await page.locator('.photo-page').focus();
    await page.keyboard.press('ArrowRight');
    await library.shows(page, 'short.webm');
    await page.keyboard.press('ArrowLeft');
    await library.shows(page, 'clip.mp4');
    await video(page, 'video.readyState >= 1 && video.currentTime === 0');
  });

  it('are converted by the server if the browser cannot play them, and remain seekable', async () => {
    const { page, expects } = await library.open('old.mp4');
    expects(/\/stream|\/full/);
    const streams: URLSearchParams[] = [];
    const isStream = (url: string): boolean => new URL(url).pathname.endsWith('/stream');
    page.on('request', (request) => {
      if (isStream(request.url())) streams.push(new URL(request.url()).searchParams);
    });
    await button(page, 'Play').click();
    await video(page, 'video.currentSrc.includes("/stream") && video.currentTime > 0.5');
    await button(page, 'Forward 10 seconds').click();
    await button(page, 'Forward 10 seconds').click();
    // The video plays on until both are pressed.
    await video(page, '/start=[23]\\d/.test(video.currentSrc) && video.currentTime > 0.3');
    await position(page, 'time > 20 && time <= 40');
    expect(streams.every((query) => ['720', '1080'].includes(query.get('height')!))).to.equal(true);
    await page.locator('.photo-page').focus();
    await page.keyboard.press('ArrowLeft');
    await library.shows(page, 'film.mp4');
    await video(page, `video.currentSrc.includes('/full')`);
  });

  it('show that the server is busy with other videos, and play on a later retry', async () => {
    const { page, expects } = await library.open('old.mp4');
    expects(/\/stream|\/full/);
    let isBusy = true;
    await page.route('**/stream?*', (route) =>
      isBusy
        ? route.fulfill({
            status: 503,
            headers: { 'x-error-kind': 'not_ready', 'retry-after': '10' },
            json: { detail: 'All places are taken.' },
          })
        : route.continue(),
    );
    await button(page, 'Play').click();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'The server is busy with other videos' }).waitFor();
    expect(await axeFaults(page)).to.deep.equal([]);
    isBusy = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await video(page, 'video.currentTime > 0.3');
  });

  it('offer a download if they cannot be played', async () => {
    library.damage('broken.mp4');
    const { page, expects } = await library.open('broken.mp4');
    expects(/\/stream|\/full/);
    await button(page, 'Play').click();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'This browser can’t play the video' }).waitFor();
    const saved = page.waitForEvent('download');
    await alert.getByRole('button', { name: 'Download the original' }).click();
    expect((await saved).suggestedFilename()).to.equal('broken.mp4');
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('fit on a phone, where a tap shows the controls and a double tap seeks', async () => {
    const { page } = await library.open('clip.mp4', phone);
    await button(page, 'Play').tap();
    await video(page, '!video.paused');
    const box = (await page.locator('.stage video').boundingBox())!;
    const { x, y } = { x: box.x + box.width * 0.9, y: box.y + box.height / 2 };
    // Without input, the controls disappear; a tap on the video shows them again.
    await until(page, `document.querySelector('.player-controls').dataset.alone === 'true'`);
    await tapBack(page, x, y);
    // With the focus in them, the controls stay for a late tap.
    await button(page, 'Pause').focus();
    await button(page, 'Pause').tap();
    await video(page, 'video.paused');
    const before: number = await page.evaluate(`document.querySelector('video').currentTime`);
    // Both are sent at once: on a busy machine, they could otherwise be too far apart for a double tap.
    await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
    await position(page, `time >= ${Math.floor(before + 9.9)}`);
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('play to the end in a slide show, even if converted; others stay as long as a photo', async () => {
    const { page, expects } = await library.open('short.webm');
    expects(/\/stream|\/full|\/motion/);
    await controls(page).waitFor();
    // Some are shown only for three seconds.
    const hasShown = await library.noteShown(page);
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Time per photo' }).selectOption('3');
    await hasShown('middle.jpg');
    await library.shows(page, 'film.mp4');
    await video(page, 'video.readyState >= 1');
    await page.evaluate(`document.querySelector('video').currentTime = 89`);
    await library.shows(page, 'old.mp4');
    await video(page, 'video.currentSrc.includes("/stream") && video.currentTime > 0.1');
    await page.keyboard.press('ArrowRight');
    await hasShown('moves.jpg');
    await hasShown('broken.mp4');
    await library.shows(page, 'phone.jpg');
    await page.locator('.photo-page[data-playing=false]').waitFor();
  });

  it('play on their tiles while the mouse rests on them, one at a time, until the list scrolls', async () => {
    const { page } = await library.list();
    const tile = (name: string) => page.locator(`a.tile[href="${library.place(name)}"]`);
    await tile('clip.mp4').locator('.tile-marks').waitFor();
    await tile('clip.mp4').hover();
    await library.movesOnTile(page, 'clip.mp4');
    await tile('moves.jpg').hover();
    await library.movesOnTile(page, 'moves.jpg');
    await tile('first.jpg').hover();
    await until(page, `document.querySelector('.tile video') === null`);
    await tile('short.webm').hover();
    await library.movesOnTile(page, 'short.webm');
    await page.locator('.photo-grid').dispatchEvent('scroll');
    await until(page, `document.querySelector('.tile video') === null`);
  });

  it('let a live photo play when opened (but not with reduced motion), with its button and while held', async () => {
    const { page } = await library.list();
    await countPlays(page);
    await page.evaluate(`location.hash = ${JSON.stringify(library.place('moves.jpg'))}`);
    await until(page, 'window.plays === 1');
    await page.getByRole('button', { name: 'Play live photo' }).click();
    await until(page, 'window.plays === 2');
    await page.locator('.picture .passing-video').waitFor({ state: 'detached' });
    const begun: number = await page.evaluate('window.begun');
    await page.locator('.picture').hover();
    await page.mouse.down();
    await until(page, `window.begun > ${begun}`);
    await page.mouse.up();
    await until(page, 'window.plays >= 3');
    await page.locator('.picture .passing-video').waitFor({ state: 'detached' });
    await library.shows(page, 'moves.jpg');
    const { page: calm } = await library.open('moves.jpg', { reducedMotion: 'reduce' });
    await calm.getByRole('button', { name: 'Play live photo' }).waitFor();
    expect(await calm.locator('.passing-video').count()).to.equal(0);
  });

  it('let a live photo play that only the server can convert', async () => {
    const { page, expects } = await library.open('phone.jpg', { reducedMotion: 'reduce' });
    expects(/\/motion/);
    await noteMoved(page);
    await page.getByRole('button', { name: 'Play live photo' }).click();
    await until(page, `window.moved?.includes('/stream?') ?? false`);
    await page.locator('.picture .passing-video').waitFor({ state: 'detached' });
  });

  it('play for guests of a share, whether it includes the original files or not', async () => {
    await library.ask<Sharing>('PUT', '/api/admin/sharing', { enabled: true });
    for (const details of [true, false]) {
      const photos = [library.uid('clip.mp4'), library.uid('first.jpg')];
      const { url } = await library.ask<NewShare>('POST', '/api/shares', { photos, expires_at: null, details });
      const { page } = await library.house.page(details ? {} : phone);
      await page.goto(library.house.url + url);
      await page.getByRole('link', { name: /^Video/ }).click();
      await video(page, '!video.paused && video.currentTime > 0.2');
      expect(await page.evaluate<boolean>(`document.querySelector('video').currentSrc.includes('start=')`)).to.equal(
        !details,
      );
      await page.keyboard.press('k');
      await button(page, 'Play').waitFor();
      await page.keyboard.press('l');
      await position(page, 'time >= 10');
      await button(page, 'Play').focus();
      await focusIsIn(page, '.player-controls');
      expect(await axeFaults(page)).to.deep.equal([]);
      expect(await page.evaluate(overflow)).to.deep.equal([]);
    }
  });
});
