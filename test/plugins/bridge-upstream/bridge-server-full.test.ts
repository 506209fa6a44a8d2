import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { bridgeRig, rigToken, type BridgeRig } from '../../support/bridge-rig.ts';
import { drain, pattern } from '../../support/bare-connection.ts';

const path = '/v1/photos/photo/full';

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

  describe('as a whole', () => {
    const facts = {
      'content-length': '300001',
      'content-type': 'image/jpeg',
      etag,
      'last-modified': 'Sun, 13 Sep 2020 12:26:40 GMT',
      'accept-ranges': 'bytes',
      'x-content-sha1': etag.slice(1, -1),
      'x-bridge-contract': '1',
    };

    it('is sent with all its headers', async () => {
      const answer = await ask();
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.include(facts);
      expect(answer.body.equals(bytes)).to.be.true;
    });

    it('is described by HEAD, with a range or without, and is not read for that', async () => {
      for (const headers of [{}, { range: 'bytes=0-9' }]) {
        const answer = await ask(headers, 'HEAD');
        expect(answer.status).to.equal(200);
        expect(answer.headers).to.include(facts);
        expect(answer.body).to.have.length(0);
      }
      expect(rig.store.pieces).to.equal(0);
    });

    it('is not sent again to clients that have it', async () => {
      for (const tags of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
        const answer = await ask({ 'if-none-match': tags });
        expect(answer.status, tags).to.equal(304);
        expect(answer.headers).to.include({ etag });
        expect(answer.headers).not.to.have.property('content-length');
      }
      expect(rig.store.pieces).to.equal(0);
      expect((await ask({ 'if-none-match': '"other"' })).status).to.equal(200);
    });

    it('is sent despite If-Modified-Since, since a time does not prove that the bytes are the same', async () => {
      const since = { 'if-modified-since': new Date().toUTCString() };
      expect((await ask(since)).status).to.equal(200);
      expect((await ask({ ...since, range: 'bytes=0-4' })).status).to.equal(206);
    });

    it('can be empty', async () => {
      for (const headers of [{}, { range: 'bytes=-5' }]) {
        const answer = await ask(headers, 'GET', 'empty');
        expect([answer.status, answer.headers['content-length']]).to.deep.equal([200, '0']);
      }
    });

    it('is sent on a connection with several requests', async () => {
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
      it(`is sent for ${range}`, async () => {
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

    it('is refused beyond its end', async () => {
      for (const range of ['bytes=300001-', 'bytes=300001-300002', 'bytes=-0', 'bytes=99999999999999999999-']) {
        const answer = await ask({ range });
        expect(answer.status, range).to.equal(416);
        expect(answer.headers['content-range']).to.equal('bytes */300001');
        expect(answer.json).to.include({ code: 'bad_range', retryable: false });
      }
      const empty = await ask({ range: 'bytes=0-' }, 'GET', 'empty');
      expect([empty.status, empty.headers['content-range']]).to.deep.equal([416, 'bytes */0']);
    });

    it('is sent as a whole if the request is not for one range', async () => {
      for (const range of ['bytes=0-1,5-6', 'items=0-5', 'bytes=5-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'nonsense']) {
        const answer = await ask({ range });
        expect([answer.status, answer.body.length], range).to.deep.equal([200, bytes.length]);
      }
    });

    it('is sent only if the client’s copy has the same content', async () => {
      const range = 'bytes=10-19';
      expect((await ask({ range, 'if-range': etag })).status).to.equal(206);
      for (const other of ['"other"', `W/${etag}`, 'Sun, 13 Sep 2020 12:26:40 GMT']) {
        const answer = await ask({ range, 'if-range': other });
        expect([answer.status, answer.body.length], other).to.deep.equal([200, bytes.length]);
      }
      expect((await ask({ range: 'bytes=999999-', 'if-range': '"other"' })).status).to.equal(200);
    });
  });
});
