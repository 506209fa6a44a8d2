import { expect } from 'chai';
import type { IncomingMessage } from 'node:http';
import type { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import {
  faultyServer,
  failureOf,
  goodHealth,
  neverAborted,
  sendError,
  sendJson,
  sourceAt,
  token,
} from './client-server.ts';

const signal = neverAborted;
const firstPage = { cursor: null, limit: 10, signal };

describe('responses of a bridge', () => {
  let bridge: Awaited<ReturnType<typeof faultyServer>>;
  let source: BridgeSource;

  beforeEach(async () => {
    bridge = await faultyServer();
    source = sourceAt(bridge.url);
  });
  afterEach(async () => {
    await source.close();
    await bridge.close();
  });

  it('are requested with the token, below /v1', async () => {
    let asked: IncomingMessage | undefined;
    bridge.answer = (request, response) => {
      asked = request;
      sendJson(response, { items: [], next: null, changesCursor: 'c' });
    };
    await source.timeline({ cursor: 'a&b', limit: 7, signal });
    expect(asked?.url).to.equal('/v1/timeline?cursor=a%26b&limit=7');
    expect(asked?.headers.authorization).to.equal(`Bearer ${token}`);
  });

  it('are requested below the path of a proxy', async () => {
    const behindProxy = sourceAt(`${bridge.url}/photos/`);
    bridge.answer = (_request, response) => {
      sendJson(response, { events: [], next: 'c2', more: false });
    };
    await behindProxy.changes({ since: 'c1', limit: 5, signal });
    expect(bridge.asked).to.deep.equal(['GET /photos/v1/changes?since=c1&limit=5']);
    await behindProxy.close();
  });

  it('can have fields that this version does not know', async () => {
    bridge.answer = (_request, response) => {
      sendJson(response, {
        items: [{ uid: 'a', rev: 'r', captureTime: 5, tags: ['x'], mood: 'good' }],
        next: null,
        changesCursor: 'c',
        more: 'things',
      });
    };
    expect(await source.timeline(firstPage)).to.deep.equal({
      items: [{ uid: 'a', rev: 'r', captureTime: 5 }],
      next: null,
      changesCursor: 'c',
    });
  });

  it('are rejected if they are not JSON, or JSON of a wrong form', async () => {
    const bodies = ['', '{"items": [', '[]', '"text"', 'null', '{"items": {}}', '{"items": [5], "next": null}'];
    for (const body of bodies) {
      bridge.answer = (_request, response) => {
        response.writeHead(200, { 'x-bridge-contract': '1' }).end(body);
      };
      const { code } = await failureOf(source.timeline(firstPage));
      expect(code, body).to.equal('bad_answer');
    }
  });

  it('are not read to their end if they are far too long, announced or not', async () => {
    for (const headers of [{ 'content-length': String(100 * 1024 * 1024) }, {}]) {
      let sent = 0;
      bridge.answer = (_request, response) => {
        response.writeHead(200, { 'x-bridge-contract': '1', ...headers });
        const more = (): void => {
          while (!response.destroyed && sent < 100 * 1024 * 1024) {
            sent += 65_536;
            if (!response.write(Buffer.alloc(65_536, ' '))) return void response.once('drain', more);
          }
        };
        more();
      };
      const { code, message } = await failureOf(source.albums(firstPage));
      expect(code).to.equal('bad_answer');
      expect(message).to.contain('8 MiB');
      expect(sent).to.be.below(50 * 1024 * 1024);
    }
  });

  it('are not read from the target of a redirect', async () => {
    bridge.answer = (_request, response) => {
      response.writeHead(302, { location: '/v1/elsewhere', 'x-bridge-contract': '1' }).end();
    };
    expect(await failureOf(source.open('a', { signal }))).to.include({ code: 'bad_answer' });
    expect(bridge.asked).to.deep.equal(['GET /v1/photos/a/full']);
  });

  it('of another contract version are rejected, with a message about what to update', async () => {
    for (const [version, remedy] of [
      ['2', 'The bridge speaks contract 2, this server speaks 1: update this server.'],
      ['2.1', 'The bridge speaks contract 2, this server speaks 1: update this server.'],
      ['0', 'The bridge speaks contract 0, this server speaks 1: update the bridge.'],
    ] as const) {
      bridge.answer = bridge.health = (_request, response) => {
        sendJson(response, { items: [], next: null, changesCursor: 'c' }, 200, { 'x-bridge-contract': version });
      };
      expect(await failureOf(source.timeline(firstPage))).to.include({ code: 'unreachable', message: remedy });
      expect(await failureOf(source.open('a', { signal }))).to.include({ code: 'unreachable', message: remedy });
      expect(await source.health({ signal })).to.include({ reachable: false, detail: remedy });
    }
  });

  it('of a minor version of the contract are accepted', async () => {
    bridge.answer = (_request, response) => {
      sendJson(response, { albums: [], next: null }, 200, { 'x-bridge-contract': '1.4' });
    };
    expect(await source.albums(firstPage)).to.deep.equal({ albums: [], next: null });
  });

  it('of a proxy or a login page are not mistaken for those of a bridge', async () => {
    for (const status of [200, 302, 404, 502]) {
      bridge.answer = (_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html', location: '/login' }).end('<h1>Hello</h1>');
      };
      const failure = await failureOf(source.open('a', { signal }));
      expect(failure.code, String(status)).to.equal('unreachable');
      expect(failure.message).to.contain(`not a photofinch bridge (HTTP ${status})`);
    }
  });

  it('with an error become the matching failure', async () => {
    const table = [
      [400, 'bad_request', 'bad_answer'],
      [401, 'bridge_auth', 'not_logged_in'],
      [405, 'read_only', 'bad_answer'],
      [410, 'cursor_expired', 'cursor_expired'],
      [416, 'bad_range', 'bad_range'],
      [429, 'rate_limited', 'rate_limited'],
      [502, 'upstream_error', 'bad_answer'],
      [502, 'integrity_error', 'integrity'],
      [503, 'not_logged_in', 'not_logged_in'],
      [503, 'upstream_unreachable', 'unreachable'],
      [504, 'upstream_timeout', 'timeout'],
      [500, 'whatever', 'bad_answer'],
      // A code with the wrong status is ignored, and a bare 404 says nothing about a photo.
      [404, 'cursor_expired', 'bad_answer'],
      [404, 'nothing', 'bad_answer'],
      [503, 'not_found', 'unreachable'],
    ] as const;
    for (const [status, said, meant] of table) {
      bridge.answer = (_request, response) => {
        sendError(response, status, said);
      };
      const { code } = await failureOf(source.open('a', { signal }));
      expect(code, `${status} ${said}`).to.equal(meant);
    }
  });

  it('are shown as a single, short line', async () => {
    bridge.answer = (_request, response) => {
      const detail = `The block 7\n\u0007 is damaged${'!'.repeat(5000)}`;
      sendJson(response, { code: 'integrity_error', detail, retryable: false }, 502);
    };
    const { message } = await failureOf(source.open('a', { signal }));
    expect(message).to.match(/^The block 7 is damaged!+$/);
    expect(message.length).to.be.below(400);
  });

  it('with 429 state how long to wait, in seconds or as a date, limited to an hour', async () => {
    const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
    for (const [header, least, most] of [
      ['7', 7, 7],
      ['0', 0, 0],
      ['86400', 3600, 3600],
      [inTwoMinutes, 60, 121],
      ['Tue, 14 Nov 2023 22:13:20 GMT', 0, 0],
    ] as const) {
      bridge.answer = (_request, response) => {
        sendJson(response, { code: 'rate_limited', detail: 'Slower.', retryable: true }, 429, {
          'retry-after': header,
        });
      };
      const { code, retryAfter } = await failureOf(source.timeline(firstPage));
      expect(code).to.equal('rate_limited');
      expect(retryAfter, header).to.be.within(least, most);
    }
    bridge.answer = (_request, response) => {
      sendJson(response, {}, 429, { 'retry-after': 'soon' });
    };
    expect(await failureOf(source.timeline(firstPage))).to.include({ code: 'rate_limited', retryAfter: undefined });
  });

  describe('with not_found', () => {
    const notFound = (): void => {
      bridge.answer = (_request, response) => {
        sendError(response, 404, 'not_found');
      };
    };

    it('are believed if the bridge is healthy', async () => {
      notFound();
      expect(await failureOf(source.open('a', { signal }))).to.include({ code: 'not_found' });
      expect(await failureOf(source.albumPhotos('a', firstPage))).to.include({ code: 'not_found' });
      expect(await failureOf(source.thumbnail('a', { size: 512, signal }))).to.include({ code: 'not_found' });
    });

    it('are not believed if the bridge was healthy before, but no longer is', async () => {
      expect(await source.health({ signal })).to.include({ reachable: true });
      bridge.health = (_request, response) => {
        sendJson(response, { ...goodHealth, reachable: false, reason: 'not_mounted' });
      };
      bridge.answer = (_request, response) => {
        sendJson(response, { nodes: [], missing: ['a'] });
      };
      expect(await failureOf(source.nodes(['a'], { signal }))).to.include({ code: 'unreachable' });
      notFound();
      expect(await failureOf(source.open('a', { signal }))).to.include({ code: 'unreachable' });
    });

    it('are not believed if the bridge does not see its store', async () => {
      bridge.health = (_request, response) => {
        sendJson(response, { ...goodHealth, reachable: false, reason: 'mass_disappearance', detail: 'See the disk.' });
      };
      notFound();
      const calls = [
        () => source.open('a', { signal }),
        () => source.albumPhotos('a', firstPage),
        () => source.thumbnail('a', { size: 512, signal }),
      ];
      for (const call of calls) expect(await failureOf(call())).to.include({ code: 'unreachable' });
    });

    it('in a list of nodes are also believed only if the bridge is healthy', async () => {
      bridge.answer = (_request, response) => {
        sendJson(response, { nodes: [], missing: ['a'] });
      };
      expect(await source.nodes(['a'], { signal })).to.deep.equal({ nodes: [], missing: ['a'] });
      const other = sourceAt(bridge.url);
      bridge.health = (_request, response) => {
        sendJson(response, { ...goodHealth, loggedIn: false, reason: 'wrong_key' });
      };
      const failure = await failureOf(other.nodes(['a'], { signal }));
      expect(failure.code).to.equal('not_logged_in');
      expect(failure.message).to.contain('wrong_key');
      await other.close();
    });
  });

  it('with bad_request for a cursor count as an expired cursor', async () => {
    bridge.answer = (_request, response) => {
      sendError(response, 400, 'bad_request');
    };
    expect(await failureOf(source.timeline({ ...firstPage, cursor: 'x' }))).to.include({ code: 'cursor_expired' });
    expect(await failureOf(source.changes({ since: 'x', limit: 5, signal }))).to.include({ code: 'cursor_expired' });
    expect(await failureOf(source.timeline(firstPage))).to.include({ code: 'bad_answer' });
  });
});
