import type { CDPSession, Page } from 'playwright-core';

/**
 * Rests a finger until the page says that this picked what lies under it: a browser takes the finger from a page that is busy for
 * long.
 */
export async function restFinger(
  page: Page,
  devTools: CDPSession,
  touchPoints: readonly { x: number; y: number }[],
  says: string,
): Promise<void> {
  const picked = page.getByText(says);
  const touch = (type: 'touchStart' | 'touchCancel', points: typeof touchPoints): Promise<unknown> =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  for (let attempt = 0; attempt < 3; attempt++) {
    await touch('touchStart', touchPoints);
    const isPicked = await picked.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (isPicked) return;
    await touch('touchCancel', []);
  }
  throw new Error('a finger that rested never picked anything');
}
