import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Status } from '../../core/http/wire.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { watchedPage, watchSuite, type WatchedPage } from './watched-page.ts';

export type { WatchedPage };

const chromiumPath = '/usr/bin/chromium';
const root = fileURLToPath(new URL('../../', import.meta.url));
const switches = [
  'headless',
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
];

/** A real Chromium before a real server, in demo mode unless told otherwise. */
export class DemoBrowser {
  readonly #browser: Browser;
  readonly #environment: Record<string, string>;
  readonly #folder: string;
  readonly #command: 'demo' | 'serve';
  #server: ServerProcess;

  private constructor(
    browser: Browser,
    server: ServerProcess,
    folder: string,
    options: { environment: Record<string, string>; command: 'demo' | 'serve' },
  ) {
    this.#browser = browser;
    this.#server = server;
    this.#folder = folder;
    this.#environment = options.environment;
    this.#command = options.command;
  }

  get url(): string {
    return this.#server.url;
  }

  get dataDir(): string {
    return this.#folder;
  }

  /**
   * Starts both and waits until the photos are indexed: those of the demo, or those that the settings lead to.
   * @param prepare what the server is to find there
   */
  static async start(
    settings: Record<string, string> = {},
    command: 'demo' | 'serve' = 'demo',
    prepare: (dataDir: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<DemoBrowser> {
    await buildWebPage();
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-browser-'));
    await prepare(folder);
    const environment = { ...settings, DATA_DIR: folder };
    const server = await startServerProcess(environment, { command });
    try {
      const browser = await chromium.launch({
        executablePath: chromiumPath,
        args: switches.map((name) => `--${name}`),
      });
      const demo = new DemoBrowser(browser, server, folder, { environment, command });
      await demo.#indexed();
      return demo;
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The server goes away without a word. */
  async killServer(): Promise<void> {
    await this.#server.kill();
  }

  /** The server comes back at its address. */
  async restartServer(): Promise<void> {
    const { port } = new URL(this.url);
    this.#server = await startServerProcess({ ...this.#environment, PORT: port }, { command: this.#command });
  }

  /** A page in a browser profile of its own. */
  page(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return watchedPage(this.#browser, this.url, options);
  }

  /** A page whose timeline shows its first thumbnails. */
  async signedIn(
    place = '/',
    options: BrowserContextOptions = {},
    account: [username: string, password: string] = ['demo', 'demo-demo'],
  ): Promise<WatchedPage> {
    const watched = await this.page(options);
    await watched.page.goto(this.url + place);
    await signIn(watched.page, ...account);
    await watched.page.locator('.tile img[data-loaded=true]:visible, .photo-page').first().waitFor();
    return watched;
  }

  /** A page of somebody who has just signed in; what it shows has still to be waited for. */
  async at(place: string, account: [username: string, password: string] = ['demo', 'demo-demo']): Promise<WatchedPage> {
    const watched = await this.page();
    await watched.page.goto(`${this.url}/#/${place}`);
    await signIn(watched.page, ...account);
    return watched;
  }

  async #indexed(): Promise<void> {
    for (let attempt = 0; attempt < 1200; attempt++) {
      const response = await fetch(`${this.url}/api/status`);
      const { photos, pending, failed, indexing } = (await response.json()) as Status;
      if (failed > 0) throw new Error(`${failed} of the demo photos could not be indexed:\n${this.#server.output()}`);
      if (photos > 0 && pending === 0 && !indexing.running) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the demo photos are still not indexed:\n${this.#server.output()}`);
  }
}

/**
 * Says plainly that a suite is skipped, and skips it, where there is no browser. Elsewhere each of its tests fails on
 * what its pages complain of.
 */
export function needsChromium(suite: Mocha.Context): void {
  const { parent } = suite.runnable();
  if (existsSync(chromiumPath) && parent) {
    watchSuite(parent);
    return;
  }
  console.log(`    skipped: there is no ${chromiumPath} (apt-get install chromium)`);
  suite.skip();
}

/**
 * Starts a demo before the tests of a suite, and stops it after them. Where there is no browser the suite is skipped.
 * @param use is handed what was started, and makes it ready
 */
export function withDemo(
  use: (started: DemoBrowser) => void | Promise<void>,
  settings: Record<string, string> = {},
): void {
  let demo: DemoBrowser | undefined;
  before(async function () {
    needsChromium(this);
    this.timeout(300_000);
    demo = await DemoBrowser.start(settings);
    await use(demo);
  });
  after(() => demo?.stop());
}

export async function signIn(page: Page, username = 'demo', password = 'demo-demo'): Promise<void> {
  // In whichever language.
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('.sign-in [type=submit]').click();
}

/** Uids of the photos that are drawn, newest first. */
export async function drawnPhotos(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('a.tile')].map((tile) => decodeURIComponent(tile.hash.split('/').at(-1)))`,
  );
}

/** Uid in the page's address. */
export function uidOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '');
}

/** Waits until an expression is true in the page. Playwright's own waiting would need what the content policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await page.evaluate<unknown>(expression)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`never came true: ${expression}`);
}

/** What was just done can be taken back. */
export async function toastOffersUndo(page: Page): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
}

export async function countNodes(page: Page): Promise<number> {
  return page.evaluate(`document.querySelectorAll('*').length`);
}

/** Builds the page when its sources are newer than what is built. */
export async function buildWebPage(): Promise<void> {
  const built = join(root, 'dist', 'web', 'index.html');
  const sources = join(root, 'web');
  const newest = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(sources, name)).mtimeMs)
    .reduce((a, b) => Math.max(a, b), 0);
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  const fresh = mkdtempSync(join(tmpdir(), 'photofinch-web-'));
  // In a process without the hooks that the tests run with: under them, pages that are fetched later lose their styles.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: root });
  // What was built before stays, since another test may be reading it; the page that names the new parts comes last.
  cpSync(join(fresh, 'assets'), join(root, 'dist', 'web', 'assets'), { recursive: true });
  cpSync(fresh, join(root, 'dist', 'web'), { recursive: true });
  rmSync(fresh, { recursive: true });
}
