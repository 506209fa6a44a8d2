import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PhotoList, Signature } from '../../core/http/wire.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { isRunning, programsBelow } from '../support/process-tree.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { closeChromium, needsChromium, openChromium } from './demo-browser.ts';

describe('a converted video', function () {
  let folder: string;
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
    server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: photos,
      TZ: 'UTC',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    });
    client = await LibraryClient.signIn(server.url);
    await until(async () => (await client.json<PhotoList>('/api/photos')).total === 1);
  });
  after(async () => {
    await closeChromium();
    await server?.kill();
    if (folder) rmSync(folder, { recursive: true });
  });

  const addressOf = async (query: string): Promise<string> => {
    const { photos } = await client.json<PhotoList>('/api/photos');
    const path = `/api/photos/${encodeURIComponent(photos[0]!.uid)}/stream`;
    const { sig, exp } = await client.json<Signature>('/api/sign', 'POST', { path });
    return `${path}?${query}&sig=${sig}&exp=${exp}`;
  };

  it('plays in a browser, from its middle, and ends for the server when it is taken away', async function () {
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
      video.src = '${await addressOf('start=30&height=720')}';
      document.body.append(video);
      void video.play();
    }`);
    await until(() => page.evaluate<boolean>("document.querySelector('video').currentTime > 0.5"));
    expect(programsBelow('ffmpeg', server.child.pid)).to.have.length(1);
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

  it('leaves no ffmpeg behind when the server is killed', async () => {
    const answer = await fetch(server.url + (await addressOf('start=0')));
    expect(answer.status).to.equal(200);
    const [pid] = programsBelow('ffmpeg', server.child.pid);
    expect(pid).to.be.a('number');
    await server.kill();
    await until(() => !isRunning(pid!, 'ffmpeg'));
    await answer.body?.cancel().catch(() => undefined);
  });
});
