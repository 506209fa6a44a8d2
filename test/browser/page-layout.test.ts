import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, PhotoList, Status } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const admin: [string, string] = ['admin', 'admin-demo'];
const laptop = { width: 1280, height: 800 };
const locales = ['en-GB', 'de-DE', 'fr-FR'];

describe('the layout of pages', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  /** The number of elements that extend beyond their list. */
  const cutOff = (page: Page, list: string): Promise<number> =>
    page.evaluate(`(() => {
      const list = document.querySelector('${list}');
      const place = list.getBoundingClientRect();
      return [...list.children].filter((child) => {
        const { left, right, top, bottom } = child.getBoundingClientRect();
        if (!child.checkVisibility()) return false;
        return left < place.left || right > place.right || top < place.top || bottom > place.bottom;
      }).length;
    })()`);
  const go = async (page: Page, place: string, sign: string): Promise<void> => {
    await page.evaluate(`location.hash = '#/${place}'`);
    await page.locator(sign).first().waitFor();
  };

  it('shows all tabs of a page and all pages of the side bar on a laptop, in every language', async () => {
    for (const locale of locales) {
      const { page } = await demo.signedIn('/', { viewport: laptop, locale }, admin);
      for (const name of ['admin', 'settings', 'faces']) {
        await go(page, name, `.navigation [href="#/${name}"][aria-current]`);
        await page.locator(`.tabs [href^="#/${name}"]`).first().waitFor();
        expect(await cutOff(page, '.tabs ul'), `${name} in ${locale}`).to.equal(0);
        expect(await cutOff(page, '.navigation ul'), `the side bar in ${locale}`).to.equal(0);
      }
    }
  });

  it('shows the tabs of the server on one line of a large screen, even with the number of failed photos', async () => {
    const { page } = await demo.signedIn('/', { viewport: { width: 1440, height: 900 } }, admin);
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as Status), failed: 12 } });
    });
    await go(page, 'admin', '.tabs small');
    const tops = `[...document.querySelectorAll('.tabs li')].map((tab) => tab.getBoundingClientRect().top)`;
    expect(new Set(await page.evaluate<number[]>(tops)).size).to.equal(1);
  });

  it('fades tabs at the ends that can be scrolled, and scrolls the current page into view', async () => {
    const { page } = await demo.signedIn('/', { viewport: { width: 390, height: 844 }, locale: 'de-DE' }, admin);
    const ends = (list: string): string => `JSON.stringify({ ...document.querySelector('${list}').dataset })`;
    await go(page, 'admin', '.tabs');
    await until(page, `${ends('.tabs ul')} === '{"before":"false","after":"true"}'`);
    await go(page, 'admin/audit', '.tabs [href="#/admin/audit"][aria-current]');
    await until(page, `${ends('.tabs ul')} === '{"before":"true","after":"false"}'`);

    await page.setViewportSize({ width: 1280, height: 500 });
    await go(page, 'help', '.navigation [href="#/help"][aria-current]');
    // The list is scrolled after it is drawn.
    await until(page, `document.querySelector('.navigation [aria-current]').getBoundingClientRect().bottom <= 500`);
  });

  it('gives dialogs the same look, whichever pages were opened before', async () => {
    const { page } = await demo.signedIn('/', { viewport: laptop }, admin);
    const looks = `JSON.stringify([...document.querySelectorAll('dialog[open], dialog[open] :not(option)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, x, y, width, height, getComputedStyle(element).backgroundColor];
    }))`;
    const lookOf = async (place: string, button: string): Promise<string> => {
      await go(page, place, `.navigation [href="#/${place}"][aria-current]`);
      if (place === 'trips') await page.locator('.card').first().click();
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      const look = await page.evaluate<string>(looks);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return look;
    };
    const dialogs = [
      ['trips', 'Rename'],
      ['trips', 'Split'],
      ['albums', 'New album'],
      ['albums', 'New smart album'],
    ] as const;
    const first: string[] = [];
    for (const [place, button] of dialogs) first.push(await lookOf(place, button));
    await go(page, 'settings/account', '.panel .form');
    await go(page, 'admin/backups', '.panel');
    await go(page, 'people', '.navigation [href="#/people"][aria-current]');
    for (const [i, [place, button]] of dialogs.entries())
      expect(await lookOf(place, button), button).to.equal(first[i]);
  });

  it('leaves room for the search next to the progress', async () => {
    const { page } = await demo.signedIn('/', { viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      const status = (await response.json()) as Status;
      const indexing = { ...status.indexing, running: true, done: 1286, total: 5000, eta: 960 };
      await route.fulfill({ response, json: { ...status, pending: 0, indexing } });
    });
    await page.reload();
    await page.locator('.progress', { hasText: '1.286 von 5.000' }).waitFor();
    await page.locator('.density').waitFor();
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `document.querySelector('.search-box').offsetWidth >= ${width / 5 - 8}`);
      const isCut =
        'document.querySelector(".account-button, .top-bar > :last-child").getBoundingClientRect().right > innerWidth';
      expect(await page.evaluate(isCut), String(width)).to.equal(false);
    }
  });

  describe('on a phone', () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'de-DE' };
    const rowsOf = (page: Page, part: string): Promise<number> =>
      page.evaluate(`new Set([...document.querySelectorAll('${part}')].filter((one) => one.checkVisibility())
        .map((one) => Math.round(one.getBoundingClientRect().bottom / 12))).size`);

    it('shows the actions of an album in one line, and the rarer ones in a menu with their names', async () => {
      const { page } = await demo.signedIn('/#/albums/demo-album-studio', phone, admin);
      await page.getByRole('button', { name: 'Weitere Aktionen' }).waitFor();
      await page.getByRole('button', { name: 'Teilen', exact: true }).waitFor();
      expect(await rowsOf(page, '.list-title button')).to.equal(1);
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem').first().waitFor();
      const names = await page.getByRole('menuitem').allInnerTexts();
      expect(names).to.include.members(['Album bearbeiten', 'Wer das sehen kann']);
    });

    it('breaks a long address in the notes of an album', async () => {
      const ask = await apiOf(demo.url);
      const notes = `https://example.org/${'longpath'.repeat(12)}`;
      const photos = ['demo-winter-cabin.jpg'];
      const { uid } = await ask<Album>('POST', '/api/albums', { name: 'Unterwegs', photos });
      await ask('PATCH', `/api/albums/${uid}`, { notes });
      const { page } = await demo.signedIn(`/#/albums/${uid}`, phone);
      await page.locator('.album-notes').waitFor();
      expect(await page.evaluate(`document.querySelector('.album-notes').scrollWidth`)).to.be.at.most(390);
    });

    it('lists each album of a photo on a line of its own', async () => {
      const ask = await apiOf(demo.url);
      for (const name of ['Nachts', 'Winter in Norwegen']) {
        const { uid } = await ask<Album>('POST', '/api/albums', { name });
        await ask('PUT', `/api/albums/${uid}/photos`, { add: ['demo-winter-cabin.jpg'] });
      }
      const { page } = await demo.signedIn('/#/photo/demo-winter-cabin.jpg', phone);
      await page.getByRole('button', { name: 'Informationen' }).click();
      const links = page.locator('.photo-info dd > a[href^="#/albums/"]');
      await links.nth(1).waitFor();
      const count = await links.count();
      expect(
        await page.evaluate(`new Set([...document.querySelectorAll('.photo-info dd > a[href^="#/albums/"]')]
        .map((link) => link.getBoundingClientRect().top)).size`),
      ).to.equal(count);
    });

    it('starts the results of a search in the upper 30 % of the screen', async () => {
      const ask = await apiOf(demo.url);
      const [newest] = (await ask<PhotoList>('GET', '/api/photos?limit=1')).photos;
      const year = newest!.taken_at_local.slice(0, 4);
      const { page } = await demo.signedIn(`/#/search?q=${year}+Fotos`, phone);
      await page.locator('.understood .chip', { hasText: year }).first().waitFor();
      await page.getByRole('button', { name: 'Als intelligentes Album speichern' }).waitFor();
      const top = await page.evaluate<number>(`document.querySelector('a.tile').getBoundingClientRect().top`);
      expect(top).to.be.below(844 * 0.3);
    });
  });

  it('does not cover the question of the merge dialog with its list of people', async () => {
    const { page } = await demo.signedIn('/', { viewport: laptop });
    await go(page, 'people', 'a.person-card, .person-card a');
    await page.locator('.person-card a').first().click();
    await page.locator('.person-header').waitFor();
    await page.keyboard.press('m');
    await page.locator('.people-dialog [role=option]').nth(3).waitFor();
    const { bottom, top } = await page.evaluate<{ bottom: number; top: number }>(`({
      bottom: document.querySelector('.people-dialog [role=listbox]').getBoundingClientRect().bottom,
      top: document.querySelector('.people-dialog p').getBoundingClientRect().top,
    })`);
    expect(bottom).to.be.at.most(top);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
