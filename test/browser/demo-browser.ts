import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { refreshCookie } from '../../core/http/pipeline/cookies.ts';
import type { Status, TokenPair } from '../../core/http/wire.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { chromiumPath } from '../support/chromium.ts';
import { copyIndexedDemo } from '../support/indexed-demo.ts';
import { until as waitUntil } from '../support/until.ts';
import { justOpened } from './profiles.ts';
import { watchedPage, watchSuite, type WatchedPage } from './watched-page.ts';

export type { WatchedPage };

const root = fileURLToPath(new URL('../../', import.meta.url));
const switches = [
  // Pages of one profile share a process (see `SharedProfile`).
  'renderer-process-limit=1',
  'headless',
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
];

/** One for all test files that a worker of mocha runs: each test has an empty profile. */
let chromiumOfAll: Promise<Browser> | undefined;
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

/** A real Chromium with a real server, which runs in demo mode by default. */
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
   * Starts both and waits until the photos are indexed: those of the demo, or those of the configured photo source.
   * @param prepare fills the data folder before the server starts
   */
  static async start(
    settings: Record<string, string> = {},
    command: 'demo' | 'serve' = 'demo',
    prepare: (dataDir: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<DemoBrowser> {
    await buildWebPage();
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-browser-'));
    if (command === 'demo') await copyIndexedDemo(folder);
    await prepare(folder);
    const environment = { ...settings, DATA_DIR: folder };
    const server = await startServerProcess(environment, { command });
    try {
      const browser = await openChromium();
      const demo = new DemoBrowser(browser, server, folder, { environment, command });
      await untilIndexed(server);
      return demo;
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await closeChromium();
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Kills the server without a clean shutdown. */
  async killServer(): Promise<void> {
    await this.#server.kill();
  }

  /** Starts the server again at the same address. */
  async restartServer(): Promise<void> {
    const { port } = new URL(this.url);
    this.#server = await startServerProcess({ ...this.#environment, PORT: port }, { command: this.#command });
  }

  /** A page with an empty browser profile. */
  page(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return watchedPage(this.#browser, this.url, options);
  }

  /** A signed-in page whose timeline shows its first thumbnails. */
  async signedIn(
    place = '/',
    options: BrowserContextOptions = {},
    account: [username: string, password: string] = ['demo', 'demo-demo'],
  ): Promise<WatchedPage> {
    const watched = await this.#pageOf(account, options);
    await watched.page.goto(this.url + place);
    await watched.page.locator('a.tile img[data-loaded=true]:visible, .photo-page').first().waitFor();
    return watched;
  }

  /** A page that was just opened and is signed in. It does not wait for the content. */
  async at(place: string, account: [username: string, password: string] = ['demo', 'demo-demo']): Promise<WatchedPage> {
    const watched = await this.#pageOf(account);
    await watched.page.goto(`${this.url}/#/${place}`);
    return watched;
  }

  /** A page whose browser has a stored session, as after an earlier sign-in. */
  async #pageOf(
    [username, password]: [username: string, password: string],
    options: BrowserContextOptions = {},
  ): Promise<WatchedPage> {
    const answer = await fetch(`${this.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { refresh_token: value } = (await answer.json()) as TokenPair;
    const { hostname: domain } = new URL(this.url);
    const expires = Date.now() / 1000 + 86_400;
    const watched = await this.page(options);
    await watched.page.context().addCookies([
      { name: refreshCookie, value, domain, path: '/api/auth', expires, httpOnly: true, sameSite: 'Strict' },
      { name: justOpened, value: '1', url: this.url },
    ]);
    return watched;
  }
}

/** The browser of this process. */
export function openChromium(): Promise<Browser> {
  return (chromiumOfAll ??= launchChromium());
}

/** Mocha ends a worker together with its browser; a process of its own ends only once nothing is open. */
export async function closeChromium(): Promise<void> {
  if (isWorker) return;
  const browser = await chromiumOfAll;
  chromiumOfAll = undefined;
  await browser?.close();
}

function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? 'chromium', args: switches.map((name) => `--${name}`) });
}

async function untilIndexed(server: ServerProcess): Promise<void> {
  await waitUntil(async () => {
    const { photos, pending, failed, indexing } = (await (await fetch(`${server.url}/api/status`)).json()) as Status;
    if (failed > 0) throw new Error(`${failed} of the photos could not be indexed:\n${server.output()}`);
    return photos > 0 && pending === 0 && !indexing.running;
  }, 600);
}

/**
 * Skips a suite with a message if there is no browser. Otherwise each of its tests fails on errors that its pages report.
 */
export function needsChromium(suite: Mocha.Context): void {
  const { parent } = suite.runnable();
  if (chromiumPath !== undefined && parent) {
    watchSuite(parent);
    return;
  }
  console.log(`    skipped: there is no Chromium (apt-get install chromium-headless-shell)`);
  suite.skip();
}

/**
 * Starts a demo before the tests of a suite, and stops it after them. Without a browser the suite is skipped.
 * @param use receives the started demo, and prepares it
 */
export function withDemo(
  use: (started: DemoBrowser) => void | Promise<void>,
  settings: Record<string, string> = {},
): void {
  let demo: DemoBrowser | undefined;
  before(async function () {
    needsChromium(this);
    this.timeout(900_000);
    demo = await DemoBrowser.start(settings);
    await use(demo);
  });
  after(() => demo?.stop());
}

export async function signIn(page: Page, username = 'demo', password = 'demo-demo'): Promise<void> {
  // Works in any language of the page.
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('.sign-in [type=submit]').click();
}

/** Uids of the drawn photos, newest first. */
export async function drawnPhotos(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('a.tile')].map((tile) => decodeURIComponent(tile.hash.split('/').at(-1)))`,
  );
}

/** Uid in the page's address. */
export function uidOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '');
}

/**
 * Waits until an expression is true in the page, or in the page that replaces it meanwhile. Playwright’s own waiting would
 * need what the content security policy forbids.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const isTrue = (): Promise<boolean> =>
    page.evaluate<unknown>(expression).then(Boolean, (error: unknown) => {
      // Errors while the page is being replaced, or before the element is drawn.
      const isTooEarly = /Execution context was destroyed|Cannot read properties of (null|undefined)/;
      if (error instanceof Error && isTooEarly.test(error.message)) return false;
      throw error;
    });
  await waitUntil(isTrue).catch((error: unknown) => {
    throw new Error(`never came true: ${expression}`, { cause: error });
  });
}

/** Waits until the changes of the page are drawn. */
export async function drawnAnew(page: Page): Promise<void> {
  await page.evaluate(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`);
}

/** Scrolls the list of photos from its top, at once, and waits until the history has the scroll position. */
export async function scrolledDown(page: Page, pixels: number): Promise<void> {
  await page.evaluate(`document.querySelector('.photo-grid').scrollTop = ${pixels}`);
  await until(page, `history.state?.note?.dy !== undefined`);
  await drawnAnew(page);
}

/**
 * Presses `g` and another key without waiting in between: on a busy machine, the second key could otherwise come too late
 * for the page.
 */
export async function pressAfterG(page: Page, second: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(second)]);
}

/** A script that presses a key as soon as an element is in the page, before it is painted. */
export const pressWithFirst = (selector: string, key: string): string => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${selector}')) return;
    observer.disconnect();
    const press = new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(press);
  }).observe(document, { childList: true, subtree: true })`;

/** Waits for a toast that offers to undo the last action. */
export async function toastOffersUndo(page: Page): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
}

export async function countNodes(page: Page): Promise<number> {
  return page.evaluate(`document.querySelectorAll('*').length`);
}

/** Builds the web page if its sources are newer than the last build. */
export async function buildWebPage(): Promise<void> {
  const built = join(root, 'dist', 'web', 'index.html');
  const sources = join(root, 'web');
  const newest = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(sources, name)).mtimeMs)
    .reduce((a, b) => Math.max(a, b), 0);
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  const fresh = mkdtempSync(join(tmpdir(), 'photofinch-web-'));
  // In a process without the loader hooks of the tests: under them, pages that are loaded later lose their styles.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--outDir', fresh, '--logLevel', 'warn'];
  for (const page of [[], ['--mode', 'share'], ['--mode', 'unlock'], ['--mode', 'plugins']]) {
    await promisify(execFile)(process.execPath, [vite, 'build', ...options, ...page], { cwd: root });
  }
  // The old build stays, since another test may be reading it; the page that names the new files is copied last.
  cpSync(join(fresh, 'assets'), join(root, 'dist', 'web', 'assets'), { recursive: true });
  cpSync(fresh, join(root, 'dist', 'web'), { recursive: true });
  rmSync(fresh, { recursive: true });
}
