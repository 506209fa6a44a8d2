import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readPrometheusText, type Family } from '../support/prometheus-text.ts';
import { until } from '../support/until.ts';

interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request over a socket, so that the remote address is really this machine. */
function get(url: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
    })
      .on('error', reject)
      .end();
  });
}

const value = (families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number | undefined =>
  families
    .get(name)
    ?.samples.find((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))?.value;

describe('/metrics', function () {
  let app: TestApp;

  before(async () => {
    app = await startTestApp({ photos: 3 });
    await app.untilIndexed();
  });
  after(() => app.stop());

  const scrape = async () => readPrometheusText((await get(`${app.url}/metrics`)).text);

  it('is in the Prometheus text format, with help texts and conventional names', async () => {
    const answer = await get(`${app.url}/metrics`);
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const families = [...readPrometheusText(answer.text).values()];
    expect(families.length).to.be.above(40);
    for (const { name, type, help } of families.filter((family) => family.name.startsWith('photofinch_'))) {
      expect(help, name).to.match(/^[A-Z].*[.)]$/);
      if (type === 'counter') expect(name).to.match(/_total$/);
      else expect(name).not.to.match(/_total$/);
      expect(name).not.to.match(/_(ms|milliseconds|kb|mb|percent)(_|$)/);
    }
  });

  it('reports the size and state of the library, indexer, source, backups and process', async () => {
    const { headers } = { headers: { authorization: `Bearer ${app.token('admin')}` } };
    await app.call('POST', '/api/admin/backup', { headers });
    await app.call('PUT', '/api/admin/schedule', { headers, payload: { enabled: true, hour: 3, minute: 0, keep: 7 } });
    await app.call('GET', '/api/admin/overview', { headers });
    let families = await scrape();
    const told = (name: string) => value(families, `photofinch_${name}`);
    // Values that are queried asynchronously are only in later scrapes, each at its own time.
    await until(async () => {
      families = await scrape();
      const areSizesKnown = told('data_size_bytes') !== undefined && told('disk_free_bytes') !== undefined;
      return areSizesKnown && told('source_reachable') === 1 && told('backup_schedule_enabled') === 1;
    });
    expect([told('photos'), told('pending_photos'), told('failed_photos')]).to.deep.equal([3, 0, 0]);
    expect([told('people'), told('faces'), told('ml_ready')]).to.deep.equal([0, 0, 0]);
    expect([told('indexer_running'), told('indexer_in_trouble'), told('sync_held')]).to.deep.equal([0, 0, 0]);
    expect([told('source_reachable'), told('source_logged_in')]).to.deep.equal([1, 1]);
    const now = Date.now() / 1000;
    expect(told('last_sync_timestamp_seconds')).to.be.within(now - 300, now);
    expect(told('last_backup_timestamp_seconds')).to.be.within(now - 300, now);
    expect(told('next_backup_timestamp_seconds')).to.be.within(now, now + 2 * 86_400);
    expect(told('last_backup_verified')).to.equal(1);
    for (const size of ['index_size', 'data_size', 'last_backup_size', 'disk_free']) {
      expect(told(`${size}_bytes`), size).to.be.above(4096);
    }
    expect(value(families, 'photofinch_build_info')).to.equal(1);
    expect(value(families, 'process_resident_memory_bytes')).to.be.above(1e6);
    expect(value(families, 'nodejs_eventloop_lag_p99_seconds')).to.be.above(0);
    expect(value(families, 'photofinch_audit_events_total', { action: 'backup.taken' })).to.equal(1);
    expect(value(families, 'photofinch_audit_events_total', { action: 'token.reused' })).to.equal(0);
  });

  it('counts requests by route, so that the number of series stays bounded', async () => {
    const as = 'read' as const;
    const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as })).payload) as {
      photos: { uid: string }[];
    };
    for (const { uid } of photos) await app.call('GET', `/api/photos/${uid}`, { as });
    const seriesOf = async () => {
      const families = await scrape();
      return families.get('photofinch_http_requests_total')?.samples ?? [];
    };
    await app.call('GET', '/api/photos/unknown', { as });
    await app.call('GET', '/api/nowhere');
    const before = await seriesOf();
    for (let n = 0; n < 20; n += 1) {
      await app.call('GET', `/api/photos/unknown-${n}`, { as });
      await app.call('GET', `/api/nowhere-${n}`);
      await app.call('HEAD', `/nowhere-${n}`);
      await app.call('PROPFIND', `/api/nowhere-${n}`);
    }
    const after = await seriesOf();
    const count = (route: string, status: string) =>
      after.find(({ labels }) => labels['route'] === route && labels['status'] === status)?.value;
    expect(count('/api/photos/{uid}', '200')).to.equal(photos.length);
    expect(count('/api/photos/{uid}', '404')).to.equal(21);
    expect(after.length - before.length).to.be.at.most(1);
    const methods = new Set(after.map(({ labels }) => labels['method']));
    expect(
      [...methods].every((method) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'any'].includes(method ?? '')),
    ).to.equal(true);
  });

  it('reveals no user, photo, token, path or address', async () => {
    await app.call('POST', '/api/auth/login', { payload: { username: 'hunter2', password: 'wrong horse' } });
    const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as {
      photos: { uid: string }[];
    };
    const { text } = await get(`${app.url}/metrics`);
    const hidden = [...photos.map(({ uid }) => uid), 'hunter2', app.token('admin'), app.dataDir, '127.0.0.1', '.jpg'];
    for (const word of hidden) expect(text).not.to.include(word);
    const labels = new Set(
      [...readPrometheusText(text).values()].flatMap(({ samples }) =>
        samples.flatMap((sample) => Object.keys(sample.labels)),
      ),
    );
    const ours = ['version', 'action', 'method', 'route', 'status', 'le'];
    const ofProcess = ['major', 'minor', 'patch', 'space', 'kind', 'type'];
    expect([...labels].filter((label) => ![...ours, ...ofProcess].includes(label))).to.deep.equal([]);
  });

  it('is open to programs on this machine that connect directly, not through a proxy', async () => {
    const url = `${app.url}/metrics`;
    for (const headers of [
      { host: 'photos.example' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '127.0.0.1' },
    ]) {
      const answer = await get(url, headers);
      expect(answer.status, JSON.stringify(headers)).to.equal(401);
      expect(answer.headers['www-authenticate']).to.equal('Bearer');
    }
    expect(await firstLineOver10(app.url)).to.match(/ 401 /);
  });

  it('is open to admins from anywhere, and to no other user', async () => {
    const from = (headers: Record<string, string>) =>
      app.server.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { host: 'photos.example', ...headers },
      });
    const token = (role: 'read' | 'write' | 'admin') => ({ authorization: `Bearer ${app.token(role)}` });
    expect((await from({})).statusCode).to.equal(401);
    expect((await from({ authorization: 'Bearer ' + 'a'.repeat(64) })).statusCode).to.equal(401);
    expect((await from(token('write'))).statusCode).to.equal(403);
    expect((await from(token('admin'))).statusCode).to.equal(200);
    // A token in the request is checked on this machine, too.
    expect((await get(`${app.url}/metrics`, token('read'))).status).to.equal(403);
    expect((await get(`${app.url}/metrics`, token('admin'))).status).to.equal(200);
  });

  describe('with the setting METRICS', () => {
    const withSetting = async (setting: string, use: (other: TestApp) => Promise<void>) => {
      const other = await startTestApp({ environment: { METRICS: setting } });
      try {
        await use(other);
      } finally {
        await other.stop();
      }
    };

    it('admin: is open to admins only', async () => {
      await withSetting('admin', async (other) => {
        expect((await get(`${other.url}/metrics`)).status).to.equal(401);
        const answer = await get(`${other.url}/metrics`, { authorization: `Bearer ${other.token('admin')}` });
        // This second server in the same process counts only its own requests.
        const routes = readPrometheusText(answer.text).get('photofinch_http_requests_total')?.samples ?? [];
        expect(routes.map(({ labels }) => labels['route'])).to.have.members(['/api/auth/login', '/metrics']);
      });
    });

    it('off: answers 404', async () => {
      await withSetting('off', async (other) => {
        const answer = await get(`${other.url}/metrics`, { authorization: `Bearer ${other.token('admin')}` });
        expect([answer.status, JSON.parse(answer.text)]).to.deep.equal([404, { detail: 'There is no such route.' }]);
      });
    });
  });
});

/** The status line of the response to an HTTP/1.0 request, as a proxy may send it without adding a header. */
function firstLineOver10(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /metrics HTTP/1.0\r\nHost: ${hostname}\r\n\r\n`),
    );
    let text = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (text += String(chunk)))
      .on('end', () => {
        resolve(text.split('\r\n', 1)[0] ?? '');
      })
      .on('error', reject);
  });
}
