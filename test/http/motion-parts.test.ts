import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Photo, Signature } from '../../core/http/wire.ts';
import { SourceError, type PhotoSource, type SourceContent } from '../../core/plugin-api/index.ts';
import { Motions } from '../../core/store/photos/motions.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

type Opened = Parameters<PhotoSource['open']>;

const still = Buffer.from(Array.from({ length: 900 }, (_, at) => at % 251));
const clip = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(76, 9)]);
const whole = Buffer.concat([still, clip]);

/** Has photos whose files contain a video, and separate motion parts. */
class TwofoldSource implements Pick<PhotoSource, 'open' | 'openMotion'> {
  seeks = true;
  rev = 'r1';
  failure: Error | undefined;
  readonly opened: Readable[] = [];
  /** The requests to the source. */
  readonly asked: string[] = [];
  body: (bytes: Buffer) => Readable = (bytes) => Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]);

  open = (uid: string, { range }: Opened[1]): Promise<SourceContent> => this.#content('photo', uid, whole, range);

  openMotion = (uid: string, { range }: Opened[1]): Promise<SourceContent> => this.#content('motion', uid, clip, range);

  async #content(part: string, uid: string, bytes: Buffer, range: Opened[1]['range']): Promise<SourceContent> {
    this.asked.push(`${part} ${uid}`);
    await Promise.resolve();
    if (this.failure) throw this.failure;
    const given = this.seeks ? range : undefined;
    const total = bytes.length;
    const start = given === undefined ? 0 : given.start < 0 ? Math.max(0, total + given.start) : given.start;
    const end = Math.min(total - 1, given?.end ?? total - 1);
    if (start > end) throw new SourceError('bad_range', 'outside');
    const body = this.body(bytes.subarray(start, end + 1));
    this.opened.push(body);
    return {
      ...{ body, mediaType: 'text/html', length: end + 1 - start, totalLength: total, rev: this.rev, modifiedTime: 0 },
      range: given === undefined ? null : { start, end },
    };
  }
}

describe('the motion part of a live photo', () => {
  let s: LibraryServer;
  let source: TwofoldSource;
  let motions: Motions;

  beforeEach(async () => {
    source = new TwofoldSource();
    s = await libraryServer({
      open: (uid, options) => source.open(uid, options),
      openMotion: (uid, options) => source.openMotion(uid, options),
    });
    motions = new Motions(s.db);
    const apart = s.rows.add({ uid: 'apart', kind: 'live', name: 'IMG_1.HEIC' });
    motions.told(apart, 'r1', { mediaType: 'video/quicktime', size: clip.length });
    const inside = s.rows.add({ uid: 'inside', name: 'PXL_1.MP.jpg' });
    motions.found(inside, 'r1', { mediaType: 'video/mp4', start: still.length, length: clip.length });
    s.rows.add({ uid: 'plain' });
  });
  afterEach(() => s.stop());

  const motion = (uid: string, headers: Record<string, string> = {}) =>
    s.get(`/api/photos/${uid}/motion`, { ...s.reader, ...headers });

  for (const uid of ['apart', 'inside']) {
    describe(uid === 'apart' ? 'that the source stores separately' : 'inside the photo’s file', () => {
      it('is sent whole, with its own type and name', async () => {
        const answer = await motion(uid);
        expect([answer.statusCode, answer.rawPayload.equals(clip)]).to.deep.equal([200, true]);
        const [type, name] = uid === 'apart' ? ['video/quicktime', 'IMG_1.MOV'] : ['video/mp4', 'PXL_1.MP.mp4'];
        expect(answer.headers).to.include({
          'content-type': type,
          'content-length': String(clip.length),
          'accept-ranges': 'bytes',
          'cache-control': 'private, no-cache',
        });
        expect(answer.headers['content-disposition']).to.contain(`filename="${name}"`);
      });

      it('is sent in ranges, as players request it', async () => {
        const size = clip.length;
        const parts = { '0-1': [0, 1], '4-7': [4, 7], '90-': [90, size - 1], '-5': [size - 5, size - 1] } as const;
        for (const seeks of [true, false]) {
          source.seeks = seeks;
          for (const [range, [start, end]] of Object.entries(parts)) {
            const answer = await motion(uid, { range: `bytes=${range}` });
            const isWhole = uid === 'apart' && !seeks;
            const expected = isWhole ? clip : clip.subarray(start, end + 1);
            expect([answer.statusCode, answer.rawPayload.equals(expected)], range).to.deep.equal([
              isWhole ? 200 : 206,
              true,
            ]);
            if (!isWhole) expect(answer.headers['content-range']).to.equal(`bytes ${start}-${end}/${size}`);
          }
        }
      });

      it('cannot be read beyond its end, so that no other part of the file is exposed', async () => {
        for (const range of [`${clip.length}-`, '5000-6000', '-0', `${clip.length}-${clip.length + 5}`]) {
          const answer = await motion(uid, { range: `bytes=${range}` });
          expect(answer.statusCode, range).to.equal(416);
          expect(answer.headers['content-range']).to.equal(`bytes */${clip.length}`);
        }
        const beyond = await motion(uid, { range: `bytes=90-${whole.length * 2}` });
        expect(beyond.rawPayload.equals(clip.subarray(90))).to.equal(true);
      });

      it('is not sent again to clients that have it', async () => {
        const etag = String((await motion(uid)).headers['etag']);
        expect(etag).to.not.equal(String((await s.get(`/api/photos/${uid}/full`)).headers['etag']));
        expect((await motion(uid, { 'if-none-match': etag })).statusCode).to.equal(304);
        const headers = { range: 'bytes=0-3' };
        expect((await motion(uid, { ...headers, 'if-range': etag })).statusCode).to.equal(206);
        expect((await motion(uid, { ...headers, 'if-range': '"other"' })).statusCode).to.equal(200);
        expect(source.opened.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded)).to.be.empty;
      });

      it('is listed in the photo’s data, with type and size', async () => {
        const { motion: told, kind } = await s.json<Photo>(`/api/photos/${uid}`);
        const type = uid === 'apart' ? 'video/quicktime' : 'video/mp4';
        expect([kind, told]).to.deep.equal(['live', { media_type: type, size: clip.length }]);
      });

      it('is available to everyone who sees the photo, and with a signed URL', async () => {
        for (const as of [s.reader, s.writer, s.admin]) expect((await motion(uid, as)).statusCode).to.equal(200);
        const path = `/api/photos/${uid}/motion`;
        const { sig, exp } = JSON.parse((await s.send('POST', '/api/sign', { path }, s.reader)).payload) as Signature;
        expect((await s.get(`${path}?sig=${encodeURIComponent(sig)}&exp=${exp}`, {})).statusCode).to.equal(200);
        expect((await s.get(path, {})).statusCode).to.equal(401);
        const full = `/api/photos/${uid}/full?sig=${encodeURIComponent(sig)}&exp=${exp}`;
        expect((await s.get(full, {})).statusCode, 'another path').to.equal(403);
      });

      it('of a hidden photo is not found by readers', async () => {
        await s.send('PATCH', `/api/photos/${uid}`, { hidden: true }, s.writer);
        const statuses = await Promise.all([s.reader, s.writer, s.admin].map((as) => motion(uid, as)));
        expect(statuses.map(({ statusCode }) => statusCode)).to.deep.equal([404, 200, 200]);
        expect((await motion(uid)).payload).to.equal((await motion('none')).payload);
      });

      it('is answered with 503 while the source is unreachable', async () => {
        source.failure = new SourceError('unreachable', 'away');
        expect((await motion(uid)).statusCode).to.equal(503);
      });
    });
  }

  it('is answered with 404 for photos without one and unknown photos, without asking the source', async () => {
    for (const uid of ['plain', 'none']) expect((await motion(uid)).statusCode, uid).to.equal(404);
    expect((await s.json<Photo>('/api/photos/plain')).motion).to.equal(null);
    expect(source.asked).to.deep.equal([]);
  });

  it('inside a file is not found while a newer version of the file is not analysed yet', async () => {
    s.db.prepare(`UPDATE photos SET rev = 'r2' WHERE uid = 'inside'`).run();
    expect((await motion('inside')).statusCode).to.equal(404);
    expect((await s.json<Photo>('/api/photos/inside')).motion).to.equal(null);
  });

  it('is never read from content other than the analysed one', async () => {
    source.rev = 'r2';
    expect((await motion('inside')).statusCode).to.equal(502);
    source.rev = 'r1';
    motions.found(2, 'r1', { mediaType: 'video/mp4', start: still.length, length: clip.length + 1 });
    expect((await motion('inside')).statusCode).to.equal(502);
    expect(source.opened.every(({ destroyed }) => destroyed)).to.equal(true);
  });

  it('that ends early aborts the response, so that it does not look complete', async () => {
    source.body = (bytes) => Readable.from([bytes.subarray(0, bytes.length - 1)]);
    for (const uid of ['apart', 'inside']) {
      const outcome = await motion(uid).then(
        ({ rawPayload }) => rawPayload.length,
        () => 0,
      );
      expect(outcome, uid).to.be.below(clip.length);
    }
  });

  it('is answered with 404 if its source no longer has it', async () => {
    source.failure = new SourceError('not_found', 'gone');
    expect((await motion('apart')).statusCode).to.equal(404);
  });
});
