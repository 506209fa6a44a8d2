import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFaces, needModels } from '../support/model-packs.ts';
import { DemoBrowser, needsChromium, until } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const photo = (name: string): string =>
  fileURLToPath(new URL(`../../plugins/demo-source/photos/${name}.jpg`, import.meta.url));

describe('search in a browser', function () {
  let demo: DemoBrowser;
  const models = mkdtempSync(join(tmpdir(), 'photofinch-models-'));
  before(async function () {
    needsChromium(this);
    needModels(this);
    mkdirSync(models, { recursive: true });
    installFaces(models);
    demo = await DemoBrowser.start({ MODELS_DIR: models });
  });
  after(async () => {
    await (demo as DemoBrowser | undefined)?.stop();
    rmSync(models, { recursive: true, force: true });
  });

  const found = `(document.querySelector('main [role=status]')?.textContent ?? '')`;

  it('completes names by keys, shows what it understood, and takes a filter out', async () => {
    const { page, troubles } = await demo.signedIn();
    await page.keyboard.press('/');
    await page.keyboard.type('sunset lisb');
    await page.getByRole('option', { name: 'Lisbon' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.value === 'sunset Lisbon '`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('Lisbon 2023');
    await page.keyboard.press('Enter');
    await until(page, `${found} === '5 photos found'`);
    await page.getByRole('link', { name: 'By date' }).click();
    await page.locator('h2.month', { hasText: '2023' }).first().waitFor();
    await page.getByRole('button', { name: 'Remove the filter 2023' }).click();
    await until(page, `decodeURIComponent(location.hash).includes('"2023"')`);
    expect(troubles).to.deep.equal([]);
  });

  it('remembers searches on this device, and forgets them one by one', async () => {
    const { page, troubles } = await demo.signedIn();
    const box = page.getByRole('combobox', { name: 'Search' });
    for (const words of ['Kyoto', 'Lisbon']) {
      await box.fill(words);
      await page.keyboard.press('Enter');
      await until(page, `${found} !== '' && location.hash.includes('${words}')`);
    }
    await page.goto(`${demo.url}/#/albums`);
    await box.focus();
    const options = page.getByRole('option');
    await until(page, `document.querySelectorAll('[role=option]').length === 2`);
    expect(await options.first().textContent()).to.include('Lisbon');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await until(page, `document.querySelectorAll('[role=option]').length === 1`);
    await page.keyboard.press('Enter');
    await until(page, `location.hash.endsWith('q=Kyoto')`);
    expect(troubles).to.deep.equal([]);
  });

  it('finds somebody by a picture, and another face of it when that is chosen', async () => {
    const { page, troubles } = await demo.signedIn();
    await page.getByRole('link', { name: 'Search by face' }).click();
    await page.locator('input[type=file]').setInputFiles(photo('beach-trio'));
    await until(page, `document.querySelectorAll('.found-face').length === 3`);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 3`);
    const shown = `[...document.querySelectorAll('a.tile')].map((tile) => tile.hash).join()`;
    const first: string = await page.evaluate(shown);
    await page.locator('.found-face[aria-pressed=false]').first().click();
    await until(page, `${shown} !== ${JSON.stringify(first)} && /^\\d+ photos found$/.test(${found})`);
    expect(await page.locator('.found-face[aria-pressed=true]').count()).to.equal(1);
    await page.locator('input[type=file]').setInputFiles(photo('sunset-sea'));
    await page.getByRole('heading', { name: 'No face found' }).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('says why nothing comes of a picture, in German', async () => {
    const { page, expects } = await demo.signedIn('/', { locale: 'de-DE' });
    expects(refused(415, '/api/search/face'));
    await page.goto(`${demo.url}/#/search?by=face`);
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.locator('input[type=file]').setInputFiles(broken);
    await page.getByRole('heading', { name: /^Das ist kein Bild, oder es ist beschädigt/ }).waitFor();
    await page.locator('input[type=file]').setInputFiles(photo('sunset-sea'));
    await page.getByRole('heading', { name: 'Kein Gesicht auf diesem Bild gefunden' }).waitFor();
  });

  it('explores: people, memories, what came last', async () => {
    const { page, troubles } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    await page.goto(`${demo.url}/#/explore`);
    const added = page.getByRole('region', { name: 'Recently added' });
    await added.locator('a.photo-thumb').first().click();
    await page.locator('.photo-page .original').waitFor();
    await page.goto(`${demo.url}/#/memories`);
    const heading = page.locator('h2.month').first();
    await heading.waitFor();
    expect(await heading.textContent()).to.match(/^(Today|\d+ years? ago) · 20\d\d/);
    expect(troubles).to.deep.equal([]);
  });
});
