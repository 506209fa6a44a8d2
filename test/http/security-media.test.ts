import { expect } from 'chai';
import sharp from 'sharp';
import type { Role } from '../../core/domain/roles.ts';
import type { OwnSessions, Photo, PhotoList } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';

const page = Buffer.from('<!doctype html><script src="/api/photos/script/full"></script>');

/** Media types that could make a file more than an image. */
const dangerous = [
  'text/html',
  'text/html; charset=utf-7',
  'image/svg+xml',
  'image/svg+xml;charset=utf-8',
  'IMAGE/SVG+XML',
  'image/png, text/html',
  'image/png\r\nX-Injected: yes',
  'image/png\n\n<script>',
  'application/xhtml+xml',
  'application/xml',
  'application/pdf',
  'application/javascript',
  'text/css',
  'multipart/x-mixed-replace; boundary=x',
  'message/rfc822',
  'image/',
  '',
];

const names = [
  'a\r\nSet-Cookie: pf_refresh=stolen\r\n\r\n<script>.jpg',
  '"; filename="evil.exe',
  'evil\u202Egpj.exe',
  '../../../etc/passwd',
  'C:\\autoexec.bat',
  'a\0b.jpg',
  '\ud800 alone.jpg',
  '%0d%0aX-Injected: yes',
  '<img src=x onerror=alert(1)>.jpg',
  `${'x'.repeat(3990)}.jpg`,
];

async function json<T>(app: TestApp, url: string, as: Role = 'read'): Promise<T> {
  return JSON.parse((await app.call('GET', url, { as })).payload) as T;
}

describe('hostile photos', () => {
  let app: TestApp;
  let picture: Buffer;
  const source = new MemorySource();
  const typed = (at: number) => `type-${at}`;
  const named = (at: number) => `name-${at}`;

  before(async () => {
    picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a52' } })
      .jpeg()
      .toBuffer();
    for (const [at, mediaType] of dangerous.entries()) source.put(typed(at), page, { mediaType, name: `${at}.html` });
    for (const [at, name] of names.entries())
      source.put(named(at), Buffer.concat([picture, Buffer.from([at])]), { name });
    const exif = {
      IFD0: { ImageDescription: '<script>alert(1)</script>', Make: "'; DROP TABLE photos; --", Model: '\u202E<b>x' },
    };
    source.put('exif', await sharp(picture).withExif(exif).jpeg().toBuffer());
    app = await startTestApp({ handedOver: { provided: { 'photo-source': source } } });
    await app.untilIndexed();
  });
  after(() => app.stop());

  for (const [at, mediaType] of dangerous.entries()) {
    it(`are sent as attachments if their media type is ${JSON.stringify(mediaType)}`, async () => {
      const answer = await app.call('GET', `/api/photos/${typed(at)}/full`, { as: 'read' });
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers['content-type']).to.equal('application/octet-stream');
      expect(answer.headers['content-disposition']).to.match(/^attachment; filename=/);
      expect(answer.headers).to.include({ 'x-content-type-options': 'nosniff' });
      expect(answer.headers['content-security-policy']).to.equal("default-src 'self'; frame-ancestors 'none'");
      expect(answer.headers).not.to.have.property('x-injected');
    });
  }

  it('that are really web pages fail to be indexed, and are never converted to images', async () => {
    const photo = await json<Photo>(app, `/api/photos/${typed(0)}`);
    expect(photo.state).to.equal('failed');
    expect((await app.call('GET', `/api/photos/${typed(0)}/thumb`, { as: 'read' })).statusCode).to.equal(404);
    const jpeg = await app.call('GET', `/api/photos/${typed(2)}/full?format=jpeg`, { as: 'read' });
    expect(jpeg.statusCode).to.equal(415);
  });

  for (const [at, name] of names.entries()) {
    it(`cannot inject headers with the name ${JSON.stringify(name.slice(0, 30))}`, async () => {
      for (const query of ['', '?download=1', '?format=jpeg']) {
        const answer = await app.call('GET', `/api/photos/${named(at)}/full${query}`, { as: 'read' });
        expect(answer.statusCode).to.equal(200);
        expect(answer.rawPayload.subarray(0, 20).equals(picture.subarray(0, 20))).to.equal(true);
        expect(answer.headers).not.to.have.any.keys('set-cookie', 'x-injected');
        // One parameter, or two with the same meaning; quotes, control characters and folders cannot break out of them.
        expect(answer.headers['content-disposition']).to.match(
          /^(inline|attachment); filename="(?:[^"\\\p{Cc}/]|\\["\\])*"(?:; filename\*=UTF-8''[\w.%!#$&+^`|~-]*)?$/u,
        );
      }
    });
  }

  it('have their metadata treated as text', async () => {
    const { exif } = await json<{ exif: object }>(app, '/api/photos/exif/meta');
    expect(JSON.stringify(exif)).to.include('<script>alert(1)</script>').and.include('DROP TABLE photos');
    const answer = await app.call('GET', '/api/photos/exif/meta', { as: 'read' });
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
    const found = await json<{ total: number }>(app, '/api/search?q=script');
    expect(found.total).to.be.greaterThan(0);
    // Files that could not be decoded are listed by their names, without a thumbnail.
    const { photos } = await json<PhotoList>(app, '/api/photos?limit=100');
    const [shown, others] = [true, false].map((isShown) => photos.filter(({ fault }) => (fault === null) === isShown));
    expect(shown).to.have.length(names.length + 1);
    expect(others).to.have.length(dangerous.length);
    for (const { thumb_url } of others ?? []) expect(thumb_url).to.equal(null);
  });
});

describe('hostile readers', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ photos: 1 });
    await app.untilIndexed();
  });
  after(() => app.stop());

  it('can neither see nor end another user’s session', async () => {
    const others = (await json<OwnSessions>(app, '/api/auth/sessions', 'admin')).sessions;
    const own = (await json<OwnSessions>(app, '/api/auth/sessions')).sessions;
    expect(own.map(({ id }) => id)).not.to.include(others[0]?.id);
    const answer = await app.call('DELETE', `/api/auth/sessions/${others[0]?.id ?? ''}`, { as: 'read' });
    expect(answer.statusCode).to.equal(404);
    expect((await app.call('GET', '/api/auth/me', { as: 'admin' })).statusCode).to.equal(200);
  });
});
