import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { DemoBrowser, needsChromium, signIn } from './demo-browser.ts';
import { watchedPage } from './watched-page.ts';

/** Stands before a server and holds its answers to renewals back, as a slow network does. */
class SlowRenewals {
  /** Milliseconds. */
  delay = 0;
  /** Renewals that came in, and how they were answered. */
  asked = 0;
  readonly answered: number[] = [];
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      const { method, headers, url = '/' } = incoming;
      const renewal = url === '/api/auth/refresh';
      if (renewal) this.asked += 1;
      const through = request(new URL(url, target), { method, headers }, (answer) => {
        if (renewal) this.answered.push(answer.statusCode ?? 0);
        void sleep(renewal ? this.delay : 0).then(() => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
      });
      incoming.pipe(through);
      through.on('error', () => outgoing.destroy());
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A browser has locks between tabs on secure origins alone: this machine's own loopback is one, a name of the LAN is not. */
for (const [host, secure] of [
  ['127.0.0.1', true],
  ['photos.test', false],
] as const) {
  describe(`several tabs of one session at http://${host}`, function () {
    this.timeout(120_000);
    let demo: DemoBrowser;
    let browser: Browser;
    let renewals: SlowRenewals;
    let context: BrowserContext;
    let page: Page;
    let url: string;

    before(async function () {
      needsChromium(this);
      this.timeout(180_000);
      demo = await DemoBrowser.start();
      renewals = new SlowRenewals(demo.url);
      url = `http://${host}:${await renewals.start()}/`;
      browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP photos.test 127.0.0.1'],
      });
    });
    after(async () => {
      // Nothing was started where there is no browser.
      await (browser as Browser | undefined)?.close();
      (renewals as SlowRenewals | undefined)?.stop();
      await (demo as DemoBrowser | undefined)?.stop();
    });

    beforeEach(async () => {
      renewals.delay = 0;
      ({ page } = await watchedPage(browser, url.slice(0, -1)));
      context = page.context();
      await page.goto(url);
      await signIn(page);
      await tiles(page);
      renewals.answered.length = 0;
    });
    afterEach(() => context.close());

    it(`${secure ? 'have' : 'have no'} locks of the browser`, async () => {
      expect(await page.evaluate('isSecureContext && "locks" in navigator')).to.equal(secure);
    });

    it('stay signed in when they start, and are loaded again, at the same moment', async () => {
      const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => context.newPage())))];
      await Promise.all(tabs.map((tab) => tab.goto(url)));
      await Promise.all(tabs.map(tiles));
      await Promise.all(tabs.map((tab) => tab.reload()));
      await Promise.all(tabs.map(tiles));
      expect(renewals.answered.filter((status) => status !== 200)).to.deep.equal([]);
      expect(renewals.answered).to.have.length.at.least(7);
    });

    it('stay signed in when one is loaded again while its session is being renewed', async () => {
      renewals.delay = 1000;
      const before = renewals.asked;
      await page.reload({ waitUntil: 'commit' });
      await until(() => renewals.asked > before);
      await page.reload();
      await tiles(page);
      expect(renewals.answered).to.deep.equal([200, 200]);
    });
  });
}

const tiles = (page: Page): Promise<void> => page.locator('.tile').first().waitFor();
