import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { contentDisposition } from '../../core/http/pipeline/media-reply.ts';
import { openSqlite } from '../../core/plugin-api/toolkit/index.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { drain } from '../support/bare-connection.ts';

const bytes = Buffer.from('a picture');

/** What the index stores for half a surrogate pair: one replacement character or three, depending on the driver. */
const marks = String(openSqlite(':memory:').prepare('SELECT ?').pluck().get('\ud800'));

/** Each name with the ASCII and the full form in which it is sent. */
const names: Record<string, [name: string, ascii: string, whole: string]> = {
  'Latin-1 accents': ['ýml þing.jpg', 'yml _ing.jpg', 'ýml þing.jpg'],
  umlauts: ['Müßig.jpg', 'Mu_ig.jpg', 'Müßig.jpg'],
  ASCII: ['IMG_0001.JPG', 'IMG_0001.JPG', 'IMG_0001.JPG'],
  quotes: ['"; filename="evil.exe', '_; filename=_evil.exe', '"; filename="evil.exe'],
  'line breaks': ['a\r\nSet-Cookie: x=y\r\n\r\n<b>.jpg', 'aSet-Cookie: x=y<b>.jpg', 'aSet-Cookie: x=y<b>.jpg'],
  folders: ['../..\\etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
  percents: ['100%41.jpg', '100_41.jpg', '100%41.jpg'],
  'special characters of the extended form': ["it's (1)*.jpg", "it's (1)*.jpg", "it's (1)*.jpg"],
  emoji: ['👩‍👩‍👧 🏖.jpg', '_____ _.jpg', '👩‍👩‍👧 🏖.jpg'],
  'Hebrew with a direction override': ['תמונה\u202Egpj.exe', '_____gpj.exe', 'תמונהgpj.exe'],
  'half a surrogate pair': ['\ud800 alone.jpg', `${'_'.repeat(marks.length)} alone.jpg`, `${marks} alone.jpg`],
  'only spaces': ['  ', 'photo', 'photo'],
  'an empty name': ['', 'photo', 'photo'],
  '5,000 characters': [`${'é'.repeat(4996)}.jpg`, `${'e'.repeat(251)}.jpg`, `${'é'.repeat(251)}.jpg`],
  '5,000 emoji': [`${'🏖'.repeat(4996)}.jpeg`, `${'_'.repeat(250)}.jpeg`, `${'🏖'.repeat(250)}.jpeg`],
};

describe('the name of a downloaded photo', () => {
  let s: LibraryServer;
  before(async () => {
    s = await libraryServer({
      open: () =>
        Promise.resolve({
          body: Readable.from([bytes]),
          mediaType: 'image/jpeg',
          length: bytes.length,
          totalLength: bytes.length,
          range: null,
          rev: 'r1',
          modifiedTime: 0,
        }),
    });
    await s.server.start();
  });
  after(() => s.stop());

  /** The raw bytes of the response headers. */
  const head = async (path: string): Promise<Buffer> => {
    const socket = connect({ port: Number(s.server.info.port), host: '127.0.0.1' });
    const headers = { host: 'x', connection: 'close', ...s.reader };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const answer = await drain(socket);
    return answer.subarray(0, answer.indexOf('\r\n\r\n'));
  };

  for (const [at, [what, [name, ascii, whole]]] of Object.entries(names).entries()) {
    it(`is sent in ASCII and in full, and cannot add headers: ${what}`, async () => {
      s.rows.add({ uid: `named-${at}`, name });
      for (const [query, type] of [
        ['', 'inline'],
        ['?download=1', 'attachment'],
      ]) {
        const raw = await head(`/api/photos/named-${at}/full${query}`);
        expect(raw.subarray(0, 15).toString()).to.equal('HTTP/1.1 200 OK');
        expect(raw.filter((byte) => byte > 0x7e).length, 'non-ASCII bytes').to.equal(0);
        const found = raw
          .toString()
          .split('\r\n')
          .filter((line) => /^(content-disposition|set-cookie)/i.test(line));
        expect(found).to.have.length(1);
        const parts = /^content-disposition: (\w+); filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/i.exec(
          found[0]!,
        );
        expect(parts?.slice(1, 3), found[0]).to.deep.equal([type, ascii]);
        expect(decodeURIComponent(parts![3]!)).to.equal(whole);
      }
    });
  }

  it('may contain half a surrogate pair', () => {
    expect(contentDisposition('inline', '\udc00.jpg')).to.equal(
      'inline; filename="_.jpg"; filename*=UTF-8\'\'%EF%BF%BD.jpg',
    );
  });
});
