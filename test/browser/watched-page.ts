import type { BrowserContext, BrowserContextOptions, Browser, Page, Request } from 'playwright-core';
import { durations } from '../../web/state/toasts.ts';

/** A page, and everything about it that should not happen. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Console errors and warnings, uncaught errors, violations of the content policy, requests to other places; of other
   * tabs in the same profile too. A test fails on what is in here at its end.
   */
  readonly troubles: string[];
  /** What this test brings about itself: such troubles are none. As narrow as can be. */
  readonly expects: (trouble: RegExp) => void;
}

/** Profiles that were opened and not yet looked over. */
interface Opened {
  readonly context: BrowserContext;
  readonly troubles: readonly string[];
  /** Opened by a hook for all tests of a suite. */
  readonly stays: boolean;
}

let opened: Opened[] = [];
let isTesting = false;

/**
 * Has messages of the page stay longer: long enough for a test that a busy machine keeps from looking, or from pressing what they
 * offer. Other timers of the same length are longer, too.
 */
const messagesStay = `{
  const { setTimeout } = window;
  const durations = ${JSON.stringify(Object.values(durations))};
  window.setTimeout = (run, delay, ...more) => setTimeout(run, durations.includes(delay) ? 10 * delay : delay, ...more);
}`;

/** Code and data that pages have asked for and not yet got. */
const underWay = new WeakMap<Page, Set<Request>>();
/** How many they have got, or were refused. */
const fetched = new WeakMap<Page, number>();
const awaited = new Set(['script', 'stylesheet', 'fetch', 'xhr']);

/**
 * Opens a page in a browser profile of its own.
 * @param origin where it may send requests
 */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // The limit of each wait is there to end a page that hangs, on a machine however busy.
  context.setDefaultTimeout(120_000);
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const tell = (trouble: string): void => {
    if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
  };
  context.on('console', (message) => {
    // Of a request that failed the text does not say which one it was.
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
    // Pages do not always read what a refusal says, and then it never ends.
    if (!response.ok()) end(response.request());
  });
}

/** Whether a page waits for code or data. Pictures and videos are no part of that. */
export function isFetching(page: Page): boolean {
  return (underWay.get(page)?.size ?? 0) > 0;
}

/** How much code and data a page has got so far. */
export function countFetched(page: Page): number {
  return fetched.get(page) ?? 0;
}

/** What the browser itself notes of a request that the server refuses. @param path where it begins */
export function refused(status: number, path = '/api/'): RegExp {
  return new RegExp(`status of ${status} .*\\(${path}`);
}

/** Has each test of a suite fail on the troubles of its pages, and closes them, so that they do not go on behind the next. */
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

/** More to say of a failure. Reporters print the stack, which has the message in it. */
function addTo(error: Error, more: string): void {
  if (more === '') return;
  const { message, stack = message } = error;
  error.message = `${message}\n${more}`;
  error.stack = stack.replace(message, () => error.message);
}

/** Where the pages of this test are, and how what they show begins: all that a failure elsewhere leaves to look at. */
async function whatShows(): Promise<string> {
  const pages = opened.flatMap(({ context }) => context.pages());
  const shown = pages.map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 1000 });
    return `${page.url()} showed: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
  });
  const told = await Promise.allSettled(shown);
  return told.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).join('\n');
}

/** @returns all that went wrong in them */
async function closePages(): Promise<string[]> {
  const pages = opened;
  opened = pages.filter(({ stays }) => stays);
  for (const { context, stays } of pages) {
    if (stays) continue;
    // Routes of a test may be on their way to the server, and would fail with the page, outside of any test.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  return pages.flatMap(({ troubles }) => troubles);
}
