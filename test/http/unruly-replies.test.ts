import { expect } from 'chai';
import pino from 'pino';
import { inject } from '../../core/compose/inject.ts';
import { PluginFaults } from '../../core/plugins/plugin-faults.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** What a client gets for an incorrect answer: a status, or a connection that breaks off. */
const seen: Readonly<Record<string, number | 'broken off'>> = {
  throws: 500,
  'reply-that-throws': 500,
  'json-that-cannot-be': 500,
  'json-that-never-ends': 500,
  'json-that-throws': 500,
  'status-that-is-none': 500,
  'stream-of-the-web': 500,
  'stream-of-the-web-without-a-reply': 500,
  generator: 500,
  'array-buffer': 500,
  'response-of-the-web': 500,
  'stream-that-fails-at-once': 'broken off',
  'stream-that-fails-later': 'broken off',
  'stream-that-is-over': 500,
  'too-few-bytes': 'broken off',
  'too-many-bytes': 'broken off',
  'stream-of-objects': 'broken off',
};

describe('a plugin whose routes answer incorrectly', () => {
  /** The log entries at error level. */
  const logged: Record<string, unknown>[] = [];
  let app: TestApp;

  before(async () => {
    const write = (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>);
    const log = pino({ level: 'error', base: null }, { write });
    const plugins = ['folder-source', 'unruly-replies'].map((name) => `test/fixtures/plugins/${name}`);
    app = await startTestApp({
      environment: { PLUGINS: plugins.join(',') },
      prepare: (container) => {
        container.register(inject.log, { useValue: log });
        // Every fault is logged, not only one per minute.
        let now = 1_700_000_000;
        container.register(inject.pluginFaults, { useValue: new PluginFaults({ log, clock: () => (now += 100) }) });
      },
    });
  });
  after(() => app.stop());

  const ask = (name: string, signal?: AbortSignal) =>
    fetch(`${app.url}/plugins/unruly-replies/${name}`, signal ? { signal } : {});
  const openStreams = (): number => (globalThis as { unrulyStreams?: { open: number } }).unrulyStreams?.open ?? 0;
  const othersAreAnswered = async (): Promise<void> => {
    expect((await fetch(`${app.url}/api/health`)).status).to.equal(200);
  };

  const faults = () => app.container.resolve(inject.pluginFaults).of('unruly-replies');

  for (const [name, what] of Object.entries(seen)) {
    it(`affects only that response: ${name}`, async () => {
      const before = faults().count;
      logged.length = 0;
      const answer = await ask(name)
        .then(async (response) => [response.status, await response.json()])
        .catch(() => ['broken off']);
      expect(answer).to.deep.equal(
        what === 500
          ? [500, { detail: 'The server met an error that nobody foresaw; its log says more.' }]
          : ['broken off'],
      );
      await othersAreAnswered();
      await until(() => faults().count > before);
      expect(faults().count, 'faults of the plugin').to.equal(before + 1);
      expect(logged.map(({ plugin, msg }) => [plugin, msg])).to.deep.equal([
        ['unruly-replies', `a plugin failed in GET /plugins/unruly-replies/${name}`],
      ]);
    });
  }

  it('is not blamed if the disk is full for a part of the server that it uses', async () => {
    const db = app.container.resolve(inject.db);
    const before = faults().count;
    logged.length = 0;
    db.pragma('max_page_count = 1');
    expect((await ask('state-that-is-kept')).status).to.equal(500);
    db.pragma('max_page_count = 1000000');
    expect((await ask('state-that-is-kept')).status).to.equal(200);
    expect(faults().count).to.equal(before);
    expect(logged.map(({ plugin, msg }) => [plugin, msg])).to.deep.equal([
      [
        'unruly-replies',
        'the server failed a plugin, which is not to blame: a plugin failed in GET /plugins/unruly-replies/state-that-is-kept',
      ],
    ]);
    expect(logged[0]?.['err']).to.include({ code: 'SQLITE_FULL' });
  });

  it('gets an error that says what it may return instead of a web stream', async () => {
    await ask('stream-of-the-web');
    expect(faults().last?.message).to.equal(
      'A PluginReply has a body of type ReadableStream: give a stream of node:stream (Readable.from and Readable.fromWeb make one), a Uint8Array, a string, a JSON value or null',
    );
  });

  for (const name of ['hangs', 'stream-that-never-begins', 'stream-that-floods']) {
    it(`does not block others, and ends with its client: ${name}`, async () => {
      const client = new AbortController();
      const answer = ask(name, client.signal).catch(() => undefined);
      if (name !== 'hangs') await until(() => openStreams() > 0);
      await othersAreAnswered();
      const before = faults().count;
      client.abort();
      await answer;
      await until(() => openStreams() === 0);
      expect(faults().count, 'faults of the plugin').to.equal(before);
    });
  }
});
