import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { ByteRange, SourceContent } from '../../../core/plugin-api/index.ts';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { defaultTimeLimits } from '../../../plugins/bridge-upstream/client/limits.ts';
import { until } from '../../support/until.ts';
import { faultyServer, failureOf, neverAborted, photoHeaders, sendError, sourceAt } from './client-server.ts';

const signal = neverAborted;
const photo = randomBytes(300_000);
const sha1 = createHash('sha1').update(photo).digest('hex');

async function bytesOf({ body }: SourceContent): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('photos from a bridge', () => {
  let bridge: Awaited<ReturnType<typeof faultyServer>>;
  let source: BridgeSource;

  beforeEach(async () => {
    bridge = await faultyServer();
    source = sourceAt(bridge.url);
  });
  afterEach(async () => {
    await source.close();
    await bridge.close();
  });

  const sends = (send: (response: ServerResponse) => void): void => {
    bridge.answer = (_request, response) => {
      send(response);
    };
  };
  const sendsPhoto = (headers: Record<string, string | undefined> = {}, bytes = photo): void => {
    sends((response) => {
      const all = { ...photoHeaders(photo.length), ...headers };
      response.writeHead(200, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
      response.end(bytes);
    });
  };

  it('are complete, with the facts of their headers', async () => {
    sendsPhoto();
    const content = await source.open('a', { signal });
    expect(content).to.include({
      mediaType: 'image/jpeg',
      length: photo.length,
      totalLength: photo.length,
      range: null,
      rev: 'rev-1',
      modifiedTime: 1_700_000_000,
    });
    expect((await bytesOf(content)).equals(photo)).to.equal(true);
  });

  it('are returned in part if a range is requested', async () => {
    const table: [ByteRange, string, number, number][] = [
      [{ start: 10, end: 19 }, 'bytes=10-19', 10, 19],
      [{ start: 299_990 }, 'bytes=299990-', 299_990, 299_999],
      [{ start: -10 }, 'bytes=-10', 299_990, 299_999],
      [{ start: 299_990, end: 999_999 }, 'bytes=299990-999999', 299_990, 299_999],
      [{ start: -999_999 }, 'bytes=-999999', 0, 299_999],
    ];
    for (const [range, header, start, end] of table) {
      let asked: string | undefined;
      bridge.answer = (request, response) => {
        asked = request.headers.range;
        const contentRange = `bytes ${start}-${end}/${photo.length}`;
        response.writeHead(206, { ...photoHeaders(end - start + 1), 'content-range': contentRange });
        response.end(photo.subarray(start, end + 1));
      };
      const content = await source.open('a', { range, signal });
      expect(asked).to.equal(header);
      expect(content).to.include({ length: end - start + 1, totalLength: photo.length });
      expect(content.range).to.deep.equal({ start, end });
      expect((await bytesOf(content)).equals(photo.subarray(start, end + 1))).to.equal(true);
    }
  });

  it('may be complete although a range was requested', async () => {
    sendsPhoto();
    const content = await source.open('a', { range: { start: 5, end: 9 }, signal });
    expect(content.range).to.equal(null);
    expect(await bytesOf(content)).to.have.length(photo.length);
  });

  it('are rejected with another range than the requested one', async () => {
    for (const contentRange of ['bytes 6-9/300000', 'bytes 5-8/300000', 'bytes 5-9/*', 'items 5-9/300000', '']) {
      sends((response) => {
        response.writeHead(206, { ...photoHeaders(5), ...(contentRange && { 'content-range': contentRange }) });
        response.end('12345');
      });
      const failure = await failureOf(source.open('a', { range: { start: 5, end: 9 }, signal }));
      expect(failure.code, contentRange).to.equal('bad_answer');
    }
    sends((response) => {
      response.writeHead(206, { ...photoHeaders(5), 'content-range': 'bytes 0-4/300000' }).end('12345');
    });
    expect(await failureOf(source.open('a', { signal }))).to.include({ code: 'bad_answer' });
  });

  it('are rejected if their headers violate the contract', async () => {
    const wrong: Record<string, string | undefined>[] = [
      { 'content-length': undefined, 'transfer-encoding': 'chunked' },
      { etag: undefined },
      { etag: 'W/"rev-1"' },
      { etag: 'rev-1' },
      { 'last-modified': undefined },
      { 'last-modified': 'yesterday' },
      { 'content-encoding': 'gzip' },
      { 'x-content-sha1': 'abc' },
    ];
    for (const headers of wrong) {
      sendsPhoto(headers);
      expect(await failureOf(source.open('a', { signal })), JSON.stringify(headers)).to.include({ code: 'bad_answer' });
    }
    await until(() => bridge.underWay === 0);
  });

  it('fail with integrity if the bridge closes the connection before their end', async () => {
    sends((response) => {
      response.writeHead(200, photoHeaders(photo.length));
      response.write(photo.subarray(0, 100_000), () => response.destroy());
    });
    const content = await source.open('a', { signal });
    const failure = await failureOf(bytesOf(content));
    expect(failure.code).to.equal('integrity');
    expect(failure.message).to.match(/^\d+ bytes came of the 300000 that were announced\.$/);
  });

  it('have no bytes beyond the announced length', async () => {
    sends((response) => {
      response.socket?.end(
        `HTTP/1.1 200 OK\r\n${Object.entries(photoHeaders(5))
          .map(([name, value]) => `${name}: ${value}`)
          .join('\r\n')}\r\n\r\n12345678`,
      );
    });
    const content = await source.open('a', { signal });
    expect((await bytesOf(content)).toString()).to.equal('12345');
    sendsPhoto();
    expect(await bytesOf(await source.open('a', { signal }))).to.have.length(photo.length);
  });

  it('are verified with their SHA-1 for interactive reads, before the last piece is passed on', async () => {
    sendsPhoto({ 'x-content-sha1': sha1.toUpperCase() });
    const good = await source.open('a', { priority: 'interactive', signal });
    expect((await bytesOf(good)).equals(photo)).to.equal(true);

    const rotten = Buffer.from(photo);
    rotten.writeUInt8(rotten.readUInt8(7) ^ 1, 7);
    sendsPhoto({ 'x-content-sha1': sha1 }, rotten);
    const bad = await source.open('a', { priority: 'interactive', signal });
    let came = 0;
    bad.body.on('data', (piece: Buffer) => (came += piece.length));
    const [error] = (await once(bad.body, 'error').catch((thrown: unknown) => [thrown])) as [{ code: string }];
    expect(error.code).to.equal('integrity');
    expect(came).to.be.below(photo.length);
  });

  it('without bytes are verified as well', async () => {
    const empty = createHash('sha1').digest('hex');
    sendsPhoto({ 'content-length': '0', 'x-content-sha1': empty }, Buffer.alloc(0));
    expect(await bytesOf(await source.open('a', { priority: 'interactive', signal }))).to.have.length(0);
    sendsPhoto({ 'content-length': '0', 'x-content-sha1': sha1 }, Buffer.alloc(0));
    const wrong = await source.open('a', { priority: 'interactive', signal });
    expect(await failureOf(bytesOf(wrong))).to.include({ code: 'integrity' });
  });

  it('fail with timeout if they stall', async () => {
    sends((response) => {
      response.writeHead(200, photoHeaders(photo.length));
      response.write(photo.subarray(0, 1000));
    });
    const hasty = sourceAt(bridge.url, { limits: { contentIdle: 300 } });
    const content = await hasty.open('a', { signal });
    expect(await failureOf(bytesOf(content))).to.include({ code: 'timeout' });
    await until(() => bridge.underWay === 0);
    await hasty.close();
  });

  it('can be read slowly, with limited buffers', async () => {
    const large = 40 * 1024 * 1024;
    let sent = 0;
    sends((response) => {
      response.writeHead(200, photoHeaders(large));
      const more = (): void => {
        while (sent < large) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const hasty = sourceAt(bridge.url, { limits: { contentIdle: 1500 } });
    const content = await hasty.open('a', { signal });
    const pieces = content.body[Symbol.asyncIterator]();
    await pieces.next();
    // Longer than the idle timeout, which does not apply while the reader pauses.
    await sleep(3500);
    // No more than the buffers of the kernel and our own.
    expect(sent).to.be.below(16 * 1024 * 1024);
    let came = 0;
    for await (const piece of content.body as AsyncIterable<Buffer>) came += piece.length;
    expect(came).to.be.above(large - 1024 * 1024);
    await hasty.close();
  });

  it('that are not read release the bridge before the timeout', async () => {
    sends((response) => {
      response.writeHead(200, photoHeaders(photo.length));
      response.write(photo.subarray(0, 1000));
    });
    const { body } = await source.open('a', { signal });
    expect(bridge.underWay).to.equal(1);
    body.destroy();
    await until(() => bridge.underWay === 0, defaultTimeLimits.contentIdle / 2000);
  });

  it('are aborted by the signal, before and after the response begins', async () => {
    const early = new AbortController();
    sends(() => {
      early.abort(new Error('no longer wanted'));
    });
    let thrown: unknown;
    await source.open('a', { signal: early.signal }).catch((error: unknown) => (thrown = error));
    expect(thrown).to.equal(early.signal.reason);
    await until(() => bridge.underWay === 0);

    sends((response) => {
      response.writeHead(200, photoHeaders(photo.length));
      response.write(photo.subarray(0, 1000));
    });
    const late = new AbortController();
    const content = await source.open('a', { signal: late.signal });
    late.abort();
    let ended: unknown;
    await bytesOf(content).catch((error: unknown) => (ended = error));
    expect(ended).to.be.instanceOf(Error);
    expect(content.body.destroyed).to.equal(true);
    await until(() => bridge.underWay === 0);
  });

  it('fail with bad_range beyond their end', async () => {
    sends((response) => {
      sendError(response, 416, 'bad_range');
    });
    expect(await failureOf(source.open('a', { range: { start: 1e9 }, signal }))).to.include({ code: 'bad_range' });
  });
});
