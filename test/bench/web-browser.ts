import { chromiumPath } from '../support/chromium.ts';
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { signIn } from '../browser/demo-browser.ts';
import { account } from './web-house.ts';

const probe = readFileSync(new URL('../fixtures/web-probe.js', import.meta.url), 'utf8');

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly phone?: boolean;
}

export const desktop: Screen = { width: 1280, height: 800 };
export const phone: Screen = { width: 390, height: 844, phone: true };
export const wide: Screen = { width: 2560, height: 1440 };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    // One of the tests scrolls with the scroll bar.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}

/** A page that measures itself. */
export class ProbedPage {
  readonly page: Page;
  readonly devTools: CDPSession;

  private constructor(page: Page, devTools: CDPSession) {
    this.page = page;
    this.devTools = devTools;
  }

  /** A page in its own browser profile, at the sign-in form. */
  static async open(browser: Browser, url: string, { phone, ...viewport }: Screen = desktop): Promise<ProbedPage> {
    const context = await browser.newContext({ viewport, ...(phone && { isMobile: true, hasTouch: true }) });
    await context.addInitScript(probe);
    const page = await context.newPage();
    await page.goto(url);
    return new ProbedPage(page, await context.newCDPSession(page));
  }

  /** A page as high as a list, without any work of its own: the upper limit for this browser. */
  static async still(browser: Browser, height: number, screen: Screen): Promise<ProbedPage> {
    const probed = await ProbedPage.open(browser, 'about:blank', screen);
    await probed.page.setContent(`
      <div class="photo-grid" style="position: fixed; inset: 0; overflow-y: auto">
        <div style="height: ${height}px; background: repeating-linear-gradient(#ddd 0 180px, #fff 180px 200px)"></div>
      </div>`);
    // Jumps with a dragged mouse, like a list that is scrolled with its date rail.
    await probed.ask(`addEventListener('pointermove', ({ buttons, clientY }) => {
      const list = document.querySelector('.photo-grid');
      if (buttons === 1) list.scrollTop = (clientY / innerHeight) * list.scrollHeight;
    })`);
    return probed;
  }

  /** A page that shows the thumbnails of its timeline. */
  static async signedIn(browser: Browser, url: string, screen: Screen = desktop): Promise<ProbedPage> {
    const probed = await ProbedPage.open(browser, url, screen);
    await signIn(probed.page, account.username, account.password);
    await probed.page.locator('a.tile').first().waitFor();
    // Work that is done only once after signing in is not to be measured.
    await probed.page.waitForTimeout(700);
    return probed;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  ask<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  /** Milliseconds from an event that `act` causes to each of some conditions of the probe. */
  async time<Name extends string>(
    event: 'click' | 'pointerdown' | 'keydown',
    conditions: readonly Name[],
    act: () => Promise<unknown>,
    argument?: number,
  ): Promise<Record<Name, number>> {
    await this.ask(`probe.arm('${event}', ${JSON.stringify(conditions)}, ${argument ?? 'undefined'})`);
    await act();
    return this.ask('probe.answer');
  }

  /** Milliseconds between the frames with scrolling while `act` ran. */
  async frames(act: () => Promise<unknown>): Promise<number[]> {
    await this.ask('probe.watchFrames()');
    await act();
    return this.ask('probe.endFrames()');
  }

  /** Turns the wheel over the middle, as smoothly as a touch pad. @param speed pixels per second */
  async turnWheel(distance: number, speed: number): Promise<void> {
    const { width, height } = this.page.viewportSize()!;
    await this.devTools.send('Input.synthesizeScrollGesture', {
      x: Math.round(width / 2),
      y: Math.round(height / 2),
      yDistance: -distance,
      speed,
      gestureSourceType: 'mouse',
    });
  }

  /** Flings the list with a finger. */
  async fling(): Promise<void> {
    const { width, height } = this.page.viewportSize()!;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
      this.devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: Math.round(width / 2), y }],
      });
    const from = Math.round(height * 0.8);
    await touch('touchStart', from);
    for (let step = 1; step <= 12; step++) await touch('touchMove', from - step * 35);
    await touch('touchEnd');
  }

  /** Drags the mouse down at the right edge, where the date rail is. */
  async dragEdge(right: number): Promise<void> {
    const { height } = this.page.viewportSize()!;
    const { mouse } = this.page;
    await mouse.move(right, height * 0.2);
    await mouse.down();
    for (let step = 1; step <= 100; step++) {
      await mouse.move(right, height * (0.2 + 0.006 * step));
      await this.page.waitForTimeout(8);
    }
    await mouse.up();
  }

  /** The page's heap in megabytes without garbage, and its number of nodes, including those no longer in the document. */
  async memory(): Promise<{ heap: number; nodes: number }> {
    await this.devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.devTools.send('Runtime.getHeapUsage');
    const { nodes } = await this.devTools.send('Memory.getDOMCounters');
    return { heap: usedSize / 2 ** 20, nodes };
  }
}
