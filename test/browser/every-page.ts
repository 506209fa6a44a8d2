import type { BrowserContextOptions, Page } from 'playwright-core';
import { pageNames } from '../../web/state/routes.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const looks = { desktop, phone };
export type Look = keyof typeof looks;
const widths: Record<Look, readonly number[]> = { desktop: [2560, 1280], phone: [320, 360, 390] };

/** The first link on each of these pages leads to an item of its list. */
const lists = ['people', 'albums', 'places', 'tags', 'explore'];

/** Each page of the app, each of their sections, an item of each list, and an address without a page. */
export async function allPlaces(page: Page, goTo: (page: Page, place: string) => Promise<void>): Promise<string[]> {
  const places = ['#/', '#/nowhere', '#/search?q=beach', '#/search?q=xylophone', '#/search?by=face', '#/explore/added'];
  for (const name of pageNames) {
    if (name === 'timeline') continue;
    places.push(`#/${name}`);
    if (name === 'faces') places.push('#/faces/rest', '#/faces/ignored');
    if (![...lists, 'settings', 'admin', 'duplicates'].includes(name)) continue;
    await goTo(page, `#/${name}`);
    const links: string[] = await page.evaluate(
      `[...document.querySelectorAll('main nav a, main a[href^="#/${name}/"]')].map((link) => link.getAttribute('href'))`,
    );
    const own = links.filter((link) => link.startsWith(`#/${name}/`) && !link.includes('/photo/'));
    places.push(...(lists.includes(name) ? own.slice(0, 1) : own));
    if (name === 'people') {
      places.push(
        ...own.slice(0, 1).flatMap((link) => ['faces', 'places', 'others'].map((tab) => `${link}?tab=${tab}`)),
      );
    }
  }
  return [...new Set(places)];
}

/** The accessibility and layout faults of a page at rest, in both themes and at the widths of a device. */
export async function faultsOf(page: Page, what: string, look: Look): Promise<string[]> {
  const found: string[] = [];
  const tell = (faults: readonly string[], where = ''): void => {
    for (const fault of faults) found.push(`${what}, ${look}${where}: ${fault}`);
  };
  tell(await axeFaults(page));
  // The dark theme differs only in its colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  tell(await axeFaults(page, { rule: 'color-contrast' }), ', dark');
  await page.emulateMedia({ colorScheme: 'light' });
  if (look === 'phone') tell(await page.evaluate<string[]>(interactiveFaults));
  const { height } = page.viewportSize()!;
  for (const width of widths[look]) {
    await page.setViewportSize({ width, height });
    tell(await page.evaluate<string[]>(overflow), `, ${width} px`);
  }
  return found;
}

/** Labels that are cut off by their element, except where this is intended. */
export const cutText = `(() => {
  const found = [];
  for (const element of document.querySelectorAll('button, .button, h1, h2, h3, .tabs a, .navigation span, .sheet-pages span')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.unseen, .skip-link, .tile')) continue;
    const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || overflow === 'visible') continue;
    if (element.scrollHeight > element.clientHeight + 2) found.push('cut: ' + element.outerHTML.slice(0, 90));
  }
  return found;
})()`;

/** The focused element, unless its focus is visible. */
export const unseenFocus = `(() => {
  const element = document.activeElement;
  if (element === document.body) return '';
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow, content, borderTopWidth }) =>
    (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      || (content === '""' && parseFloat(borderTopWidth) > 0);
  const around = [element, element.parentElement, element.closest('label'), ...element.children];
  const shows = around.some((one) =>
    one && [undefined, '::before', '::after'].some((part) => isDrawn(getComputedStyle(one, part))));
  return shows ? '' : element.outerHTML.slice(0, 100);
})()`;
