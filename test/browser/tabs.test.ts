import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { isLongRun } from '../support/long-run.ts';
import { until } from '../support/until.ts';
import { chromiumPath } from '../support/chromium.ts';
import { DemoBrowser, needsChromium, signIn } from './demo-browser.ts';
import { accessTokensRunOut } from './expired-tokens.ts';
import { refused, watchedPage, type WatchedPage } from './watched-page.ts';

/** A proxy that delays or loses the responses to session renewals, as a bad network does. */
class BadNetwork {
  /** In milliseconds. */
  delay = 0;
  /** The number of responses that are lost from now on. */
  losing = 0;
  /** The number of requests for a renewal, and the statuses of their responses. */
  asked = 0;
  readonly answered: number[] = [];
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      const { method, headers, url = '/' } = incoming;
      const renewal = url === '/api/auth/refresh';
      if (renewal) this.asked += 1;
      // The server may close connections that are kept alive just when they are used again.
      const through = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
        if (renewal) this.answered.push(answer.statusCode ?? 0);
        if (renewal && this.losing > 0) {
          this.losing -= 1;
          outgoing.destroy();
          return;
        }
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

/**
 * With TEST_LONG=1: processes that compute endlessly, one for each core, so that everything else is slow, including other
 * tests.
 */
class BusyMachine {
  readonly #loops: ChildProcess[];

  constructor() {
    const loop = fileURLToPath(new URL('../fixtures/busy-process.ts', import.meta.url));
    const count = isLongRun ? availableParallelism() : 0;
    this.#loops = Array.from({ length: count }, () => fork(loop, { execArgv: ['--import', 'tsx'] }));
  }

  stop(): void {
    for (const loop of this.#loops) loop.kill('SIGKILL');
  }
}

/** The factor by which the browser is slowed down: only with TEST_LONG=1, since this keeps the processor busy. */
const throttled = isLongRun ? 4 : 1;

/** Browsers offer locks between tabs only for secure origins: the loopback address is one, a name in the LAN is not. */
for (const host of ['127.0.0.1', 'photos.test']) {
  describe(`five tabs of one session at http://${host}`, function () {
    this.timeout(900_000);
    let demo: DemoBrowser;
    let browser: Browser;
    let network: BadNetwork;
    let machine: BusyMachine;
    let watched: WatchedPage;
    let context: BrowserContext;
    let tabs: Page[];
    let url: string;

    before(async function () {
      needsChromium(this);
      demo = await DemoBrowser.start();
      network = new BadNetwork(demo.url);
      url = `http://${host}:${await network.start()}/`;
      browser = await chromium.launch({
        executablePath: chromiumPath ?? 'chromium',
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP photos.test 127.0.0.1'],
      });
      machine = new BusyMachine();
    });
    after(async () => {
      // Nothing was started if there is no browser.
      (machine as BusyMachine | undefined)?.stop();
      await (browser as Browser | undefined)?.close();
      (network as BadNetwork | undefined)?.stop();
      await (demo as DemoBrowser | undefined)?.stop();
    });

    beforeEach(async () => {
      network.delay = 0;
      network.losing = 0;
      watched = await watchedPage(browser, url.slice(0, -1));
      const { page } = watched;
      context = page.context();
      context.setDefaultTimeout(180_000);
      await page.goto(url);
      await signIn(page);
      await tiles(page);
      tabs = [page, ...(await Promise.all([1, 2, 3, 4].map(() => context.newPage())))];
      for (const tab of tabs) {
        await (await context.newCDPSession(tab)).send('Emulation.setCPUThrottlingRate', { rate: throttled });
      }
      network.answered.length = 0;
    });
    afterEach(() => context.close());

    const open = async (): Promise<void> => {
      await Promise.all(tabs.slice(1).map((tab) => tab.goto(url)));
      await Promise.all(tabs.map(tiles));
    };
    /** All tabs are still signed in after a reload. */
    const expectSignedIn = async (): Promise<void> => {
      await Promise.all(tabs.map((tab) => tab.reload()));
      await Promise.all(tabs.map(tiles));
      for (const tab of tabs) expect(await tab.getByLabel('Password').count()).to.equal(0);
    };

    it('stay signed in when they start and reload repeatedly at the same moment', async () => {
      await open();
      for (let round = 0; round < 3; round += 1) await expectSignedIn();
      expect(network.answered.filter((status) => status !== 200)).to.deep.equal([]);
      expect(network.answered).to.have.length.at.least(19);
    });

    it('stay signed in when their tokens expire at the same moment', async () => {
      await open();
      // Each request with the old token is refused first.
      watched.expects(refused(401));
      for (const word of ['Lisbon', 'sea', 'studio']) {
        const before = network.answered.length;
        const found = tabs.map((tab) =>
          tab.waitForResponse((answer) => answer.url().includes(`/api/search?q=${word}`) && answer.ok()),
        );
        accessTokensRunOut(demo.dataDir);
        await Promise.all(tabs.map((tab) => tab.evaluate(`location.hash = '#/search?q=${word}'`)));
        await Promise.all(found);
        expect(network.answered).to.have.length.at.least(before + tabs.length);
      }
      expect(network.answered.filter((status) => status !== 200)).to.deep.equal([]);
      for (const tab of tabs) await tab.goto(url);
      await expectSignedIn();
    });

    it('stay signed in when one is reloaded while its session is being renewed', async () => {
      network.delay = 1000;
      const before = network.asked;
      await tabs[0]!.reload({ waitUntil: 'commit' });
      await until(() => network.asked > before);
      await tabs[0]!.reload();
      await tiles(tabs[0]!);
      expect(network.answered).to.deep.equal([200, 200]);
    });

    it('stay signed in when responses to renewals are lost', async () => {
      await open();
      watched.expects(/net::ERR_.*\/api\/auth\/refresh/);
      network.losing = 3;
      await expectSignedIn();
      expect(network.losing).to.equal(0);
      expect(network.answered.filter((status) => status !== 200)).to.deep.equal([]);
      await expectSignedIn();
    });
  });
}

const tiles = (page: Page): Promise<void> => page.locator('a.tile').first().waitFor();
