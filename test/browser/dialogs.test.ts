import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { Album, People, Person, Sharing } from '../../core/http/wire.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const admin: [string, string] = ['admin', 'admin-demo'];

describe('dialogs in a browser', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  /** Whether an element is neither covered nor clipped. */
  const isInSight = (page: Page, selector: string): Promise<boolean> =>
    page.evaluate(`(() => {
      const element = document.querySelector('${selector}');
      const { left, top, bottom, width } = element.getBoundingClientRect();
      return [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
    })()`);
  const allowSharing = (enabled: boolean): Promise<Sharing> => ask('PUT', '/api/admin/sharing', { enabled });
  const openShare = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Share' }).click();
    return page.getByRole('dialog');
  };
  const people = async (): Promise<Person[]> => (await ask<People>('GET', '/api/people')).people;
  /** Merges that many people one by one, and opens the list of recent merges. */
  const openMerges = async (count: number): Promise<[Page, Locator]> => {
    await untilHere(async () => (await people()).length > count);
    const [one, ...others] = await people();
    for (const { id } of others.slice(0, count)) await ask('POST', `/api/people/${id}/merge`, { target_id: one?.id });
    const { page, expects } = await demo.at('people');
    expects(refused(503, '/api/people/merges/'));
    await page.getByRole('button', { name: 'Recent merges' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recent merges' });
    await until(page, `document.querySelectorAll('.past-merges li').length === ${count}`);
    return [page, dialog];
  };

  describe('messages while a dialog is open', () => {
    it('appear in front of the dialog, can be dismissed, and stay on the page once it is closed', async () => {
      const [page, dialog] = await openMerges(1);
      await page.route('**/undo', (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
      await dialog.getByRole('button', { name: /^Undo: / }).click();
      const messages = page.locator('.toast');
      await messages.waitFor();
      expect(await isInSight(page, '.toast')).to.equal(true);
      await messages.getByRole('button', { name: 'Dismiss' }).click();
      await messages.waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: /^Undo: / }).click();
      await messages.waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      await messages.waitFor();
      expect(await isInSight(page, '.toast')).to.equal(true);
      await page.unroute('**/undo');
      await page.getByRole('button', { name: 'Recent merges' }).click();
      await dialog.getByRole('button', { name: /^Undo: / }).click();
      await dialog.getByText('No merges in the last 30 days.').waitFor();
    });

    it('appear in front of the dialog, with the reason, when sharing could not be turned on', async () => {
      await allowSharing(false);
      const { page, expects } = await demo.at('albums/demo-album-studio', admin);
      expects(refused(503, '/api/admin/sharing'));
      await page.route('**/api/admin/sharing', (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
      const dialog = await openShare(page);
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await page.locator('.toast[data-failed=true]', { hasText: 'Not now.' }).waitFor();
      expect(await isInSight(page, '.toast')).to.equal(true);
    });
  });

  describe('the focus in dialogs', () => {
    it('moves to the new share link, which is selected', async () => {
      await allowSharing(true);
      const { page } = await demo.at('albums/demo-album-studio');
      const dialog = await openShare(page);
      await dialog.getByRole('button', { name: 'Create link' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Link', { exact: true }).waitFor();
      await until(page, `document.activeElement.matches('.made-link input')`);
      expect(await page.evaluate(`getSelection().toString()`)).to.contain('/s/');
    });

    it('moves into the form that appears when sharing is turned on', async () => {
      await allowSharing(false);
      const { page } = await demo.at('albums/demo-album-studio', admin);
      const dialog = await openShare(page);
      await dialog.getByRole('button', { name: 'Turn on' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Title').waitFor();
      await until(page, `document.activeElement.matches('.share-dialog input')`);
    });

    it('moves to the next merge when one is undone, and to the dialog after the last', async () => {
      const [page, dialog] = await openMerges(2);
      const undo = dialog.getByRole('button', { name: /^Undo: / });
      for (const left of [1, 0]) {
        await undo.first().focus();
        await page.keyboard.press('Enter');
        await until(page, `document.querySelectorAll('.past-merges li').length === ${left}`);
        const where = left > 0 ? '.past-merges button' : 'dialog button';
        await until(page, `document.activeElement.matches('${where}')`);
      }
    });
  });

  describe('a list option chosen with arrow keys', () => {
    const isChosenInSight = async (page: Page): Promise<void> => {
      await until(page, `document.querySelectorAll('[role=option]').length > 5`);
      // Up from the first option, or from none, chooses the last.
      await page.keyboard.press('ArrowUp');
      await until(page, `[...document.querySelectorAll('[role=option]')].at(-1).ariaSelected === 'true'`);
      await until(
        page,
        `(() => {
          const list = document.querySelector('[role=listbox]');
          return list.scrollTop > 0 && list.scrollTop + list.clientHeight + 8 >= list.scrollHeight;
        })()`,
      );
      expect(await isInSight(page, '[role=option][aria-selected=true]')).to.equal(true);
    };

    it('is scrolled into view among commands', async () => {
      const { page } = await demo.signedIn();
      await page.keyboard.press('Control+k');
      await isChosenInSight(page);
    });

    it('is scrolled into view among albums', async () => {
      for (let i = 1; i <= 12; i++) await ask<Album>('POST', '/api/albums', { name: `Week ${i}` });
      const { page } = await demo.signedIn();
      await page.locator('a.tile[data-index="0"] .pick').click({ force: true });
      await page.keyboard.press('l');
      await isChosenInSight(page);
    });

    it('is scrolled into view among people', async () => {
      await untilHere(async () => (await people()).length > 7);
      const { uid } = await ask<Album>('POST', '/api/albums', { name: 'Of people', rule: { kinds: ['image'] } });
      const { page } = await demo.at(`albums/${uid}`);
      await page.getByRole('button', { name: 'Change what it looks for' }).click();
      await page.getByRole('button', { name: 'Add a person' }).click();
      await isChosenInSight(page);
    });
  });

  it('leave the Enter that ends the composition of a word to the input method', async () => {
    const { page } = await demo.signedIn();
    await page.keyboard.press('Control+k');
    await until(page, `document.activeElement.matches('.palette-input')`);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'trips', selectionStart: 5, selectionEnd: 5 });
    await until(page, `document.querySelectorAll('.palette-list li').length === 1`);
    await page.keyboard.press('Enter');
    await client.send('Input.insertText', { text: 'trips' });
    await until(page, `document.querySelector('.palette-input')?.value === 'trips'`);
    await page.keyboard.press('Enter');
    await until(page, `location.hash === '#/trips'`);
  });
});
