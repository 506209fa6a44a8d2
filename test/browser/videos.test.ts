import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { skip } from '../support/skip.ts';
import { needsChromium, until } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';
import { position, video, VideoLibrary } from './video-library.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const forBrowsers = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const fast = ['-movflags', '+faststart'];

describe('videos in a browser', function () {
  let library: VideoLibrary;

  before(async function () {
    needsChromium(this);
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    this.timeout(900_000);
    library = await VideoLibrary.start({
      'first.jpg': await photoLikeJpeg(3, 800, 600),
      'clip.mp4': await madeVideo('clip.mp4', [...forBrowsers, ...fast], { seconds: 30 }),
      'short.webm': await madeVideo('short.webm', ['-c:v', 'libvpx', '-c:a', 'libopus'], { seconds: 1 }),
      'film.mp4': await madeVideo('film.mp4', [...forBrowsers, ...fast, '-r', '5'], { seconds: 90, size: '160x120' }),
      'last.jpg': await photoLikeJpeg(4, 600, 800),
      'strange.mp4': await madeVideo('strange.mp4', ['-c:v', 'mpeg4', '-c:a', 'aac'], { seconds: 2 }),
    });
  });
  after(() => library?.stop());

  const controls = (page: Page) => page.getByRole('group', { name: 'Video' });
  const button = (page: Page, name: string) => controls(page).getByRole('button', { name, exact: true });

  it('play, pause and jump by their controls, which say how far they are', async () => {
    const { page, troubles } = await library.open('clip.mp4');
    await button(page, 'Play').click();
    await video(page, '!video.paused && video.currentTime > 0.2');
    await button(page, 'Pause').click();
    await video(page, 'video.paused');
    await button(page, 'Forward 10 seconds').click();
    await position(page, 'time > 10 && time < 15');
    const bar = page.getByRole('slider', { name: 'Position' });
    await bar.fill('20');
    await video(page, 'Math.abs(video.currentTime - 20) < 0.1');
    expect(await bar.getAttribute('aria-valuetext')).to.equal('20 seconds of 30 seconds');
    expect(await page.locator('.player-time').textContent()).to.equal('0:20 / 0:30');
    await controls(page).getByRole('combobox', { name: 'Speed' }).selectOption('2×');
    await video(page, 'video.playbackRate === 2');
    await button(page, 'Mute').click();
    await video(page, 'video.muted');
    await page.getByRole('slider', { name: 'Volume' }).fill('0.5');
    await video(page, '!video.muted && video.volume === 0.5');
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(troubles).to.deep.equal([]);
  });
});
