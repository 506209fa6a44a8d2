import { expect } from 'chai';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** What a client sees of an answer that goes wrong: a status, or a connection that breaks off. */
const seen: Readonly<Record<string, number | 'broken off'>> = {
  throws: 500,
  'reply-that-throws': 500,
  'json-that-cannot-be': 500,
  'json-that-never-ends': 500,
  'stream-that-fails-at-once': 'broken off',
  'stream-that-fails-later': 'broken off',
  'stream-that-is-over': 500,
  'too-few-bytes': 'broken off',
  'too-many-bytes': 'broken off',
  'stream-of-objects': 'broken off',
};

describe('a plugin whose routes answer wrongly', () => {
  let app: TestApp;

  before(async () => {
    const plugins = ['folder-source', 'unruly-replies'].map((name) => `test/fixtures/plugins/${name}`);
    app = await startTestApp({ environment: { PLUGINS: plugins.join(','), LOG_LEVEL: 'silent' } });
  });
  after(() => app.stop());

  const ask = (name: string, signal?: AbortSignal) =>
    fetch(`${app.url}/plugins/unruly-replies/${name}`, signal ? { signal } : {});
  const openStreams = (): number => (globalThis as { unrulyStreams?: { open: number } }).unrulyStreams?.open ?? 0;
  const othersAreAnswered = async (): Promise<void> => {
    expect((await fetch(`${app.url}/api/health`)).status).to.equal(200);
  };

  for (const [name, what] of Object.entries(seen)) {
    it(`harms nothing but that answer: ${name}`, async () => {
      const answer = await ask(name)
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status;
        })
        .catch(() => 'broken off');
      expect(answer).to.equal(what);
      await othersAreAnswered();
    });
  }

  for (const name of ['hangs', 'stream-that-never-begins', 'stream-that-floods']) {
    it(`holds up nobody else, and ends with its client: ${name}`, async () => {
      const client = new AbortController();
      const answer = ask(name, client.signal).catch(() => undefined);
      if (name !== 'hangs') await until(() => openStreams() > 0);
      await othersAreAnswered();
      client.abort();
      await answer;
      await until(() => openStreams() === 0);
    });
  }
});
