import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { httpFrame, type HttpFrame } from '../support/http-frame.ts';

/** Sends the bytes and returns all that comes until the server closes. The timeout only ends a test that hangs. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setTimeout(60_000, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', reject);
    socket.write(bytes, 'latin1');
  });
}

const statuses = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** After this request, the server closes the connection. */
const next = 'GET /api/auth/limits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('hostile requests', () => {
  let frame: HttpFrame;
  let port: number;

  before(async () => {
    frame = await httpFrame({});
    await frame.server.start();
    ({ port } = frame.server.info as { port: number });
  });
  after(() => frame.stop());

  describe('that a proxy and the server could split differently', () => {
    const post = (head: string, body: string): string =>
      `POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`;
    const smuggled: Record<string, string> = {
      'a length and chunks': post('Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\nG${next}`),
      'chunks and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 4', `5\r\nGPOST\r\n0\r\n\r\n${next}`),
      'two lengths': post('Content-Length: 2\r\nContent-Length: 40', `{}${next}`),
      'a list of lengths': post('Content-Length: 2, 2', `{}${next}`),
      'a length with a sign': post('Content-Length: +2', `{}${next}`),
      'a space before the colon': post('Content-Length : 2', `{}${next}`),
      'chunks twice': post('Transfer-Encoding: chunked, chunked', `0\r\n\r\n${next}`),
      'chunks and no chunks': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${next}`),
      'an unknown coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${next}`),
      'a header over two lines': post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${next}`),
      'a chunk that does not end': post('Transfer-Encoding: chunked', `2\r\n{}XX0\r\n\r\n${next}`),
      'chunks between bare line feeds': post('Transfer-Encoding: chunked', `2\n{}\n0\n\n${next}`),
      'a bare line feed': `GET /api/auth/limits HTTP/1.1\r\nHost: x\nX: y\r\n\r\n${next}`,
      'a bare carriage return': `GET /api/auth/limits HTTP/1.1\r\nHost: x\r\nX: y\rContent-Length: 5\r\n\r\n${next}`,
    };
    for (const [what, bytes] of Object.entries(smuggled)) {
      it(`are rejected together with what follows: ${what}`, async () => {
        const answer = await exchange(port, bytes);
        expect(statuses(answer)).to.deep.equal([400]);
        expect(answer).to.include('X-Content-Type-Options: nosniff').and.include('Connection: close');
      });
    }

    it('are distinguished from valid ones', async () => {
      expect(statuses(await exchange(port, post('Content-Length: 2', `{}${next}`)))).to.deep.equal([401, 200]);
    });
  });

  it('are rejected if they name two hosts', async () => {
    const answer = await exchange(port, 'GET /api/auth/limits HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n');
    expect(statuses(answer)).to.deep.equal([400]);
    expect(answer).to.include('Host');
  });

  it('are rejected if their headers are too large, without affecting others', async () => {
    const flood = Array.from({ length: 3000 }, (_, i) => `X-${i}: 1\r\n`).join('');
    const heads = [flood, `Cookie: ${'a=1;'.repeat(6000)}\r\n`];
    for (const head of heads) {
      const answer = await exchange(port, `GET /api/auth/limits HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
      expect(statuses(answer)).to.deep.equal([431]);
    }
    expect(statuses(await exchange(port, next))).to.deep.equal([200]);
  });

  describe('from a page of another site', () => {
    const body = JSON.stringify({ username: 'somebody', password: 'some-password' });
    const send = (headers: Record<string, string>) =>
      frame.inject({ method: 'POST', url: '/api/auth/login', payload: body, headers });

    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      it(`cannot sign in with a form: ${type}`, async () => {
        expect((await send({ 'content-type': type })).statusCode).to.equal(415);
      });
    }

    it('cannot sign in with a body without a content type', async () => {
      for (const head of ['', 'Content-Type:\r\n']) {
        const lines = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
        const answer = await exchange(port, lines);
        expect(statuses(answer)).to.deep.equal([415]);
        expect(answer.toLowerCase()).not.to.include('set-cookie');
      }
    });

    it('cannot sign in with a chunked body without a content type either', async () => {
      const pieces = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const head =
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
      expect(statuses(await exchange(port, head + pieces))).to.deep.equal([415]);
    });

    it('get no CORS headers for a preflight', async () => {
      const { headers } = await frame.inject({
        method: 'OPTIONS',
        url: '/api/auth/login',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    });
  });

  it('do not have a compressed body unpacked beyond the size limit', async () => {
    const bomb = gzipSync(`{"username":"${'a'.repeat(64 * 1024 * 1024)}"}`);
    const before = process.memoryUsage().rss;
    const answer = await frame.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: bomb,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(answer.statusCode).to.equal(413);
    expect(process.memoryUsage().rss - before).to.be.lessThan(48 * 1024 * 1024);
  });

  it('cannot pollute the prototype of objects', async () => {
    for (const body of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await frame.inject({ method: 'POST', url: '/api/auth/login', payload: body, headers });
      expect(answer.statusCode).to.equal(400);
    }
    expect({}).not.to.have.property('polluted');
  });
});
