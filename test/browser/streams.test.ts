import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Photo, PhotoList, Signature, Status } from '../../core/http/wire.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { isRunning, programsBelow } from '../support/process-tree.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { closeChromium, needsChromium, openChromium } from './demo-browser.ts';

describe('a converted video', function () {
  let folder = '';
  let server: ServerProcess;
  let client: LibraryClient;

  before(async function () {
    needsChromium(this);
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const photos = join(folder, 'photos');
    mkdirSync(photos);
    const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'libmp3lame'];
    writeFileSync(join(photos, 'film.avi'), await madeVideo('film.avi', mpeg4, { seconds: 60, size: '1280x720' }));
    const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    writeFileSync(join(photos, 'film.mkv'), await madeVideo('film.mkv', h264, { seconds: 60, size: '1280x720' }));
    server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: photos,
      TZ: 'UTC',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    });
    client = await LibraryClient.signIn(server.url);
    await until(async () => {
      const { photos, pending } = await client.json<Status>('/api/status');
      return photos === 2 && pending === 0;
    });
  });
  after(async () => {
    if (folder === '') return;
    await closeChromium();
    await server.kill();
    rmSync(folder, { recursive: true });
  });

  const addressOf = async (name: string, query: string): Promise<string> => {
    const { photos } = await client.json<PhotoList>('/api/photos');
    const details = await Promise.all(
      photos.map(({ uid }) => client.json<Photo>(`/api/photos/${encodeURIComponent(uid)}`)),
    );
    const film = details.find((photo) => photo.name === name);
    const path = `/api/photos/${encodeURIComponent(film!.uid)}/stream`;
    const { sig, exp } = await client.json<Signature>('/api/sign', 'POST', { path });
    return `${path}?${query}&sig=${sig}&exp=${exp}`;
  };

  for (const [name, how] of [
    ['film.avi', 'encoded'],
    ['film.mkv', 'passed on'],
  ] as const) {
    it(`plays in a browser from the middle, and ends on the server when it is removed from the page: ${how}`, async function () {
      const browser = await openChromium();
      const page = await browser.newPage();
      await page.goto(`${server.url}/api/health`);
      const type = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"';
      if ((await page.evaluate(`document.createElement('video').canPlayType('${type}')`)) === '') {
        skip(this, 'this browser has no H.264');
      }
      await page.evaluate(`{
      const video = document.createElement('video');
      video.muted = true;
      video.src = '${await addressOf(name, 'start=31&height=720')}';
      document.body.append(video);
      void video.play();
    }`);
      // The browser may soon have buffered the rest of the video: the search for ffmpeg starts at once.
      let most = 0;
      await until(() => {
        most = Math.max(most, programsBelow('ffmpeg', server.child.pid).length);
        return page.evaluate<boolean>("document.querySelector('video').currentTime > 0.5");
      });
      if (how === 'encoded') expect(most).to.equal(1);
      const sides = await page.evaluate(
        "(({ videoWidth, videoHeight }) => [videoWidth, videoHeight])(document.querySelector('video'))",
      );
      expect(sides).to.deep.equal([1280, 720]);
      await page.evaluate(
        "{ const video = document.querySelector('video'); video.removeAttribute('src'); video.load(); }",
      );
      await until(() => programsBelow('ffmpeg', server.child.pid).length === 0);
      await page.close();
    });
  }

  it('leaves no ffmpeg process behind when the server is killed', async () => {
    const answer = await fetch(server.url + (await addressOf('film.avi', 'start=0')));
    expect(answer.status).to.equal(200);
    const [pid] = programsBelow('ffmpeg', server.child.pid);
    expect(pid).to.be.a('number');
    await server.kill();
    await until(() => !isRunning(pid!, 'ffmpeg'));
    await answer.body?.cancel().catch(() => undefined);
  });
});
