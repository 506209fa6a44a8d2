import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { durations } from '../../web/state/toasts.ts';
import { signedInFlag } from '../../web/storage-keys.ts';
import { followRequests, isFetching } from './requests-under-way.ts';

const usualViewport = { width: 1280, height: 800 };

/** A cookie that the first document of a profile removes. */
export const justOpened = 'just-opened';

/**
 * A script that stores what an earlier sign-in leaves in a profile. Playwright’s `storageState` would open and close a page
 * for that, which takes as long as the page itself. The cookie makes it happen once, and not after a sign-out.
 */
const storedSession = (origin: string): string => `
  if (self.origin === '${origin}' && document.cookie.includes('${justOpened}=')) {
    document.cookie = '${justOpened}=; path=/; max-age=0';
    localStorage.setItem('${signedInFlag}', '1');
  }`;

/**
 * Makes toasts stay longer, so that tests on a busy machine still see them and can press their buttons. Other timers with
 * the same delay become longer as well.
 */
const messagesStay = `{
  const { setTimeout } = window;
  const durations = ${JSON.stringify(Object.values(durations))};
  window.setTimeout = (run, delay, ...more) => setTimeout(run, durations.includes(delay) ? 10 * delay : delay, ...more);
}`;

const policyWatch = `
  addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** A browser profile, and the errors of its pages. */
export class Profile {
  readonly context: BrowserContext;
  readonly origin: string;
  /** Errors that the current test does not expect. */
  troubles: string[] = [];
  expected: RegExp[] = [];
  /** Whether a page was at another address, such as another name of the server, whose data are not cleared. */
  protected strayed = false;

  protected constructor(context: BrowserContext, origin: string) {
    this.context = context;
    this.origin = origin;
  }

  /** @param origin the only one that pages may send requests to */
  static async open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Profile> {
    const profile = new Profile(await contextOf(browser, origin, options), origin);
    profile.watch();
    return profile;
  }

  /** The pages of the current test. */
  pages(): Page[] {
    return this.context.pages();
  }

  async close(): Promise<void> {
    await this.unroute();
    await this.context.close();
  }

  protected watch(): void {
    const { context, origin } = this;
    context.on('page', followRequests);
    context.on('console', (message) => {
      // The text about a failed request does not contain its address.
      const { url } = message.location();
      const isTrouble = ['error', 'warning'].includes(message.type());
      if (isTrouble) this.#tell(`console: ${message.text()} (${url.replace(origin, '')})`);
    });
    context.on('weberror', (error) => {
      this.#tell(`uncaught: ${error.error().message}`);
    });
    context.on('request', (request) => {
      if (request.url().startsWith(origin)) return;
      this.strayed = true;
      this.#tell(`request to ${request.url()}`);
    });
  }

  /** Routes of a test may still forward requests to the server, which would fail with the page, outside of any test. */
  protected async unroute(): Promise<void> {
    for (const page of this.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  #tell(trouble: string): void {
    if (!this.expected.some((pattern) => pattern.test(trouble))) this.troubles.push(trouble);
  }
}

/**
 * A profile that the tests of a server use one after the other, and that is emptied in between. One page stays open. Its
 * process draws the pages of all these tests, and knows the code already: they open faster by a third.
 */
class SharedProfile extends Profile {
  readonly #first: Page;
  readonly #devTools: CDPSession;

  private constructor(first: Page, devTools: CDPSession, origin: string) {
    super(first.context(), origin);
    this.#first = first;
    this.#devTools = devTools;
    this.watch();
  }

  static override async open(browser: Browser, origin: string): Promise<SharedProfile> {
    const first = await (await contextOf(browser, origin, { viewport: usualViewport })).newPage();
    // A small document of the same site.
    await first.goto(`${origin}/api/health`);
    return new SharedProfile(first, await first.context().newCDPSession(first), origin);
  }

  override pages(): Page[] {
    return super.pages().filter((page) => page !== this.#first);
  }

  override async close(): Promise<void> {
    // After a crash of the process, nothing can be emptied.
    if (await this.#empty().catch(() => false)) lent = false;
    else await super.close();
  }

  /** Closes the pages of a test, and forgets what they stored. @returns whether nothing is left */
  async #empty(): Promise<boolean> {
    // Requests that renew or end a session outlive their page, and change its cookies.
    const isSigning = this.pages().some((page) => isFetching(page, '/api/auth/'));
    if (isSigning || this.strayed || this.#first.isClosed()) return false;
    await this.unroute();
    for (const page of this.pages()) await page.close();
    // A clock that a test has replaced stays with the profile.
    const clockIsReal = await this.#first.evaluate(`requestAnimationFrame.toString().includes('[native code]')`);
    if (clockIsReal !== true) return false;
    await this.context.clearCookies();
    await this.#first.evaluate('localStorage.clear()');
    const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems';
    await this.#devTools.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes });
    await this.#devTools.send('Network.clearBrowserCache');
    this.troubles = [];
    this.expected = [];
    return true;
  }
}

let shared: SharedProfile | undefined;
/** Whether a test uses the shared profile. */
let lent = false;

/**
 * An empty profile: without options the shared one, unless it is in use.
 * @param origin the only one that pages may send requests to
 */
export async function openProfile(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Profile> {
  if (lent || Object.keys(options).length > 0) return Profile.open(browser, origin, options);
  lent = true;
  if (shared?.origin === origin && shared.context.browser() === browser) return shared;
  const old = shared;
  shared = undefined;
  await old?.context.close();
  const profile = await SharedProfile.open(browser, origin).catch((error: unknown) => {
    lent = false;
    throw error;
  });
  // A test may close it, or the browser.
  profile.context.once('close', () => {
    if (shared !== profile) return;
    shared = undefined;
    lent = false;
  });
  return (shared = profile);
}

async function contextOf(browser: Browser, origin: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: usualViewport, ...options });
  // The timeout of each wait ends a page that hangs, even on a busy machine.
  context.setDefaultTimeout(120_000);
  for (const script of [policyWatch, messagesStay, storedSession(origin)]) await context.addInitScript(script);
  return context;
}
