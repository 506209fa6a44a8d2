import { connect } from 'node:net';
import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { askBridge, bridgeRig, rigToken, type BridgeRig } from '../../support/bridge-rig.ts';

describe('the HTTP server of the bridge', () => {
  let rig: BridgeRig;

  beforeEach(async () => {
    rig = await bridgeRig();
    for (const uid of ['one', 'two', 'three']) rig.add({ uid, bytes: Buffer.from(`bytes of ${uid}`) });
  });

  afterEach(() => rig.stop());

  const badCondition = {
    reachable: false,
    loggedIn: true,
    reason: 'unreachable',
    detail: 'The disk is away.',
  } as const;

  describe('access', () => {
    it('requires the token on every path, known or not, and for every method', async () => {
      for (const path of ['/v1/health', '/v1/photos/one/full', '/v1/nothing', '/', '/v1/nodes']) {
        for (const authorization of ['', 'Bearer wrong', `Basic ${rigToken}`, `Bearer ${rigToken}x`]) {
          for (const method of ['GET', 'POST', 'DELETE']) {
            const answer = await rig.get(path, { method, headers: { authorization } });
            expect(answer.status, `${method} ${path} ${authorization}`).to.equal(401);
            expect(answer.json).to.include({ code: 'bridge_auth', retryable: false });
            expect(answer.headers).to.include({ 'x-bridge-contract': '1', 'www-authenticate': 'Bearer' });
          }
        }
      }
    });

    it('accepts the authentication scheme in any case', async () => {
      const answer = await rig.get('/v1/health', { headers: { authorization: `bearer ${rigToken}` } });
      expect(answer.status).to.equal(200);
    });

    it('rejects all methods that could write, also on unknown paths', async () => {
      for (const path of ['/v1/health', '/v1/photos/one/full', '/v1/nodes/one', '/v1/nodes/', '/elsewhere']) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
          const answer = await rig.get(path, { method });
          expect(answer.status, `${method} ${path}`).to.equal(405);
          expect(answer.json).to.include({ code: 'read_only' });
          expect(answer.headers).to.include({ allow: 'GET, HEAD', 'x-bridge-contract': '1' });
        }
      }
      const answer = await rig.get('/v1/nodes', { method: 'DELETE' });
      expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'POST']);
    });

    it('states the contract in every response, also to requests that are not HTTP', async () => {
      expect((await rig.get('/v1/health')).headers['x-bridge-contract']).to.equal('1');
      expect((await rig.get('/v1/nothing')).headers['x-bridge-contract']).to.equal('1');
      const text = await sendRaw(rig.port, 'NONSENSE\r\n\r\n');
      expect(text).to.match(/^HTTP\/1\.1 400 /);
      expect(text).to.match(/x-bridge-contract: 1/i);
      expect(text).to.contain('"code":"bad_request"');
    });

    it('answers unknown routes and malformed URLs in the form of the contract', async () => {
      expect((await rig.get('/v1/nothing')).json).to.include({ code: 'not_found' });
      expect((await rig.get('/v1/photos/%E0%A4%A/full')).json).to.include({ code: 'bad_request' });
    });
  });

  describe('health', () => {
    it('reports the identity and the capabilities of the bridge', async () => {
      const { status, headers, json } = await rig.get('/v1/health');
      expect(status).to.equal(200);
      expect(headers['cache-control']).to.equal('no-store');
      expect(json).to.deep.include({
        contract: 1,
        bridge: { name: 'photofinch-bridge', version: '0.0.0-test' },
        storeId: 'store-of-the-rig',
        reachable: true,
        loggedIn: true,
        state: 'ready',
        counts: { photos: 3, albums: 1, failed: 0 },
      });
      expect(json['capabilities']).to.deep.include({ thumbnails: [512, 1920], range: true });
    });

    it('has status 200 and states the reason while the store is unreachable', async () => {
      rig.status = { ...rig.status, condition: badCondition };
      const { status, json } = await rig.get('/v1/health');
      expect(status).to.equal(200);
      expect(json).to.include({ reachable: false, reason: 'unreachable', detail: 'The disk is away.' });
    });
  });

  describe('listing', () => {
    it('pages through the timeline', async () => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { json } = await rig.get(`/v1/timeline?limit=2&cursor=${cursor}`);
        seen.push(...(json['items'] as { uid: string }[]).map((item) => item.uid));
        cursor = json['next'] as string | null;
      }
      expect(seen).to.deep.equal(['three', 'two', 'one']);
    });

    it('rejects invalid limits and cursors', async () => {
      const bad = ['limit=0', 'limit=1001', 'limit=many', 'limit=1.5', 'limit=1&limit=2', 'cursor=nonsense'];
      for (const query of bad) {
        const answer = await rig.get(`/v1/timeline?${query}`);
        expect(answer.status, query).to.equal(400);
        expect(answer.json).to.include({ code: 'bad_request', retryable: false });
      }
      expect((await rig.get('/v1/changes')).json['detail']).to.match(/since/);
    });

    it('ignores unknown parameters and fields', async () => {
      expect((await rig.get('/v1/timeline?limit=5&later=1')).status).to.equal(200);
      const answer = await rig.get('/v1/nodes', { method: 'POST', body: '{"uids":["one"],"later":true}' });
      expect(answer.status).to.equal(200);
    });

    it('reports that a cursor of changes has expired', async () => {
      const answer = await rig.get('/v1/changes?since=long-ago');
      expect(answer.status).to.equal(410);
      expect(answer.json).to.include({ code: 'cursor_expired' });
    });

    it('uses the journal while the store is unreachable', async () => {
      rig.status = { ...rig.status, condition: badCondition };
      for (const path of [
        '/v1/timeline',
        '/v1/changes?since=0',
        '/v1/albums',
        '/v1/albums/album/photos',
        '/v1/nodes/one',
      ]) {
        expect((await rig.get(path)).status, path).to.equal(200);
      }
    });
  });

  describe('reading nodes', () => {
    const ask = (body: string) => rig.get('/v1/nodes', { method: 'POST', body });

    it('returns the known ones and names the missing ones, each once', async () => {
      const { json } = await ask('{"uids":["one","gone","one"]}');
      expect((json['nodes'] as { uid: string }[]).map(({ uid }) => uid)).to.deep.equal(['one']);
      expect(json['missing']).to.deep.equal(['gone']);
    });

    it('rejects bodies that are not a list of up to 100 uids', async () => {
      const many = JSON.stringify({ uids: Array.from({ length: 101 }, (_, i) => `uid-${i}`) });
      const huge = JSON.stringify({ uids: ['one'], padding: 'x'.repeat(100_000) });
      for (const body of ['', '{', '[]', 'null', '{}', '{"uids":"one"}', '{"uids":["../x"]}', many, huge]) {
        const answer = await ask(body);
        expect(answer.status, body.slice(0, 40)).to.equal(400);
        expect(answer.json).to.include({ code: 'bad_request' });
      }
      const form = await rig.get('/v1/nodes', {
        method: 'POST',
        body: 'a=b',
        headers: { 'content-type': 'text/plain' },
      });
      expect(form.json).to.include({ code: 'bad_request' });
    });

    it('never reports a photo as missing while the store is unreachable or locked', async () => {
      expect((await rig.get('/v1/nodes/gone')).status).to.equal(404);
      rig.status = { ...rig.status, condition: badCondition };
      for (const path of ['/v1/nodes/gone', '/v1/photos/gone/full', '/v1/albums/gone/photos']) {
        const answer = await rig.get(path);
        expect(answer.status, path).to.equal(503);
        expect(answer.json).to.include({ code: 'upstream_unreachable', detail: 'The disk is away.', retryable: true });
      }
      expect((await ask('{"uids":["one","gone"]}')).json).to.include({ code: 'upstream_unreachable' });
      rig.status = { ...rig.status, condition: { reachable: true, loggedIn: false, reason: 'wrong_key' } };
      expect((await rig.get('/v1/nodes/gone')).json).to.include({ code: 'not_logged_in' });
    });
  });

  describe('a failing store', () => {
    it('leads to an error code for the kind of failure', async () => {
      const cases = [
        ['unreachable', 503, 'upstream_unreachable'],
        ['unsupported', 503, 'upstream_unreachable'],
        ['wrong_key', 503, 'not_logged_in'],
        ['integrity', 502, 'integrity_error'],
        ['not_found', 502, 'upstream_error'],
      ] as const;
      for (const [code, status, answered] of cases) {
        rig.store.broken = new StoreError(code, 'What went wrong.');
        for (const path of ['/v1/photos/one/full', '/v1/photos/one/thumbnail?size=512']) {
          const answer = await rig.get(path);
          expect(answer.status, `${code} ${path}`).to.equal(status);
          expect(answer.json).to.include({ code: answered });
        }
      }
    });

    it('reveals no details of unexpected errors, which are logged', async () => {
      rig.catalog.timeline = () => {
        throw new Error('secret inner matter');
      };
      const answer = await rig.get('/v1/timeline');
      expect(answer.status).to.equal(502);
      expect(answer.body.toString()).not.to.contain('secret');
      expect(rig.logged.join('')).to.contain('secret inner matter');
    });
  });

  it('logs no uid above the debug level', async () => {
    await rig.get('/v1/nodes/gone');
    rig.store.broken = new StoreError('unreachable', 'Away.');
    await askBridge({ port: rig.port }, '/v1/photos/one/full');
    const above = rig.logged.filter((line) => (JSON.parse(line) as { level: number }).level > 20);
    expect(above).to.have.length(1);
    expect(above.join('')).not.to.match(/gone|"one"|\/one\//);
  });
});

/** Sends `text` on a new connection. @returns all that is received until the other side closes it */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('close', () => {
      resolve(answer);
    });
  });
}
