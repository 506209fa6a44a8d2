import type { Page } from 'playwright-core';
import { until } from './demo-browser.ts';
import { pixelsOf } from './pixels.ts';

/** The page’s text about the number of results. */
export const found = `(document.querySelector('main [role=status]')?.firstChild?.textContent ?? '')`;
export const groupsShown = `document.querySelectorAll('.duplicate-group').length`;

/** Searches with the box that every page has, and waits for the page of results. */
export async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox').first().fill(words);
  await page.keyboard.press('Enter');
  await until(page, `decodeURIComponent(location.hash).endsWith(${JSON.stringify(`q=${words.replaceAll(' ', '+')}`)})`);
}

/** Uids of the drawn photos, in their order. */
export async function drawn(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a.tile')]
    .map(({ hash }) => decodeURIComponent(hash.slice(0, (hash + '?').indexOf('?')).split('/').at(-1)))`);
}

/** The boxes of faces as fractions of the painted picture, from its left and top edges. */
export async function boxesIn(page: Page): Promise<{ x: number; y: number; w: number; h: number }[]> {
  return page.evaluate(`(() => {
    const whole = document.querySelector('.stage .picture').getBoundingClientRect();
    return [...document.querySelectorAll('.seen-face')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: (x - whole.x) / whole.width, y: (y - whole.y) / whole.height, w: width / whole.width, h: height / whole.height };
    });
  })()`);
}

/** Whether the preview shows the picture upright, and not in one colour. */
export const isPainted = `(() => {
  const { data, width, height } = ${pixelsOf('.face-preview canvas')};
  return new Set(data.filter((_, i) => i % 400 === 0)).size > 8 && width > height;
})()`;
