import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Trip, Trips } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, until, withDemo } from './demo-browser.ts';
import { until as untilIs } from '../support/until.ts';
import { refused } from './watched-page.ts';

const reader: [string, string] = ['reader', 'only-looks-1'];

describe('trips in a browser', function () {
  let demo: DemoBrowser;
  withDemo(async (started) => {
    demo = started;
    const ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', { username: reader[0], password: reader[1], role: 'read' });
  });

  const cards = (page: Page): Promise<string[]> => page.locator('.cards .card-title').allTextContents();

  async function opened(name: string, expected?: RegExp): Promise<Page> {
    const { page, expects } = await demo.signedIn();
    if (expected) expects(expected);
    await page.getByRole('link', { name: 'Trips', exact: true }).click();
    await page.locator('.card', { hasText: name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return page;
  }
  const choose = async (page: Page, button: string): Promise<void> => {
    await page.locator('.trip-actions').getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
  };
  const submit = async (page: Page, button: string): Promise<void> => {
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  /** The photos of the list, the newest first. */
  const uidsIn = async (page: Page): Promise<string[]> => {
    const hashes: string[] = await page.evaluate(`[...document.querySelectorAll('a.tile')].map(({ hash }) => hash)`);
    return hashes.map((hash) => decodeURIComponent(hash.split('/photo/')[1]!));
  };
  const undo = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Undo' }).last().click();
  };

  it('are found automatically, and show their photos, map and days', async () => {
    const page = await opened('Lisbon');
    await page.getByText('5 photos').first().waitFor();
    await page.locator('.trip-map canvas').waitFor();
    await until(page, `document.querySelectorAll('.tile').length === 5`);
    const days = page.locator('.trip-days a');
    expect(await days.count()).to.equal(3);
    await days.nth(1).click();
    await until(page, `document.querySelectorAll('.tile').length === 2`);
    expect(await days.nth(1).getAttribute('aria-current')).to.equal('true');
    await days.first().click();
    await until(page, `document.querySelectorAll('.tile').length === 5`);
  });

  it('can be renamed, which can be undone', async () => {
    const page = await opened('Cape Town');
    await choose(page, 'Rename');
    await page.getByLabel('Name').fill('Anna’s wedding');
    await submit(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Anna’s wedding' }).waitFor();
    await undo(page);
    await page.getByRole('heading', { level: 1, name: 'Cape Town' }).waitFor();
  });

  it('can be split at a day, and merged again', async () => {
    const page = await opened('Lisbon');
    await choose(page, 'Split');
    await submit(page, 'Split');
    await until(page, `document.querySelectorAll('.tile').length === 2`);
    await page.getByRole('link', { name: 'Trips', exact: true }).click();
    await until(page, `document.querySelectorAll('.card').length === 6`);
    expect((await cards(page)).filter((name) => name === 'Lisbon')).to.have.length(2);
    await page.locator('.card', { hasText: 'Lisbon' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Lisbon' }).waitFor();
    await choose(page, 'Merge');
    await page.getByRole('dialog').getByRole('radio').first().check();
    await submit(page, 'Merge');
    await until(page, `document.querySelectorAll('.tile').length === 5`);
  });

  it('can be rejected, which can be undone', async () => {
    const page = await opened('Kyoto');
    await choose(page, 'Not a trip');
    await submit(page, 'Not a trip');
    await until(page, `document.querySelectorAll('.card').length === 4`);
    expect(await cards(page)).to.not.include('Kyoto');
    await undo(page);
    await page.getByRole('heading', { level: 1, name: 'Kyoto' }).waitFor();
  });

  it('show an error for days that do not fit, and keep the input', async () => {
    const page = await opened('Cape Town', refused(400, '/api/trips/'));
    await choose(page, 'Change days');
    await page.getByLabel('Last day').fill('2049-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('These days don’t fit a trip').waitFor();
    expect(await page.getByLabel('Last day').inputValue()).to.equal('2049-01-01');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('can get another cover, which can be undone', async () => {
    const ask = await apiOf(demo.url);
    const lisbon = async (): Promise<Trip> =>
      (await ask<Trips>('GET', '/api/trips')).trips.find(({ title }) => title.city === 'Lisbon')!;
    const before = (await lisbon()).cover_url?.split('?')[0];
    const page = await opened('Lisbon');
    await until(page, `document.querySelectorAll('a.tile').length === 5`);
    const uids = await uidsIn(page);
    const nth = uids.findIndex((uid) => !before?.includes(encodeURIComponent(uid)));
    await page.locator('a.tile').nth(nth).focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Use as trip cover' }).click();
    await page.getByText('The trip has a new cover').waitFor();
    expect((await lisbon()).cover_url).to.include(encodeURIComponent(uids[nth]!));
    await undo(page);
    await untilIs(async () => (await lisbon()).cover_url?.split('?')[0] === before);
  });

  it('can be turned into smart albums', async () => {
    const page = await opened('Lisbon');
    await page.locator('.trip-actions').getByRole('button', { name: 'Make an album' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lisbon' }).waitFor();
    await until(page, `location.hash.startsWith('#/albums/')`);
    await until(page, `document.querySelectorAll('.tile').length === 5`);
  });

  it('can be played as a slide show, from the first photo to the next', async () => {
    const page = await opened('Lisbon');
    await until(page, `document.querySelectorAll('.tile').length === 5`);
    const byTime = (await uidsIn(page)).reverse();
    await page.locator('.trip-actions').getByRole('button', { name: 'Play slide show' }).click();
    await page.locator('.photo-page[data-playing=true]').waitFor();
    expect(page.url()).to.contain(`/photo/${encodeURIComponent(byTime[0]!)}`);
    await page.getByLabel('Time per photo').selectOption('3');
    await until(page, `location.href.includes(${JSON.stringify(`/photo/${encodeURIComponent(byTime[1]!)}`)})`);
    // The slide show must not be over before Escape is pressed.
    await page.getByLabel('Time per photo').selectOption('20');
    await page.keyboard.press('Escape');
    await page.locator('.photo-page[data-playing=false]').waitFor();
  });

  it('are not played if another page was opened before their photos are known', async () => {
    const page = await opened('Lisbon');
    await until(page, `document.querySelectorAll('.tile').length === 5`);
    let answer: () => void = () => undefined;
    const isLeft = new Promise<void>((resolve) => (answer = resolve));
    const first = /\/api\/photos\?.*limit=1(&|$)/;
    await page.route(first, async (route) => {
      await isLeft;
      await route.continue();
    });
    const answered = page.waitForResponse(first);
    await page.locator('.trip-actions').getByRole('button', { name: 'Play slide show' }).click();
    await page.getByRole('link', { name: 'Albums', exact: true }).click();
    await page.locator('main a.card').first().waitFor();
    answer();
    await (await answered).finished();
    await drawnAnew(page);
    expect(new URL(page.url()).hash).to.equal('#/albums');
  });

  it('are visible to viewers, who cannot change them', async () => {
    const { page } = await demo.signedIn('/', {}, reader);
    await page.getByRole('link', { name: 'Trips', exact: true }).click();
    await page.locator('.card', { hasText: 'Lisbon' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lisbon' }).waitFor();
    expect(await page.locator('.trip-actions button').allTextContents()).to.deep.equal(['Play slide show']);
  });

  it('show a message if they do not exist', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(404, '/api/trips/'));
    await page.goto(`${demo.url}/#/trips/99999`);
    await page.getByRole('heading', { name: 'Trip not found' }).waitFor();
  });
});
