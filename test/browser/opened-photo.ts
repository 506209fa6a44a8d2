import type { Page } from 'playwright-core';
import { type DemoBrowser, drawnPhotos, signIn, until, type WatchedPage } from './demo-browser.ts';

/** A page that shows a photo, and the uids of those in its list. */
export type OpenedPhoto = WatchedPage & { uids: string[] };

/** Signs in and opens a photo of the timeline. */
export async function openNth(demo: DemoBrowser, nth: number, account = 'demo'): Promise<OpenedPhoto> {
  const watched = await demo.page();
  await watched.page.goto(demo.url);
  await signIn(watched.page, account, `${account}-demo`);
  await watched.page.locator('a.tile').nth(nth).click();
  await originalShown(watched.page);
  return { ...watched, uids: await drawnPhotos(watched.page) };
}

/** Waits until the original of the photo in the address is loaded. */
export async function originalShown(page: Page): Promise<void> {
  await until(
    page,
    `(() => {
    const image = document.querySelector('.photo-page .original');
    const uid = location.hash.split('/').at(-1);
    return image !== null && image.complete && image.naturalWidth > 0 && image.src.includes('/' + uid + '/full');
  })()`,
  );
}
