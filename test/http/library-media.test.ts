import { Readable } from 'node:stream';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { request } from 'node:http';
import { once } from 'node:events';
import { expect } from 'chai';
import sharp from 'sharp';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { ErrorBody, PhotoList } from '../../core/http/wire.ts';
import { SourceError, type PhotoSource, type SourceContent } from '../../core/plugin-api/index.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { until } from '../support/until.ts';

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));

/** A photo source in memory that serves ranges. */
class MemorySource implements Pick<PhotoSource, 'open'> {
  content: Buffer = bytes;
  rev = 'r1';
  /** All streams that were opened. */
  readonly opened: Readable[] = [];
  failure: Error | undefined;
  body: ((part: Buffer) => Readable) | undefined;
  /** The priority of the last read. */
  priority: string | undefined;

  open = (_uid: string, { range, priority }: Parameters<PhotoSource['open']>[1]): Promise<SourceContent> => {
    this.priority = priority;
    if (this.failure) return Promise.reject(this.failure);
    const total = this.content.length;
    const start = range === undefined ? 0 : range.start < 0 ? Math.max(0, total + range.start) : range.start;
    const end = Math.min(total - 1, range?.end ?? total - 1);
    if (start > end) return Promise.reject(new SourceError('bad_range', 'outside'));
    const part = this.content.subarray(start, end + 1);
    const body = this.body?.(part) ?? Readable.from([part.subarray(0, 10), part.subarray(10)]);
    this.opened.push(body);
    return Promise.resolve({
      body,
      mediaType: 'image/jpeg',
      length: part.length,
      totalLength: total,
      range: range === undefined ? null : { start, end },
      rev: this.rev,
      modifiedTime: 0,
    });
  };
}

describe('the files of photos', () => {
  let s: LibraryServer;
  let source: MemorySource;

  beforeEach(async () => {
    source = new MemorySource();
    s = await libraryServer({ open: (uid, options) => source.open(uid, options) });
    const id = s.rows.add({ uid: 'a', name: 'Grüße "aus" 日本.jpg' });
    const file = thumbPath(join(s.dataDir, 'thumbs'), id);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'webp bytes');
  });
  afterEach(() => s.stop());

  const full = (headers: Record<string, string> = {}, query = '') =>
    s.get(`/api/photos/a/full${query}`, { ...s.reader, ...headers });

  describe('thumbnails', () => {
    it('come from disk and are cached forever, with an ETag', async () => {
      const answer = await s.get('/api/photos/a/thumb');
      expect(answer.statusCode).to.equal(200);
      expect(answer.payload).to.equal('webp bytes');
      expect(answer.headers).to.include({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
      });
      const again = await s.get('/api/photos/a/thumb', {
        ...s.reader,
        'if-none-match': String(answer.headers['etag']),
      });
      expect(again.statusCode).to.equal(304);
      expect(again.payload).to.equal('');
    });

    it('get another ETag and URL when their content changes', async () => {
      const before = await s.get('/api/photos/a/thumb');
      const { photos } = await s.json<PhotoList>('/api/photos');
      s.db.exec('UPDATE photos SET thumb_revision = 2');
      const after = await s.get('/api/photos/a/thumb', {
        ...s.reader,
        'if-none-match': String(before.headers['etag']),
      });
      expect(after.statusCode).to.equal(200);
      expect((await s.json<PhotoList>('/api/photos')).photos[0]!.thumb_url).to.not.equal(photos[0]!.thumb_url);
    });

    it('open with their signed URL, without a token', async () => {
      const { photos } = await s.json<PhotoList>('/api/photos');
      const answer = await s.server.inject(photos[0]!.thumb_url!);
      expect(answer.payload).to.equal('webp bytes');
      expect((await s.server.inject('/api/photos/a/thumb')).statusCode).to.equal(401);
    });

    it('are answered with an uncached 404 if a power loss has left an empty file', async () => {
      const id = s.rows.add({ uid: 'empty', thumbRevision: 1 });
      writeFileSync(thumbPath(join(s.dataDir, 'thumbs'), id), '');
      const { statusCode, headers } = await s.get('/api/photos/empty/thumb');
      expect([statusCode, headers['cache-control']]).to.deep.equal([404, 'no-store']);
    });

    it('are answered with 404 if they were never made or are lost', async () => {
      s.rows.add({ uid: 'bare', thumbRevision: 0 });
      s.rows.add({ uid: 'lost', thumbRevision: 1 });
      expect((await s.get('/api/photos/bare/thumb')).statusCode).to.equal(404);
      expect((await s.get('/api/photos/lost/thumb')).statusCode).to.equal(404);
    });
  });

  describe('originals', () => {
    it('are streamed whole, with their length, an ETag and their file name in any script', async () => {
      const answer = await full();
      expect(answer.statusCode).to.equal(200);
      expect(answer.rawPayload.equals(bytes)).to.equal(true);
      expect(answer.headers).to.include({ 'content-type': 'image/jpeg', 'accept-ranges': 'bytes' });
      expect(Number(answer.headers['content-length'])).to.equal(1000);
      expect(answer.headers['etag']).to.match(/^"[^"]+"$/);
      expect(answer.headers['content-disposition'])
        .to.match(/^inline; /)
        .and.include("filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22aus%22%20%E6%97%A5%E6%9C%AC.jpg");
      expect((await full({}, '?download=1')).headers['content-disposition']).to.match(/^attachment; /);
    });

    const ranges: [range: string, first: number, last: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=990-', 990, 999],
      ['bytes=-5', 995, 999],
      ['bytes=-5000', 0, 999],
      ['bytes=900-5000', 900, 999],
    ];
    for (const [range, first, last] of ranges) {
      it(`answer ${range} with that range`, async () => {
        const answer = await full({ range });
        expect(answer.statusCode).to.equal(206);
        expect(answer.headers['content-range']).to.equal(`bytes ${first}-${last}/1000`);
        expect(answer.rawPayload.equals(bytes.subarray(first, last + 1))).to.equal(true);
      });
    }

    for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'pages=1-2', 'nonsense']) {
      it(`ignore ${range} and are streamed whole`, async () => {
        const answer = await full({ range });
        expect(answer.statusCode).to.equal(200);
        expect(answer.rawPayload).to.have.length(1000);
      });
    }

    for (const range of ['bytes=1000-', 'bytes=-0']) {
      it(`answer ${range} with 416 and the length of the photo`, async () => {
        const answer = await full({ range });
        expect(answer.statusCode).to.equal(416);
        expect(answer.headers['content-range']).to.equal('bytes */1000');
        expect((JSON.parse(answer.payload) as ErrorBody).detail).to.be.a('string');
      });
    }

    it('are sent in part only if If-Range matches the current content', async () => {
      const { headers } = await full();
      const etag = String(headers['etag']);
      expect((await full({ range: 'bytes=0-9', 'if-range': etag })).statusCode).to.equal(206);
      expect((await full({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).to.equal(200);
      source.rev = 'r2';
      source.content = Buffer.alloc(500, 1);
      const changed = await full({ range: 'bytes=0-9', 'if-range': etag });
      expect(changed.statusCode).to.equal(200);
      expect(changed.rawPayload).to.have.length(500);
      expect(changed.headers['etag']).to.not.equal(etag);
    });

    it('are not read from the source if the client already has them', async () => {
      const { headers } = await full();
      const opened = source.opened.length;
      expect((await full({ 'if-none-match': String(headers['etag']) })).statusCode).to.equal(304);
      expect(source.opened).to.have.length(opened);
    });

    it('are read from the source with interactive priority', async () => {
      await full();
      expect(source.priority).to.equal('interactive');
    });

    it('answer HEAD with the headers of the whole file, whatever the range', async () => {
      for (const range of ['bytes=0-3', 'bytes=999999-', 'bytes=0-0,2-3']) {
        const { statusCode, headers } = await s.server.inject({
          method: 'HEAD',
          url: '/api/photos/a/full',
          headers: { ...s.reader, range },
        });
        expect(statusCode, range).to.equal(200);
        expect(headers['content-range'], range).to.equal(undefined);
        expect(Number(headers['content-length']), range).to.be.greaterThan(4);
      }
    });

    it('answer HEAD with headers only, and leave no stream open', async () => {
      const answer = await s.server.inject({ method: 'HEAD', url: '/api/photos/a/full', headers: s.reader });
      expect(answer.statusCode).to.equal(200);
      expect(Number(answer.headers['content-length'])).to.equal(1000);
      expect(answer.payload).to.equal('');
      expect(source.opened.every((stream) => stream.destroyed)).to.equal(true);
    });

    it('are sent as attachments if they could run as a page or script', async () => {
      for (const mime of [
        'text/html',
        'image/svg+xml',
        'application/javascript',
        'application/xhtml+xml',
        'image/jpeg; charset=x',
      ]) {
        s.db.prepare('UPDATE photos SET mime = ?').run(mime);
        const { headers } = await full();
        expect(headers['content-type'], mime).to.equal('application/octet-stream');
        expect(headers['content-disposition'], mime).to.match(/^attachment/);
      }
    });

    const failures: [error: Error, status: number][] = [
      [new SourceError('unreachable', 'x'), 503],
      [new SourceError('not_logged_in', 'x'), 503],
      [new SourceError('rate_limited', 'x', { retryAfter: 7 }), 503],
      [new SourceError('timeout', 'x'), 504],
      [new SourceError('bad_answer', 'x'), 502],
      [new SourceError('integrity', 'x'), 502],
      [new SourceError('not_found', 'x'), 404],
      [new TypeError('x'), 502],
    ];
    for (const [error, status] of failures) {
      it(`answer ${status} when the source fails with ${'code' in error ? String(error.code) : error.name}`, async () => {
        source.failure = error;
        const answer = await full();
        expect(answer.statusCode).to.equal(status);
        expect((JSON.parse(answer.payload) as ErrorBody).detail).to.match(/photo/);
      });
    }

    it('stop the read from the source when the client disconnects', async () => {
      source.body = () =>
        new Readable({
          read() {
            setTimeout(() => this.push(Buffer.alloc(64 * 1024)), 1);
          },
        });
      source.content = Buffer.alloc(1_000_000_000);
      await s.server.start();
      const client = request({ port: s.server.info.port, path: '/api/photos/a/full', headers: s.reader }).end();
      const [response] = (await once(client, 'response')) as [Readable];
      await once(response, 'data');
      response.on('error', () => undefined);
      client.destroy();
      await until(() => source.opened[0]!.destroyed);
    });
  });

  describe('?format=jpeg', () => {
    it('converts formats that browsers may not support', async () => {
      source.content = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#3a6ea5' } })
        .tiff()
        .toBuffer();
      s.db.prepare('UPDATE photos SET mime = ?, name = ?').run('image/tiff', 'scan.tif');
      const answer = await full({}, '?format=jpeg');
      expect(answer.headers['content-type']).to.equal('image/jpeg');
      expect(answer.headers['content-disposition']).to.include('scan.jpg');
      expect(answer.headers['accept-ranges'], 'it cannot be had in parts').to.equal('none');
      expect(await sharp(answer.rawPayload).metadata()).to.include({ format: 'jpeg', width: 30, height: 20 });
    });

    it('streams a JPEG unconverted', async () => {
      const answer = await full({}, '?format=jpeg');
      expect([answer.statusCode, answer.rawPayload.equals(bytes)]).to.deep.equal([200, true]);
      const part = await full({ range: 'bytes=5-9' }, '?format=jpeg');
      expect([part.statusCode, part.rawPayload.equals(bytes.subarray(5, 10))]).to.deep.equal([206, true]);
    });

    it('rejects videos and unknown output formats', async () => {
      s.db.exec(`UPDATE photos SET kind = 'video', mime = 'video/mp4'`);
      expect((await full({}, '?format=jpeg')).statusCode).to.equal(415);
      expect((await full({}, '?format=png')).statusCode).to.equal(400);
    });

    it('answers 415 if the photo cannot be decoded', async () => {
      s.db.exec(`UPDATE photos SET mime = 'image/heic'`);
      expect((await full({}, '?format=jpeg')).statusCode).to.equal(415);
    });
  });
});
