import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import pino from 'pino';
import { inject } from '../../core/compose/inject.ts';
import { PluginFaults } from '../../core/plugins/plugin-faults.ts';
import { SourceError } from '../../core/plugin-api/errors.ts';
import type { SourceContent } from '../../core/plugin-api/photo-source.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { readZip } from '../support/zip-reader.ts';

const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];

describe('a photo source that fails while a photo is opened', () => {
  const source = new MemorySource();
  /** The log lines of level error. */
  const logged: Record<string, unknown>[] = [];
  let app: TestApp;

  before(async () => {
    source.put('a', await photoLikeJpeg(1, 200, 150));
    if (hasFfmpeg) source.put('film', await madeVideo('a.mp4', x265), { kind: 'video', mediaType: 'video/mp4' });
    const log = pino(
      { level: 'error', base: null },
      { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
    );
    app = await startTestApp({
      handedOver: { provided: { 'photo-source': source } },
      prepare: (container) => {
        container.register(inject.log, { useValue: log });
        // So that each fault is logged, not just one per minute.
        let now = 1_700_000_000;
        container.register(inject.pluginFaults, { useValue: new PluginFaults({ log, clock: () => (now += 100) }) });
      },
    });
    await app.untilIndexed();
  });
  after(() => app.stop());
  afterEach(() => {
    logged.length = 0;
    source.faults.clear();
  });

  const faults = () => app.container.resolve(inject.pluginFaults).of('handed-over');
  const open = (signal?: AbortSignal) =>
    fetch(`${app.url}/api/photos/a/full`, {
      headers: { authorization: `Bearer ${app.token('read')}` },
      ...(signal && { signal }),
    });
  const download = () =>
    fetch(`${app.url}/api/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token('read')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uids: ['a'] }),
    });
  const watch = (signal?: AbortSignal) =>
    fetch(`${app.url}/api/photos/film/stream`, {
      headers: { authorization: `Bearer ${app.token('read')}` },
      ...(signal && { signal }),
    });
  const withBody = (change: (body: Readable) => Readable) =>
    source.faults.set('open', async (next) => {
      const content = (await next()) as SourceContent;
      return { ...content, body: change(content.body) };
    });
  const rejection = (reason: Error) => source.faults.set('open', () => Promise.reject(reason));
  async function* partOf(body: Readable, failure?: Error): AsyncGenerator<Buffer> {
    const bytes = Buffer.concat((await body.toArray()) as Buffer[]);
    yield bytes.subarray(0, 100);
    if (failure) throw failure;
  }
  async function* twice(body: Readable): AsyncGenerator<Buffer> {
    const bytes = Buffer.concat((await body.toArray()) as Buffer[]);
    yield bytes;
    yield bytes;
  }

  const notOpened = 'a photo source did not open a photo, and threw no SourceError';
  const brokenOff = 'a photo source failed while a photo was read: the photo breaks off';
  const incomplete = 'a photo source failed while a photo was read for a ZIP: the photo is incomplete there';
  const ways: Readonly<Record<string, readonly [prepare: () => unknown, line: string, reason: RegExp]>> = {
    'rejects with another error than SourceError': [() => rejection(new Error('no card')), notOpened, /^no card$/],
    // The stack of an awaited promise names only the server.
    'passes on a disk error': [
      () => source.faults.set('open', () => readFile('/photos/Anna/IMG_1.jpg')),
      notOpened,
      /^ENOENT: .*IMG_1\.jpg/,
    ],
    'rejects with null': [() => rejection(null as never), notOpened, /^null$/],
    'returns nothing': [() => source.faults.set('open', () => Promise.resolve(undefined)), notOpened, /undefined/],
    'fails while it sends a photo': [
      () => withBody((body) => Readable.from(partOf(body, new Error('card pulled out')))),
      brokenOff,
      /^card pulled out$/,
    ],
    'sends less than it announced': [
      () => withBody((body) => Readable.from(partOf(body))),
      brokenOff,
      /^The photo source sent 100 bytes of the \d+ that it announced$/,
    ],
    'sends more than it announced': [
      () => withBody((body) => Readable.from(twice(body))),
      brokenOff,
      /^The photo source sent more than the \d+ bytes that it announced$/,
    ],
  };

  for (const [way, [prepare, line, reason]] of Object.entries(ways)) {
    it(`is named in the log, with its fault counted, when it ${way}`, async () => {
      const before = faults().count;
      prepare();
      const answer = await open();
      await answer.arrayBuffer().catch(() => undefined);
      await until(() => faults().count > before);
      expect(faults().count).to.equal(before + 1);
      expect(faults().last?.message).to.match(reason);
      expect(logged).to.have.length(1);
      expect(logged[0]).to.include({ plugin: 'handed-over', msg: line });
    });

    it(`is named in the log, with its fault counted, when it ${way} in a ZIP, which continues`, async () => {
      const before = faults().count;
      prepare();
      const archive = Buffer.from(await (await download()).arrayBuffer());
      expect((await readZip(archive)).map(({ name }) => name)).to.include('Not in this download.txt');
      expect(faults().count).to.equal(before + 1);
      expect(faults().last?.message).to.match(reason);
      const msg = line === brokenOff ? incomplete : line;
      expect(logged.map((facts) => [facts['plugin'], facts['msg']])).to.deep.equal([['handed-over', msg]]);
    });

    it(`is named in the log, with its fault counted, when it ${way} during a video conversion`, async function () {
      if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
      const before = faults().count;
      prepare();
      const answer = await watch();
      await answer.arrayBuffer().catch(() => undefined);
      // The conversion may request several parts of the video.
      await until(() => faults().count > before);
      expect(faults().last?.message).to.match(reason);
      expect(logged[0]).to.include({ plugin: 'handed-over', msg: line });
    });
  }

  it('is not blamed when its store is unreachable, the photo is gone, or the client disconnects', async () => {
    const before = faults().count;
    rejection(new SourceError('unreachable', 'The store is off.'));
    expect((await open()).status).to.equal(503);
    for (const ask of hasFfmpeg ? [open, watch] : [open]) {
      const client = new AbortController();
      let isOver = false;
      withBody(() => {
        const body = new Readable({
          read: () => {
            client.abort();
          },
          destroy: (error, done) => {
            isOver = true;
            done(error);
          },
        });
        body.push('a beginning');
        return body;
      });
      const answer = await ask(client.signal).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      await until(() => isOver);
    }
    rejection(new SourceError('not_found', 'Somebody has taken it away.'));
    await (await download()).arrayBuffer();
    expect(faults().count).to.equal(before);
  });
});
