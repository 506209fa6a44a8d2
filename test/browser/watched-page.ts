import type { BrowserContext, BrowserContextOptions, Browser, Page, Request } from 'playwright-core';
import { durations } from '../../web/state/toasts.ts';

/** A page, and its errors. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Errors and warnings in the console, uncaught errors, violations of the content security policy, and requests to other
   * origins; those of other tabs in the same profile too. A test fails if there are any at its end.
   */
  readonly troubles: string[];
  /** Accepts errors that the test causes itself. The pattern should be as narrow as possible. */
  readonly expects: (trouble: RegExp) => void;
}

/** Profiles that were opened and not yet checked. */
interface Opened {
  readonly context: BrowserContext;
  readonly troubles: readonly string[];
  /** Opened by a hook for all tests of a suite. */
  readonly stays: boolean;
}

let opened: Opened[] = [];
let isTesting = false;

/**
 * Makes toasts stay longer, so that tests on a busy machine still see them and can press their buttons. Other timers with
 * the same delay become longer as well.
 */
const messagesStay = `{
  const { setTimeout } = window;
  const durations = ${JSON.stringify(Object.values(durations))};
  window.setTimeout = (run, delay, ...more) => setTimeout(run, durations.includes(delay) ? 10 * delay : delay, ...more);
}`;

/** Requests for code and data that are under way. */
const underWay = new WeakMap<Page, Set<Request>>();
/** The number of those that have finished or were refused. */
const fetched = new WeakMap<Page, number>();
const awaited = new Set(['script', 'stylesheet', 'fetch', 'xhr']);

/**
 * Opens a page with its own browser profile.
 * @param origin the only one that it may send requests to
 */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // The timeout of each wait ends a page that hangs, even on a busy machine.
  context.setDefaultTimeout(120_000);
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const tell = (trouble: string): void => {
    if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
  };
  context.on('console', (message) => {
    // The text about a failed request does not contain its address.
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type())) tell(`console: ${message.text()} (${url.replace(origin, '')})`);
  });
  context.on('weberror', (error) => {
    tell(`uncaught: ${error.error().message}`);
  });
  context.on('page', followRequests);
  context.on('request', (request) => {
    if (!request.url().startsWith(origin)) tell(`request to ${request.url()}`);
  });
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) =>
       console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  await context.addInitScript(messagesStay);
  opened.push({ context, troubles, stays: !isTesting });
  const page = await context.newPage();
  return {
    page,
    troubles,
    expects: (trouble) => {
      expected.push(trouble);
    },
  };
}

function followRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (awaited.has(request.resourceType())) requests.add(request);
  });
  const end = (request: Request): void => {
    if (requests.delete(request)) fetched.set(page, countFetched(page) + 1);
  };
  page.on('requestfinished', end).on('requestfailed', end);
  page.on('response', (response) => {
    // Pages do not always read the body of a refused request, which then never finishes.
    if (!response.ok()) end(response.request());
  });
}

/** Whether a page waits for code or data. Photos and videos do not count. */
export function isFetching(page: Page): boolean {
  return (underWay.get(page)?.size ?? 0) > 0;
}

/** The number of requests for code and data that have finished so far. */
export function countFetched(page: Page): number {
  return fetched.get(page) ?? 0;
}

/** The browser’s own console message about a refused request. @param path the beginning of its path */
export function refused(status: number, path = '/api/'): RegExp {
  return new RegExp(`status of ${status} .*\\(${path}`);
}

/**
 * Makes each test of a suite fail on errors of its pages, and closes them, so that they do not continue during the next
 * one.
 */
export function watchSuite(suite: Mocha.Suite): void {
  suite.eachTest((test) => {
    const run = test.fn as ((this: Mocha.Context) => Promise<void> | void) | undefined;
    if (!run) return;
    test.fn = async function (this: Mocha.Context) {
      isTesting = true;
      let failure: unknown;
      try {
        await run.call(this);
      } catch (error) {
        failure = error;
        if (error instanceof Error) addTo(error, await whatShows());
      }
      isTesting = false;
      const troubles = (await closePages()).join('\n');
      if (failure instanceof Error) addTo(failure, troubles);
      if (failure !== undefined) throw failure as Error;
      if (troubles !== '') throw new Error(troubles);
    };
  });
  suite.afterAll(() => {
    opened = [];
  });
}

/** Adds text to the message of an error. Reporters print the stack, which contains the message. */
function addTo(error: Error, more: string): void {
  if (more === '') return;
  const { message, stack = message } = error;
  error.message = `${message}\n${more}`;
  error.stack = stack.replace(message, () => error.message);
}

/** The addresses of this test’s pages and the beginning of their texts, to analyse failures on other machines. */
async function whatShows(): Promise<string> {
  const pages = opened.flatMap(({ context }) => context.pages());
  const shown = pages.map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 1000 });
    return `${page.url()} showed: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
  });
  const told = await Promise.allSettled(shown);
  return told.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).join('\n');
}

/** @returns all their errors */
async function closePages(): Promise<string[]> {
  const pages = opened;
  opened = pages.filter(({ stays }) => stays);
  for (const { context, stays } of pages) {
    if (stays) continue;
    // Routes of a test may still forward requests to the server, which would fail with the page, outside of any test.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  return pages.flatMap(({ troubles }) => troubles);
}
