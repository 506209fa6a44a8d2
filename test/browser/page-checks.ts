import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { countFetched, isFetching } from './watched-page.ts';

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
  // What has come is drawn before it is looked at again; it may come in the moment in which the page was seen to stand still.
  let before: number;
  do {
    before = countFetched(page);
    await page.evaluate(stillness);
  } while (isFetching(page) || countFetched(page) > before);
}

/** What axe-core finds wrong with a page as it stands. @param within a selector @param rule the only one that is asked about */
export async function axeFaults(
  page: Page,
  { within = 'html', rule }: { within?: string; rule?: string } = {},
): Promise<string[]> {
  await standsStill(page);
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  const options = {
    // To tell what is right takes as long as to find what is wrong.
    resultTypes: ['violations'],
    ...(rule !== undefined && { runOnly: { type: 'rule', values: [rule] } }),
  };
  return page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
       violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
}

/** What reaches beyond the right edge of the window, or would have to be scrolled to sideways. */
export const overflow = `(() => {
  const found = [];
  for (const element of [document.documentElement, ...document.querySelectorAll('main, dialog')]) {
    if (element.scrollWidth > element.clientWidth + 1) {
      found.push('overflows: ' + element.tagName + '.' + element.className + ' ' + element.scrollWidth + ' > ' + element.clientWidth);
    }
  }
  return found;
})()`;

/** What a finger cannot hit. */
export const interactiveFaults = `(() => {
  const least = 43.5;
  const found = new Set();
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider], [role=option]');
  for (const element of all) {
    if (element.closest('[inert], [hidden]') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const target = element.matches('input') ? (element.closest('label') ?? element) : element;
    const { display } = getComputedStyle(target);
    // A link in a sentence, and a face in a photo, are as large as they are.
    if ((element.matches('a') && display === 'inline') || element.closest('.seen-face')) continue;
    const { width, height: own } = target.getBoundingClientRect();
    // Kept for those who hear the page alone.
    let hidden = width === 0 || own === 0;
    for (let above = target; above && !hidden; above = above.parentElement) hidden = getComputedStyle(above).clipPath === 'inset(50%)';
    if (hidden) continue;
    // Some reach further than they look.
    const { content, top, bottom } = getComputedStyle(target, '::after');
    const height = content === 'none' ? own : own - Math.min(0, parseFloat(top) || 0) - Math.min(0, parseFloat(bottom) || 0);
    if (width < least || height < least) {
      found.add('too small: ' + Math.round(width) + '×' + Math.round(height) + ' ' + element.outerHTML.slice(0, 90));
    }
  }
  return [...found].slice(0, 6);
})()`;
