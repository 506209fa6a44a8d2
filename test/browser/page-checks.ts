import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { countFetched, isFetching } from './requests-under-way.ts';

/** Resolves once nothing in the page has changed for two frames, and nothing loads or moves. */
const stillness = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isBusy = () => document.querySelector('.loading, main[aria-busy=true], main [aria-busy=true]') !== null
    || [...document.images].some((image) => !image.complete && image.loading !== 'lazy')
    || document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity);
  let changed;
  const observer = new MutationObserver(() => { changed = true; });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  do {
    changed = false;
    for (let i = 0; i < 2; i++) await frame();
  } while (isBusy() || changed);
  observer.disconnect();
})()`;

/** Waits until nothing loads, moves or changes any more. */
export async function standsStill(page: Page): Promise<void> {
  // New content is drawn before the page is checked again; it may arrive just when the page was found to be still.
  let before: number;
  do {
    before = countFetched(page);
    await page.evaluate(stillness);
  } while (isFetching(page) || countFetched(page) > before);
}

/** The violations that axe-core finds in a page as it is. @param within a selector @param rule the only rule to check */
export async function axeFaults(
  page: Page,
  { within = 'html', rule }: { within?: string; rule?: string } = {},
): Promise<string[]> {
  await standsStill(page);
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  const options = {
    // Reporting passes takes as long as finding violations.
    resultTypes: ['violations'],
    ...(rule !== undefined && { runOnly: { type: 'rule', values: [rule] } }),
  };
  return page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
       violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
}

/** Elements that extend beyond the right edge of the window, or need horizontal scrolling. */
export const overflow = `(() => {
  const found = [];
  for (const element of [document.documentElement, ...document.querySelectorAll('main, dialog')]) {
    if (element.scrollWidth > element.clientWidth + 1) {
      found.push('overflows: ' + element.tagName + '.' + element.className + ' ' + element.scrollWidth + ' > ' + element.clientWidth);
    }
  }
  return found;
})()`;

/** Touch targets that are too small. */
export const interactiveFaults = `(() => {
  const least = 43.5;
  const found = new Set();
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider], [role=option]');
  for (const element of all) {
    if (element.closest('[inert], [hidden]') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const target = element.matches('input') ? (element.closest('label') ?? element) : element;
    const { display } = getComputedStyle(target);
    // Links in a sentence and faces in a photo have a size of their own.
    if ((element.matches('a') && display === 'inline') || element.closest('.seen-face')) continue;
    const { width, height: own } = target.getBoundingClientRect();
    // For screen readers only.
    let hidden = width === 0 || own === 0;
    for (let above = target; above && !hidden; above = above.parentElement) hidden = getComputedStyle(above).clipPath === 'inset(50%)';
    if (hidden) continue;
    // Some touch targets are larger than the visible element.
    const { content, top, bottom } = getComputedStyle(target, '::after');
    const height = content === 'none' ? own : own - Math.min(0, parseFloat(top) || 0) - Math.min(0, parseFloat(bottom) || 0);
    if (width < least || height < least) {
      found.add('too small: ' + Math.round(width) + '×' + Math.round(height) + ' ' + element.outerHTML.slice(0, 90));
    }
  }
  return [...found].slice(0, 6);
})()`;
