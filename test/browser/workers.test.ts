import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MlWorkerProcess } from '../support/ml-worker-process.ts';
import { NatsServer, needNats } from '../support/nats-server.ts';
import { type DemoBrowser, withDemo } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';

describe('the page of workers in a browser', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const settings: Record<string, string> = { PLUGINS: 'ml-nats', ML_NATS_WITHOUT_WORKERS: 'wait' };
  let nats: NatsServer;
  let worker: MlWorkerProcess;
  const started: { kill(): Promise<void> }[] = [];
  let demo: DemoBrowser;

  before(async function () {
    needNats(this);
    nats = await NatsServer.start(join(folder, 'nats'));
    started.push(nats);
    settings['ML_NATS_SERVERS'] = nats.address;
  });
  withDemo(async (running) => {
    demo = running;
    worker = await MlWorkerProcess.start({
      ML_NATS_SERVERS: nats.address,
      ML_WORKER_KEY_FILE: join(folder, 'key'),
      ML_WORKER_NAME: 'desktop <b>',
      ML_WORKER_PROVIDER: resolve('test/fixtures/plugins/recorded-models'),
      RECORD_FILE: join(folder, 'record'),
    });
    started.unshift(worker);
  }, settings);
  after(async () => {
    for (const one of started) await one.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a waiting worker, admits and removes it with buttons, and is accessible, also on a phone', async () => {
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    await page.getByRole('link', { name: 'Workers' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'desktop <b>' });
    await row.getByText('Waiting to be admitted').waitFor();
    await row.getByText(`Fingerprint: ${worker.fingerprint}`).waitFor();
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);

    await row.getByRole('button', { name: 'Admit' }).click();
    await page.getByText('desktop <b> was admitted.').waitFor();
    await row.getByText('Ready', { exact: true }).waitFor();
    await row.getByText('Models: recorded@1').waitFor();
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);

    await row.getByRole('button', { name: 'Remove' }).click();
    await row.getByText('Waiting to be admitted').waitFor();
  });

  for (const [language, title] of [
    ['de', 'Worker'],
    ['fr', 'Machines de calcul'],
  ] as const) {
    it(`is in the language of the browser: ${language}`, async () => {
      const { page } = await demo.signedIn('/', { locale: language }, ['admin', 'admin-demo']);
      await page.goto(`${demo.url}/plugins/ml-nats/`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).to.equal(language);
    });
  }
});
