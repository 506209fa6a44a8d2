import type { CDPSession, Page } from 'playwright-core';
import { until } from './demo-browser.ts';

/**
 * Rests a finger on the screen until the page says that the item below it is selected. A browser cancels the touch if the
 * page is busy for long; it is then repeated.
 */
export async function restFinger(
  page: Page,
  devTools: CDPSession,
  touchPoints: readonly { x: number; y: number }[],
  says: string,
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchCancel', points: typeof touchPoints): Promise<unknown> =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  const isPicked = `document.body.innerText.includes(${JSON.stringify(says)})`;
  await page.evaluate(`addEventListener('pointercancel', () => { window.isTaken = true; }, { capture: true })`);
  for (;;) {
    await page.evaluate('window.isTaken = false');
    await touch('touchStart', touchPoints);
    await until(page, `window.isTaken || ${isPicked}`);
    if (await page.evaluate<boolean>(isPicked)) return;
    await touch('touchCancel', []);
  }
}
