import { expect } from 'chai';
import { type DemoBrowser, drawnPhotos, withDemo } from './demo-browser.ts';

describe('the names of keys in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  for (const [locale, { escape, control, close, undo }] of [
    ['de', { escape: 'Esc', control: 'Strg', close: 'Schließen', undo: 'Rückgängig' }],
    ['fr', { escape: 'Échap', control: 'Ctrl', close: 'Fermer', undo: 'Annuler' }],
  ] as const) {
    it(`are the same in help, tips and the list of commands in ${locale}`, async () => {
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
});
