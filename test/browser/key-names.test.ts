import { expect } from 'chai';
import { type DemoBrowser, drawnPhotos, until, withDemo } from './demo-browser.ts';

/** Modifiers and a key in the format of the ARIA standard. */
const announced = /^((Control|Shift)\+)*([A-Z\d#!?/,.-]|Plus|Space|Escape|Delete|Arrow(Left|Right)|Page(Up|Down))$/;

describe('the names of keys in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  for (const [locale, { escape, control, close, undo }] of [
    ['de', { escape: 'Esc', control: 'Strg', close: 'Schließen', undo: 'Rückgängig' }],
    ['fr', { escape: 'Échap', control: 'Ctrl', close: 'Fermer', undo: 'Annuler' }],
  ] as const) {
    it(`are the same in help, tooltips and the list of commands in ${locale}`, async () => {
      const { page } = await demo.signedIn('/', { locale });
      const [photo] = await drawnPhotos(page);
      await page.goto(`${demo.url}/#/photo/${photo!}`);
      await page.locator('.photo-toolbar').waitFor();
      const tip = page.getByRole('button', { name: close, exact: true }).first();
      expect(await tip.getAttribute('data-tip')).to.equal(`${close} (${escape})`);
      await page.keyboard.press('f');
      await page.locator('.toast').waitFor();
      await page.keyboard.press('Control+k');
      const option = page.getByRole('option', { name: undo, exact: true });
      expect(await option.locator('kbd').textContent()).to.equal(`${control}+z`);
      await page.keyboard.press('Escape');
      await page.goto(`${demo.url}/#/help`);
      await page.locator('.shortcuts').waitFor();
      const keys = await page.locator('.shortcuts kbd').allTextContents();
      expect(keys).to.include.members([escape, control]);
    });
  }

  it('are announced to assistive technology one key at a time, in their standard form', async () => {
    const { page } = await demo.signedIn();
    const found = new Set<string>();
    const look = async (): Promise<void> => {
      const values: string[] = await page.evaluate(
        `[...document.querySelectorAll('[aria-keyshortcuts]')].map((element) => element.getAttribute('aria-keyshortcuts'))`,
      );
      for (const value of values) found.add(value);
    };
    await look();
    const [photo] = await drawnPhotos(page);
    await page.locator('a.tile[data-index="0"] .pick').click({ force: true });
    await page.locator('.selection-bar').waitFor();
    await look();
    await page.goto(`${demo.url}/#/faces`);
    await until(page, `document.querySelector('main .with-key') !== null`);
    await look();
    await page.goto(`${demo.url}/#/photo/${photo!}`);
    await page.locator('.photo-toolbar').waitFor();
    await look();
    expect(found).to.include('Escape');
    expect([...found].filter((value) => !announced.test(value))).to.deep.equal([]);
  });
});
