import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { bridgeRig, rigToken, type BridgeRig } from '../../support/bridge-rig.ts';
import { until } from '../../support/until.ts';

const path = '/v1/photos/photo/full';

/** Bytes that differ everywhere, so that a shifted range is seen. */
const pattern = (size: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, i) => i * 2654435761).buffer).subarray(0, size);

describe('a photo from the bridge', () => {
  let rig: BridgeRig;
  const bytes = pattern(300_001);
  const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`;

  beforeEach(async () => {
    rig = await bridgeRig();
    rig.add({ uid: 'photo', bytes });
    rig.add({ uid: 'empty', bytes: Buffer.alloc(0) });
  });

  afterEach(async () => {
    await rig.stop();
    expect(rig.store.open, 'files that are still open').to.equal(0);
  });

  const ask = (headers: Record<string, string> = {}, method = 'GET', uid = 'photo') =>
    rig.get(`/v1/photos/${uid}/full`, { headers, method });

  describe('whole', () => {
    const facts = {
      'content-length': '300001',
      'content-type': 'image/jpeg',
      etag,
      'last-modified': 'Sun, 13 Sep 2020 12:26:40 GMT',
      'accept-ranges': 'bytes',
      'x-content-sha1': etag.slice(1, -1),
      'x-bridge-contract': '1',
    };

    it('comes with all that is known of it', async () => {
      const answer = await ask();
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.include(facts);
      expect(answer.body.equals(bytes)).to.be.true;
    });

    it('is told about by HEAD, ranges or not, without reading it', async () => {
      for (const headers of [{}, { range: 'bytes=0-9' }]) {
        const answer = await ask(headers, 'HEAD');
        expect(answer.status).to.equal(200);
        expect(answer.headers).to.include(facts);
        expect(answer.body).to.have.length(0);
      }
      expect(rig.store.pieces).to.equal(0);
    });

    it('is not sent again to those who have it', async () => {
      for (const tags of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
        const answer = await ask({ 'if-none-match': tags });
        expect(answer.status, tags).to.equal(304);
        expect(answer.headers).to.include({ etag });
        expect(answer.headers).not.to.have.property('content-length');
      }
      expect(rig.store.pieces).to.equal(0);
      expect((await ask({ 'if-none-match': '"other"' })).status).to.equal(200);
    });

    it('does not take a time for a proof that the bytes are the same', async () => {
      const since = { 'if-modified-since': new Date().toUTCString() };
      expect((await ask(since)).status).to.equal(200);
      expect((await ask({ ...since, range: 'bytes=0-4' })).status).to.equal(206);
    });

    it('may be empty', async () => {
      for (const headers of [{}, { range: 'bytes=-5' }]) {
        const answer = await ask(headers, 'GET', 'empty');
        expect([answer.status, answer.headers['content-length']]).to.deep.equal([200, '0']);
      }
    });

    it('shares its connection with what is asked next', async () => {
      const request = (method: string, headers = '') =>
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n${headers}\r\n`;
      const socket = connect(rig.port, '127.0.0.1');
      socket.write(
        request('HEAD') +
          request('GET', 'Range: bytes=0-9\r\n') +
          request('GET', `If-None-Match: ${etag}\r\n`) +
          request('GET', 'Range: bytes=999999-\r\n') +
          request('GET', 'Connection: close\r\n'),
      );
      const all = await drain(socket);
      const statuses = [...all.toString('latin1').matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
      expect(statuses).to.deep.equal(['200', '206', '304', '416', '200']);
      expect(all.subarray(-bytes.length).equals(bytes)).to.be.true;
    });
  });

  describe('in part', () => {
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=65535-65536', 65535, 65536],
      ['bytes=131072-', 131072, 300000],
      ['bytes=300000-', 300000, 300000],
      ['bytes=299990-999999999999999999999', 299990, 300000],
      ['bytes=-1', 300000, 300000],
      ['bytes=-300001', 0, 300000],
      ['bytes=-99999999', 0, 300000],
      ['BYTES=5-6', 5, 6],
    ];
    for (const [range, start, end] of ranges) {
      it(`answers ${range}`, async () => {
        const answer = await ask({ range });
        expect(answer.status).to.equal(206);
        expect(answer.headers).to.include({
          'content-range': `bytes ${start}-${end}/300001`,
          'content-length': String(end - start + 1),
          etag,
          'x-content-sha1': etag.slice(1, -1),
        });
        expect(answer.body.equals(bytes.subarray(start, end + 1))).to.be.true;
      });
    }

    it('is refused outside of it', async () => {
      for (const range of ['bytes=300001-', 'bytes=300001-300002', 'bytes=-0', 'bytes=99999999999999999999-']) {
        const answer = await ask({ range });
        expect(answer.status, range).to.equal(416);
        expect(answer.headers['content-range']).to.equal('bytes */300001');
        expect(answer.json).to.include({ code: 'bad_range', retryable: false });
      }
      const empty = await ask({ range: 'bytes=0-' }, 'GET', 'empty');
      expect([empty.status, empty.headers['content-range']]).to.deep.equal([416, 'bytes */0']);
    });

    it('becomes the whole when what is asked is not one range', async () => {
      for (const range of ['bytes=0-1,5-6', 'items=0-5', 'bytes=5-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'nonsense']) {
        const answer = await ask({ range });
        expect([answer.status, answer.body.length], range).to.deep.equal([200, bytes.length]);
      }
    });

    it('goes on only where the client’s copy is of this very content', async () => {
      const range = 'bytes=10-19';
      expect((await ask({ range, 'if-range': etag })).status).to.equal(206);
      for (const other of ['"other"', `W/${etag}`, 'Sun, 13 Sep 2020 12:26:40 GMT']) {
        const answer = await ask({ range, 'if-range': other });
        expect([answer.status, answer.body.length], other).to.deep.equal([200, bytes.length]);
      }
      expect((await ask({ range: 'bytes=999999-', 'if-range': '"other"' })).status).to.equal(200);
    });
  });

  describe('when the file is not as the journal has it', () => {
    it('is not sent, and a scan is asked for', async () => {
      rig.store.put('handle of photo', pattern(300_001));
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask({}, method);
        expect(answer.status).to.equal(502);
      }
      expect((await ask()).json).to.include({ code: 'upstream_error', retryable: true });
      expect(rig.woken).to.equal(3);
      rig.store.files.clear();
      expect((await ask()).json).to.include({ code: 'upstream_error', retryable: true });
      expect(rig.woken).to.equal(4);
    });

    it('breaks off when the file changes while it is sent', async () => {
      rig.store.beforePiece = (position) => {
        if (position === 262144) rig.store.put('handle of photo', bytes);
      };
      const { head, body, clean } = await rawGet(rig.port);
      expect(head)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.match(/content-length: 300001/i);
      expect(clean).to.be.false;
      expect(body.length).to.be.below(bytes.length);
      expect(rig.woken).to.equal(1);
    });

    it('answers properly when that is seen before the first byte', async () => {
      rig.store.beforePiece = () => {
        rig.store.put('handle of photo', bytes);
      };
      const answer = await ask({ range: 'bytes=0-99' });
      expect(answer.json).to.include({ code: 'upstream_error' });
    });
  });

  describe('when the store fails', () => {
    it('answers properly as long as nothing was sent', async () => {
      rig.store.beforePiece = () => {
        throw new StoreError('integrity', 'The block is damaged.');
      };
      const answer = await ask();
      expect(answer.status).to.equal(502);
      expect(answer.json).to.include({ code: 'integrity_error', detail: 'The block is damaged.', retryable: false });
      expect(answer.headers).not.to.have.property('etag');
    });

    it('never ends an answer cleanly that it cannot finish', async () => {
      rig.store.beforePiece = (position) => {
        if (position >= 196608) throw new StoreError('integrity', 'The block is damaged.');
      };
      for (const extra of ['', 'Connection: close\r\n', 'Range: bytes=100000-\r\n']) {
        const { head, body, clean } = await rawGet(rig.port, extra);
        expect(head, extra).to.match(/^HTTP\/1\.1 20[06] /);
        expect(head)
          .to.match(/content-length: \d+/i)
          .and.not.match(/chunked/i);
        const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        expect(body.length).to.be.below(announced);
        expect(clean, 'a clean end').to.be.false;
      }
    });

    it('gives up a store that does not answer, with the reason', async () => {
      const slow = await bridgeRig({ patience: 100 });
      slow.add({ uid: 'photo', bytes });
      slow.store.beforePiece = (_position, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
      const answer = await slow.get(path);
      expect(answer.status).to.equal(504);
      expect(answer.json).to.include({ code: 'upstream_timeout', retryable: true });
      await until(() => slow.store.open === 0, 5);
      await slow.stop();
    });
  });

  describe('for many clients', () => {
    const large = pattern(8 * 1024 * 1024);

    it('is read no faster than a slow client takes it, and not at all for one that has left', async () => {
      rig.add({ uid: 'photo', bytes: large });
      const socket = connect(rig.port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n\r\n`);
      socket.pause();
      await once(socket, 'connect');
      let before = -1;
      await until(async () => {
        const settled = rig.store.pieces > 0 && rig.store.pieces === before;
        before = rig.store.pieces;
        await new Promise((resolve) => setTimeout(resolve, 150));
        return settled;
      });
      // What the two ends of the connection hold in the operating system is most of it.
      expect(rig.store.pieces * 65536).to.be.below(large.length);
      expect(rig.store.open).to.equal(1);
      socket.destroy();
      await until(() => rig.store.open === 0, 5);
    });

    it('leaves no read behind when the client leaves before the first byte', async () => {
      let asked = false;
      rig.store.beforePiece = (_position, signal) => {
        asked = true;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
      };
      const socket = connect(rig.port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n\r\n`);
      await until(() => asked);
      socket.destroy();
      await until(() => rig.store.open === 0, 5);
    });

    it('serves 200 clients with few open files', async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask()));
      expect(answers.every(({ status, body }) => status === 200 && body.equals(bytes))).to.be.true;
      expect(rig.store.mostOpen).to.be.within(2, 24);
    });

    it('tells those to come later for whom there is no room', async () => {
      const small = await bridgeRig({ reads: { atOnce: 1, waiting: 1, patience: 300 } });
      small.add({ uid: 'photo', bytes });
      let free = (): void => undefined;
      small.store.beforePiece = () =>
        new Promise((resolve) => {
          free = resolve;
        });
      const first = small.get(path);
      await until(() => small.store.open === 1);
      const second = small.get(path);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const third = await small.get(path);
      expect(third.status).to.equal(429);
      expect(third.headers['retry-after']).to.match(/^\d+$/);
      expect(third.json).to.include({ code: 'rate_limited', retryable: true });
      expect((await second).status, 'waited too long').to.equal(429);
      small.store.beforePiece = () => undefined;
      free();
      expect((await first).status).to.equal(200);
      expect((await small.get(path)).status).to.equal(200);
      await small.stop();
    });
  });
});

interface RawAnswer {
  readonly head: string;
  readonly body: Buffer;
  /** Whether the other side ended its side of the connection, or left it open: no client could tell that bytes lack. */
  readonly clean: boolean;
}

/** One GET over a bare connection, which shows how it ends. */
async function rawGet(port: number, extra = ''): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n${extra}\r\n`);
  const all = await drain(socket);
  const at = all.indexOf('\r\n\r\n');
  const body = all.subarray(at + 4);
  const head = all.toString('latin1', 0, at);
  return { head, body, clean: body.length === Number(/content-length: (\d+)/i.exec(head)?.[1]) };
}

/** All bytes until the connection ends, however it does; fails when it stays open. */
function drain(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the connection stayed open'));
    }, 5000);
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', done).on('end', done).on('close', done);
  });
}
