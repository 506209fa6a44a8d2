import { expect } from 'chai';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const german = { locale: 'de-DE' };

describe('town names in the language of the page', () => {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  it('can be typed to choose a place, and are shown in the results', async () => {
    const { page } = await demo.signedIn('/', german);
    await page.locator('a.tile:visible').first().click();
    await page.locator('.photo-page').waitFor();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Ort' }).check();
    const field = dialog.getByRole('searchbox');
    for (const [typed, offered] of [
      ['Kopenh', 'Kopenhagen Dänemark'],
      ['München', 'München Deutschland'],
      ['geneva', 'Genf Schweiz'],
    ] as const) {
      await field.fill(typed);
      await dialog.getByRole('button', { name: offered, exact: true }).waitFor();
      expect(await dialog.locator('.facts-offer').first().innerText(), typed).to.match(
        new RegExp(`^${offered.replace(' ', '\\s+')}$`),
      );
    }
  });

  it('are understood in a search, and shown in its filter', async () => {
    const { page } = await demo.signedIn('/#/search?q=Lissabon', german);
    const chips = page.locator('.search-filters .chip bdi');
    await chips.first().waitFor();
    expect(await chips.allTextContents()).to.deep.equal(['Lissabon']);
    expect(await page.locator('a.tile:visible').count()).to.be.greaterThan(0);
  });

  it('are shown on pages of places, trips and photos', async () => {
    const { page } = await demo.signedIn('/', german);
    await page.goto(`${demo.url}/#/places`);
    const titles = page.locator('.card-title');
    await titles.first().waitFor();
    expect(await titles.allTextContents()).to.include.members(['Kopenhagen, Dänemark', 'Lissabon, Portugal']);
    await titles.filter({ hasText: 'Kopenhagen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kopenhagen, Dänemark' }).waitFor();
    await page.locator('a.tile[aria-label*="Kopenhagen, Dänemark"]').first().waitFor();
    await page.goto(`${demo.url}/#/trips`);
    await until(page, `[...document.querySelectorAll('.card-title')].length > 0`);
    expect((await titles.allTextContents()).join(' ')).not.to.match(/Copenhagen|Lisbon/);
  });

  it('load no extra files in English', async () => {
    const { page } = await demo.signedIn();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => /(german|french)/.test(name))).to.deep.equal([]);
  });
});
