import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { pattern, rawGet } from '../../support/bare-connection.ts';
import { bridgeRig, rigToken, type BridgeRig } from '../../support/bridge-rig.ts';
import { until } from '../../support/until.ts';

const path = '/v1/photos/photo/full';

describe('a photo from the bridge, with faults and load', () => {
  let rig: BridgeRig;
  const bytes = pattern(300_001);

  beforeEach(async () => {
    rig = await bridgeRig();
    rig.add({ uid: 'photo', bytes });
  });

  afterEach(async () => {
    await rig.stop();
    expect(rig.store.open, 'files that are still open').to.equal(0);
  });

  const ask = (headers: Record<string, string> = {}, method = 'GET') => rig.get(path, { headers, method });

  describe('if the file differs from the journal', () => {
    it('is not sent, and a scan is triggered', async () => {
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

    it('is cut off if the file changes while it is sent', async () => {
      rig.store.beforePiece = (position) => {
        if (position === 262144) rig.store.put('handle of photo', bytes);
      };
      const { head, body, clean } = await rawGet(rig.port, path);
      expect(head)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.match(/content-length: 300001/i);
      expect(clean).to.be.false;
      expect(body.length).to.be.below(bytes.length);
      expect(rig.woken).to.equal(1);
    });

    it('is answered with an error if that is noticed before the first byte', async () => {
      rig.store.beforePiece = () => {
        rig.store.put('handle of photo', bytes);
      };
      const answer = await ask({ range: 'bytes=0-99' });
      expect(answer.json).to.include({ code: 'upstream_error' });
    });
  });

  describe('if the store fails', () => {
    it('is answered with an error as long as nothing was sent', async () => {
      rig.store.beforePiece = () => {
        throw new StoreError('integrity', 'The block is damaged.');
      };
      const answer = await ask();
      expect(answer.status).to.equal(502);
      expect(answer.json).to.include({ code: 'integrity_error', detail: 'The block is damaged.', retryable: false });
      expect(answer.headers).not.to.have.property('etag');
    });

    it('never ends cleanly if it is incomplete', async () => {
      rig.store.beforePiece = (position) => {
        if (position >= 196608) throw new StoreError('integrity', 'The block is damaged.');
      };
      for (const extra of ['', 'Connection: close\r\n', 'Range: bytes=100000-\r\n']) {
        const { head, body, clean } = await rawGet(rig.port, path, extra);
        expect(head, extra).to.match(/^HTTP\/1\.1 20[06] /);
        expect(head)
          .to.match(/content-length: \d+/i)
          .and.not.match(/chunked/i);
        const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        expect(body.length).to.be.below(announced);
        expect(clean, 'a clean end').to.be.false;
      }
    });

    it('is given up with a timeout if the store does not respond', async () => {
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
      await until(() => slow.store.open === 0, 25);
      await slow.stop();
    });
  });

  describe('for many clients', () => {
    const large = pattern(8 * 1024 * 1024);

    it('is read no faster than a slow client reads it, and no further once the client has left', async () => {
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
      // Most of it is in the buffers of the operating system at both ends of the connection.
      expect(rig.store.pieces * 65536).to.be.below(large.length);
      expect(rig.store.open).to.equal(1);
      socket.destroy();
      await until(() => rig.store.open === 0, 25);
    });

    it('leaves no read open if the client leaves before the first byte', async () => {
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
      await until(() => rig.store.open === 0, 25);
    });

    it('is served to 200 clients with few open files', async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask()));
      expect(answers.every(({ status, body }) => status === 200 && body.equals(bytes))).to.be.true;
      expect(rig.store.mostOpen).to.be.within(2, 24);
    });

    it('is refused with 429 if too many clients wait, or a client waits too long', async () => {
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
