import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFaces, needModels } from '../support/model-packs.ts';
import type { Memories, People, SearchResults } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';
import { DemoBrowser, needsChromium, until } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const photo = (name: string): string =>
  fileURLToPath(new URL(`../../plugins/demo-source/photos/${name}.jpg`, import.meta.url));

describe('search in a browser', function () {
  let demo: DemoBrowser;
  const models = mkdtempSync(join(tmpdir(), 'photofinch-models-'));
  /** Weekdays of the photos of Lisbon, in the year that most of them are from: the dates of the demo move with the current day. */
  let weekdays: string[];
  let year: string;
  before(async function () {
    needsChromium(this);
    needModels(this);
    mkdirSync(models, { recursive: true });
    installFaces(models);
    demo = await DemoBrowser.start({ MODELS_DIR: models });
    const { results } = await (await apiOf(demo.url))<SearchResults>('GET', '/api/search?q=Lisbon');
    const times = results.map(({ taken_at_local: time }) => time).toSorted();
    year = times[times.length >> 1]!.slice(0, 4);
    weekdays = times
      .filter((time) => time.startsWith(year))
      .map((time) => new Date(`${time}Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }));
  });
  after(async () => {
    await (demo as DemoBrowser | undefined)?.stop();
    rmSync(models, { recursive: true, force: true });
  });

  const onAddFilter = `document.activeElement.textContent.trim() === 'Add filter'`;
  const found = `(document.querySelector('main [role=status]')?.textContent ?? '')`;

  it('completes names with keys, shows the recognised filters, and removes one', async () => {
    const { page, troubles } = await demo.signedIn();
    await page.keyboard.press('/');
    await page.keyboard.type('sunset lisb');
    await page.locator('.offers[aria-busy=false]').getByRole('option', { name: 'Lisbon' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.value === 'sunset Lisbon '`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill(`Lisbon ${year}`);
    await page.keyboard.press('Enter');
    await until(page, `${found} === '${weekdays.length} photos found'`);
    await page.getByRole('link', { name: 'By date' }).click();
    await page.locator('h2.month', { hasText: year }).first().waitFor();
    await page.getByRole('button', { name: `Remove the filter ${year}` }).focus();
    await page.keyboard.press('Enter');
    await until(page, onAddFilter);
    await until(page, `location.hash.includes('q=Lisbon') && !location.hash.includes('${year}')`);
    await page.getByRole('button', { name: 'Search as plain text' }).click();
    await until(page, `decodeURIComponent(location.hash).includes('"Lisbon"')`);
    await page.getByRole('button', { name: 'Search as plain text' }).waitFor({ state: 'detached' });
    await until(page, onAddFilter);
    expect(troubles).to.deep.equal([]);
  });

  it('can be started from the list of commands as well', async () => {
    const { page } = await demo.signedIn();
    await page.keyboard.press('Control+k');
    await page.locator('#palette-search').click();
    await until(page, `document.activeElement.matches('[type=search]')`);
  });

  it('suggests people, places and dates before anything is typed, and is used with the keyboard', async () => {
    const ask = await apiOf(demo.url);
    const { people } = await ask<People>('GET', '/api/people?limit=1');
    const { id, photo_count: photos } = people[0]!;
    await ask('POST', `/api/people/${id}/name`, { name: 'Kim Park' });
    const { page, troubles } = await demo.signedIn();
    await page.keyboard.press('/');
    const kim = page.getByRole('option', { name: `Kim Park, ${photos} photos, Person` });
    await kim.locator('img').waitFor();
    expect(await page.getByRole('group', { name: 'Places' }).getByRole('option').count()).to.be.at.least(4);
    await page
      .getByRole('group', { name: 'When' })
      .getByRole('option', { name: /^20\d\d, \d+ photos, Date$/ })
      .first()
      .waitFor();
    expect(await axeFaults(page, { within: '.search-box' })).to.deep.equal([]);
    await page.keyboard.press('ArrowUp');
    await page.locator('.offers[aria-busy=false]').waitFor();
    const last = await page.evaluate<string>(`document.activeElement.getAttribute('aria-activedescendant')`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const first = await page.evaluate<string>(`document.activeElement.getAttribute('aria-activedescendant')`);
    expect([last === first, await page.locator(`#${first}`).getAttribute('aria-selected')]).to.deep.equal([
      false,
      'true',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.type('ki');
    await page
      .locator('.offers[aria-busy=false]')
      .getByRole('option', { name: /^Kim Park/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(page, `location.hash.endsWith('q=Kim+Park')`);
    await until(page, `${found} === '${photos} photos found'`);
    expect(troubles).to.deep.equal([]);
  });

  it('suggests by touch on a phone 320 pixels wide, and forgets a recent search', async () => {
    const { page, troubles } = await demo.signedIn('/', {
      viewport: { width: 320, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.tap();
    await page.getByRole('option', { name: /^Lisbon, .*Place/ }).tap();
    await until(page, `${found} === '5 photos found'`);
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    await page.goto(`${demo.url}/#/albums`);
    await box.tap();
    await page.locator('[data-kind=recent] .forget').tap();
    await page.locator('[data-kind=recent]').waitFor({ state: 'detached' });
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
    expect(troubles).to.deep.equal([]);
  });

  it('adds filters from a menu: a kind of photo, a range of days, a weekday and favourites', async () => {
    const { page, troubles } = await demo.signedIn('/#/search?q=Lisbon');
    const add = page.getByRole('button', { name: 'Add filter' });
    const chips = page.locator('.search-filters .chip bdi');
    await add.click();
    const menu = page.getByRole('group', { name: 'Add filter' });
    await menu.getByRole('button', { name: 'Photos', exact: true }).waitFor();
    expect(await axeFaults(page, { within: '.understood' })).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await until(page, onAddFilter);
    await add.click();
    await menu.getByLabel('From').fill(`${year}-01-01`);
    await menu.getByLabel('To').fill(`${year}-12-31`);
    await menu.getByRole('button', { name: 'Show' }).click();
    // The number of results stays the same.
    await chips.nth(1).waitFor();
    await until(page, `${found} === '${weekdays.length} photos found' && ${onAddFilter}`);
    expect(await chips.allTextContents()).to.deep.equal(['Lisbon', `Jan 1, ${year} – Dec 31, ${year}`]);
    await add.click();
    await menu.getByRole('button', { name: 'Videos' }).click();
    await page.getByRole('heading', { name: `No videos in Lisbon in ${year}` }).waitFor();
    await until(page, onAddFilter);
    // Another kind replaces it.
    await add.click();
    await menu.getByRole('button', { name: 'Photos', exact: true }).click();
    await until(page, `${found} === '${weekdays.length} photos found'`);
    expect(await chips.allTextContents()).to.deep.equal(['Lisbon', `Jan 1, ${year} – Dec 31, ${year}`, 'photos']);
    const [weekday = ''] = weekdays;
    await add.click();
    await menu.getByRole('button', { name: weekday }).click();
    await until(page, `${found} === '${weekdays.filter((each) => each === weekday).length} photos found'`);
    expect((await chips.allTextContents()).at(-1)).to.equal(weekday);
    await add.click();
    const favorites = menu.getByRole('button', { name: 'Favourites' });
    expect(await favorites.getAttribute('aria-pressed')).to.equal('false');
    await favorites.click();
    const chip = chips.filter({ hasText: 'favourites' });
    await chip.waitFor();
    await add.click();
    expect(await favorites.getAttribute('aria-pressed')).to.equal('true');
    await favorites.click();
    await chip.waitFor({ state: 'detached' });
    expect((await chips.allTextContents()).at(-1)).to.equal(weekday);
    expect(troubles).to.deep.equal([]);
  });

  it('names the combination without results, and offers one with results', async () => {
    const { page, troubles } = await demo.signedIn();
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.fill(`Lisbon ${year} videos`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `No videos in Lisbon in ${year}` }).waitFor();
    expect(await axeFaults(page, { within: 'main' })).to.deep.equal([]);
    await page.getByRole('link', { name: `Without “videos”: ${weekdays.length} photos` }).click();
    await until(page, `${found} === '${weekdays.length} photos found'`);
    await page.goBack();
    await page.getByRole('heading', { name: `No videos in Lisbon in ${year}` }).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('offers the words of a text that have results if no photo has all of them', async () => {
    const { total } = await (await apiOf(demo.url))<SearchResults>('GET', '/api/search?q=sunset');
    const { page } = await demo.signedIn();
    await page.getByRole('combobox', { name: 'Search' }).fill('the sunset at the volcano');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    expect(await axeFaults(page, { within: 'main' })).to.deep.equal([]);
    await page.getByRole('link', { name: `Only “sunset”: ${total} photos` }).click();
    await until(page, `${found} === '${total} photos found'`);
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
    await until(page, `document.querySelector('.search-box input').value === ''`);
    await box.focus();
    const options = page.getByRole('option');
    const kept = `document.querySelectorAll('[data-kind=recent] [role=option]').length`;
    await until(page, `${kept} === 2`);
    expect(await options.first().textContent()).to.include('Lisbon');
    await page.locator('.offers[aria-busy=false]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await until(page, `${kept} === 1`);
    await page.keyboard.press('Enter');
    await until(page, `location.hash.endsWith('q=Kyoto')`);
    expect(troubles).to.deep.equal([]);
  });

  it('finds a person by a picture, and another one by another face in it', async () => {
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
    await page.emulateMedia({ forcedColors: 'active' });
    const cover: string = await page.evaluate(
      `getComputedStyle(document.querySelector('.found-face[aria-pressed=true]')).backgroundColor`,
    );
    expect(cover, 'over the face in forced colours').to.match(/, 0\)$/);
    await page.locator('input[type=file]').setInputFiles(photo('sunset-sea'));
    await page.getByRole('heading', { name: 'No face found' }).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('shows in German why a picture gives no results', async () => {
    const { page, expects } = await demo.signedIn('/', { locale: 'de-DE' });
    expects(refused(415, '/api/search/face'));
    await page.goto(`${demo.url}/#/search?by=face`);
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.locator('input[type=file]').setInputFiles(broken);
    await page.getByRole('heading', { name: /^Das ist kein Bild, oder es ist beschädigt/ }).waitFor();
    await page.locator('input[type=file]').setInputFiles(photo('sunset-sea'));
    await page.getByRole('heading', { name: 'Kein Gesicht auf diesem Bild gefunden' }).waitFor();
  });

  it('leads to people, to recently added photos and to memories', async () => {
    const { page, troubles } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    await page.goto(`${demo.url}/#/explore`);
    await page.getByRole('region', { name: 'People' }).locator('.card').first().click();
    await page.locator('.person-header').waitFor();
    await page.goBack();
    const added = page.getByRole('region', { name: 'Recently added' });
    await added.locator('a.photo-thumb').first().click();
    await page.locator('.photo-page .original').waitFor();
    await page.goto(`${demo.url}/#/memories`);
    const heading = page.locator('h2.month').first();
    await heading.waitFor();
    expect(await heading.textContent()).to.match(/(this\syear|\d+\syears?\sago) · 20\d\d/i);
    expect(troubles).to.deep.equal([]);
  });

  it('has photos of today on the page of the day, as those of this year, but not among the memories to explore', async () => {
    const { page } = await demo.signedIn('/', { locale: 'en-GB' }, ['admin', 'admin-demo']);
    const ask = await apiOf(demo.url);
    const { groups, month, day } = await ask<Memories>('GET', '/api/memories');
    const [older] = groups
      .filter(({ years_ago: years }) => years > 0)
      .toSorted((a, b) => b.photos.length - a.photos.length);
    const { uid } = older!.photos[0]!;
    const date = [older!.year + older!.years_ago, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    await ask('PATCH', `/api/photos/${encodeURIComponent(uid)}`, { taken_at_local: `${date}T00:00:01` });
    try {
      await page.goto(`${demo.url}/#/memories`);
      await page.getByRole('heading', { name: /this\syear/i }).waitFor();
      await page.goto(`${demo.url}/#/explore`);
      await page.locator('.memory').first().waitFor();
      expect(await page.getByText(/this\syear/i).count()).to.equal(0);
    } finally {
      await ask('PATCH', `/api/photos/${encodeURIComponent(uid)}`, { taken_at_local: null });
    }
  });

  it('plays the memories of a year from the oldest photo on, and returns to the page where that was started', async () => {
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    await page.goto(`${demo.url}/#/explore`);
    const { groups } = await (await apiOf(demo.url))<Memories>('GET', '/api/memories');
    await page.locator('.memory').last().getByRole('button', { name: 'Play slide show' }).click();
    await page.locator('.photo-page[data-playing=true] .picture img').first().waitFor();
    // The server's list begins with the newest photo.
    const oldest = groups.at(-1)?.photos.at(-1)?.uid ?? '';
    expect(page.url()).to.contain(`/photo/${encodeURIComponent(oldest)}?`);
    const [, year] = /year=(20\d\d)/.exec(page.url()) ?? [];
    await page.keyboard.press('Escape');
    await page.locator('.photo-page[data-playing=false]').waitFor();
    await page.keyboard.press('Escape');
    // Back on the page where the slide show was started. The list behind it has only that year.
    await page.locator('.memory').last().waitFor();
    await page.goto(`${demo.url}/#/memories?year=${year}`);
    const headings = page.locator('h2.month');
    await headings.first().waitFor();
    expect(await headings.count()).to.equal(1);
  });
});
