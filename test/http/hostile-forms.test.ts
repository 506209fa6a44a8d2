import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { Upload } from '../../core/http/pipeline/upload.ts';
import { DomainError } from '../../core/domain/errors.ts';
import { uploadForm } from '../support/upload-form.ts';

const MB = 1024 * 1024;
const rules = { part: 'file', maxBytes: 20 * MB, mediaTypes: ['image/jpeg'] };
const typeWith = (boundary: string): string => `multipart/form-data; boundary=${boundary}`;

interface Outcome {
  readonly bytes?: Uint8Array;
  readonly kind?: string;
  readonly message?: string;
  /** The number of bytes of the body that were read up to the result. */
  readonly taken: number;
  /** Whether reading of the body began. */
  readonly begun: boolean;
}

/** Reads an upload as a route does. */
async function read(body: Buffer, contentType: string, { chunk = 64 * 1024, length = true } = {}): Promise<Outcome> {
  let taken = 0;
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < body.length; at += chunk) {
      taken = Math.min(body.length, at + chunk);
      yield body.subarray(at, at + chunk);
    }
  }
  const headers = { 'content-type': contentType, ...(length && { 'content-length': String(body.length) }) };
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: 64 * 1024 });
  try {
    const bytes = await new Upload(stream, headers, rules).read(new AbortController().signal);
    return { bytes, taken, begun: true };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: error.kind, message: error.message, taken, begun: stream.readableFlowing !== null };
  }
}

const fileHead = 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
const form = (boundary: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${fileHead}`),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

describe('a hostile form', () => {
  /** The bytes that the stream has read ahead, plus more than a form may have beside its file. */
  const soon = 3 * 64 * 1024;

  const endless: Record<string, { start: string; repeated: string }> = {
    'tiny files': { start: '', repeated: `--a\r\n${fileHead}x\r\n` },
    'tiny fields': { start: '', repeated: '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n' },
    'boundaries only': { start: '', repeated: '--a\r\n' },
    'headers of one part': { start: '--a\r\n', repeated: 'x: y\r\n' },
    'characters of one header': { start: '--a\r\nContent-Disposition: form-data; name="', repeated: 'x' },
    'characters of one field': { start: '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n', repeated: 'x' },
    'text before the first part': { start: '', repeated: 'x' },
    'text after the last part': { start: `--a\r\n${fileHead}x\r\n--a--\r\n`, repeated: 'x' },
    'spaces after a boundary': { start: '--a', repeated: ' ' },
  };
  for (const [what, { start, repeated }] of Object.entries(endless)) {
    it(`with endless ${what} is refused near its beginning`, async () => {
      const body = Buffer.alloc(20 * MB, repeated);
      body.write(start);
      const { kind, message, taken } = await read(body, typeWith('a'));
      expect(kind, message).to.equal('bad_input');
      expect(taken).to.be.at.most(soon);
    });
  }

  it('with a second file is refused before that file is read', async () => {
    const second = `\r\n--a\r\n${fileHead}`;
    const body = Buffer.concat([form('a', 'x').subarray(0, -9), Buffer.from(second), Buffer.alloc(15 * MB)]);
    const { message, taken } = await read(body, typeWith('a'));
    expect(message).to.equal('Send exactly one part named file.');
    expect(taken).to.be.at.most(soon);
  });

  it('whose file is too large is refused at the limit, with or without Content-Length', async () => {
    const body = form('a', Buffer.alloc(40 * MB));
    for (const length of [true, false]) {
      const { kind, taken } = await read(body, typeWith('a'), { length });
      expect(kind).to.equal('too_large');
      expect(taken).to.be.at.most(20 * MB + soon);
    }
  });

  it('with a header of 60,000 characters is refused', async () => {
    const body = form('a', 'x')
      .toString()
      .replace('name="file"', `name="file"; ${'x'.repeat(60_000)}`);
    expect((await read(Buffer.from(body), typeWith('a'))).message).to.match(/more than 4 KiB beside its file/);
  });

  const unreadable: Record<string, [body: Buffer, contentType: string]> = {
    'without a boundary': [form('a', 'x'), 'multipart/form-data'],
    'with an empty boundary': [form('', 'x'), 'multipart/form-data; boundary=""'],
    // 256 bytes with the characters before it: the table for searching it counts to 255.
    'with a boundary of 252 characters': [form('b'.repeat(252), 'x'), typeWith('b'.repeat(252))],
    'with a boundary of 15,000 characters': [form('b'.repeat(15_000), 'x'), typeWith('b'.repeat(15_000))],
    'with a boundary of other characters': [form('ü', 'x'), typeWith('"ü"')],
  };
  for (const [what, [body, contentType]] of Object.entries(unreadable)) {
    it(`${what} is refused before it is read`, async () => {
      // With and without Content-Length, which must not matter.
      for (const length of [true, false]) {
        const { kind, message, begun } = await read(body, contentType, { length });
        expect({ kind, begun }, message).to.deep.equal({ kind: 'bad_input', begun: false });
      }
    });
  }

  const broken: Record<string, [body: string, contentType: string]> = {
    'with a boundary other than the announced one': [form('a', 'x').toString(), typeWith('b')],
    'without an end': [`--a\r\n${fileHead}x`, typeWith('a')],
    'that ends in its headers': ['--a\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n', typeWith('a')],
    'that ends in a boundary': [`--a\r\n${fileHead}x\r\n--a`, typeWith('a')],
    'that is empty': ['', typeWith('a')],
    'with bare line feeds': [form('a', 'x').toString().replaceAll('\r\n', '\n'), typeWith('a')],
    'with a part without headers': ['--a\r\n\r\nx\r\n--a--\r\n', typeWith('a')],
    'with a part without a name': [
      '--a\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n--a--\r\n',
      typeWith('a'),
    ],
    'with an invalid header': ['--a\r\nno header\r\n\r\nx\r\n--a--\r\n', typeWith('a')],
    'with the name __proto__': [
      '--a\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--a--\r\n',
      typeWith('a'),
    ],
    'with a file in base64': [
      `--a\r\nContent-Transfer-Encoding: base64\r\n${fileHead}eHh4\r\n--a--\r\n`,
      typeWith('a'),
    ],
    'with a nested form': [
      '--a\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
        `${form('b', 'x').toString()}\r\n--a--\r\n`,
      typeWith('a'),
    ],
  };
  for (const [what, [body, contentType]] of Object.entries(broken)) {
    it(`${what} is refused, in chunks of any size`, async () => {
      for (const chunk of [1, 7, 64 * 1024]) {
        // With and without Content-Length, which must not matter.
        const { kind, message } = await read(Buffer.from(body), contentType, { chunk, length: chunk === 7 });
        expect(kind, message).to.equal('bad_input');
      }
    });
  }

  it('with a content type other than multipart/form-data is refused before it is read', async () => {
    for (const type of ['', 'multipart/mixed; boundary=a', 'multipart/form-data-x; boundary=a', ';;;', 'image/jpeg']) {
      const { kind, begun } = await read(form('a', 'x'), type);
      expect({ kind, begun }, type).to.deep.equal({ kind: 'not_an_image', begun: false });
    }
  });
});

describe('the file of a form', () => {
  const nearlyBoundaries = Buffer.from(
    '\r\n--\r\n--ab\r\n\r\n--abcde\r\r\n--abcdeg\r\n----abcdef\n--abcdef--\r\n-\r\n--abcde'.repeat(50),
  );
  const files: Record<string, Buffer> = {
    'with almost a boundary in it': nearlyBoundaries,
    'that is another form': form('b', 'x'),
    'of line breaks': Buffer.alloc(9999, '\r\n'),
    'of one byte': Buffer.from('\r'),
    'without any bytes': Buffer.alloc(0),
  };
  for (const [what, content] of Object.entries(files)) {
    it(`${what} is received unchanged, in chunks of any size`, async () => {
      for (const chunk of [1, 2, 3, 11, 4096, 4097, 65536]) {
        const { bytes, message } = await read(form('abcdef', content), typeWith('abcdef'), { chunk });
        expect(bytes && content.equals(bytes), `${chunk}: ${message}`).to.equal(true);
      }
    });
  }

  it('is received completely if Content-Length is missing or wrong', async () => {
    const content = randomBytes(3 * MB + 17);
    expect((await read(form('a', content), typeWith('a'), { length: false })).bytes).to.deep.equal(
      new Uint8Array(content),
    );
    const body = Readable.from([form('a', content)], { objectMode: false });
    const headers = { 'content-type': typeWith('a'), 'content-length': '5' };
    const bytes = await new Upload(body, headers, rules).read(new AbortController().signal);
    expect(content.equals(bytes)).to.equal(true);
  });

  it('is received from forms as browsers send them', async () => {
    const content = randomBytes(100_000);
    const { payload, headers } = await uploadForm({ file: content });
    expect(content.equals((await read(payload, headers['content-type']!)).bytes!)).to.equal(true);
    const quoted = headers['content-type']!.replace(/boundary=(.*)/, 'charset=utf-8; Boundary="$1"');
    expect(content.equals((await read(payload, quoted)).bytes!)).to.equal(true);
  });

  it('is received without the text before and after it', async () => {
    const body = Buffer.concat([Buffer.from('before\r\n'), form('a', 'x'), Buffer.from('after')]);
    expect((await read(body, typeWith('a'))).bytes).to.deep.equal(new Uint8Array([0x78]));
  });
});
