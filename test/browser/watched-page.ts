import type { BrowserContextOptions, Browser, Page } from 'playwright-core';
import { openProfile, Profile } from './profiles.ts';

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

/** A profile that was opened and not yet checked. */
interface Opened {
  readonly profile: Profile;
  /** Opened by a hook for all tests of a suite. */
  readonly stays: boolean;
}

let opened: Opened[] = [];
let isTesting = false;

/**
 * Opens a page with an empty browser profile.
 * @param origin the only one that it may send requests to
 */
export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const profile = isTesting
    ? await openProfile(browser, origin, options)
    : await Profile.open(browser, origin, options);
  opened.push({ profile, stays: !isTesting });
  const page = await profile.context.newPage();
  const { troubles, expected } = profile;
  return {
    page,
    troubles,
    expects: (trouble) => {
      expected.push(trouble);
    },
  };
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
      const troubles = (await closePages().catch((error: unknown) => [String(error)])).join('\n');
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
  const pages = opened.flatMap(({ profile }) => profile.pages());
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
  const troubles = pages.map(({ profile }) => profile.troubles);
  for (const { profile, stays } of pages) if (!stays) await profile.close();
  return troubles.flat();
}
