import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Anchors } from '../../core/http/wire.ts';
import { formatDate, type Day } from '../../web/state/calendar/day.ts';
import { PhotoDays } from '../../web/state/calendar/photo-days.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, pressAfterG, scrolledDown, until, withDemo } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';

const label = `document.activeElement.ariaLabel`;
const scrollTop = `document.querySelector('.photo-grid').scrollTop`;
const british = { locale: 'en-GB' };

/** The accessible name of a day’s cell: `Friday 17 May 2019, 3 photos`. */
const said = (day: Day, photos: PhotoDays): string => {
  const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(dateOf(day));
  const count = photos.count(day);
  return `${name}, ${count === 0 ? 'no photos' : count === 1 ? '1 photo' : `${count} photos`}`;
};
const dateOf = (day: Day): Date => new Date(`${formatDate(day)}T00:00Z`);
/** `May 2019` */
const monthOf = (day: Day): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(dateOf(day));
const plus = (day: Day, days: number): Day => {
  const date = new Date(dateOf(day).getTime() + days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
/** The Sunday of a day's week. */
const endOfWeek = (day: Day): Day => plus(day, (7 - dateOf(day).getUTCDay()) % 7);

describe('the calendar in a browser', function () {
  let demo: DemoBrowser;
  /** The days of the timeline. */
  let photos: PhotoDays;
  /** The first day of the timeline, and a day in the middle of it. */
  let newest: Day;
  let old: Day;
  withDemo(async (started) => {
    demo = started;
    const ask = await apiOf(demo.url);
    const { anchors } = await ask<Anchors>('GET', '/api/photos/anchors');
    photos = new PhotoDays(anchors);
    newest = photos.dayOf(0)!;
    old = photos.dayOf(anchors[Math.floor(anchors.length / 2)]!.offset)!;
  });

  const open = async (page: Page): Promise<void> => {
    await pressAfterG(page, 'c');
    await until(page, `document.activeElement.matches('.calendar td')`);
  };
  /** Waits until the photos of a day are at the top and the first of them has the focus. */
  const isAt = async (page: Page, day: Day): Promise<void> => {
    const first = photos.begin(day);
    await until(page, `document.activeElement.dataset.index === '${first}'`);
    await until(page, `document.activeElement.querySelector('img[data-loaded=true]') !== null`);
    const fromTop = `document.activeElement.getBoundingClientRect().top - document.querySelector('.photo-grid').getBoundingClientRect().top`;
    await until(page, `((top) => top >= 0 && top <= 80)(${fromTop})`);
  };

  it('is navigated with keys, announces each day with its number of photos, and jumps to the day on Enter', async () => {
    const { page, troubles } = await demo.signedIn('/', british);
    await open(page);
    await until(page, `${label} === ${JSON.stringify(said(newest, photos))}`);
    expect(await page.evaluate(`document.activeElement.ariaSelected`)).to.equal('true');
    const walked: Day[] = [plus(newest, -1), plus(newest, -8), plus(newest, -7)];
    for (const [i, key] of ['ArrowLeft', 'ArrowUp', 'ArrowRight'].entries()) {
      await page.keyboard.press(key);
      await until(page, `${label} === ${JSON.stringify(said(walked[i]!, photos))}`);
    }
    await page.keyboard.press('Home');
    await until(page, `${label}.startsWith('Monday')`);
    await page.keyboard.press('End');
    await until(page, `${label}.startsWith('Sunday')`);
    // That week may end in another month or year than that of the newest photo.
    const ended = endOfWeek(walked[2]!);
    await page.keyboard.press('Shift+PageUp');
    await until(page, `document.querySelector('.calendar-pages').textContent.includes('${ended.year - 1}')`);
    await page.keyboard.press('Shift+PageDown');
    await until(page, `document.querySelector('.calendar-pages').textContent.includes('${ended.year}')`);
    // To the day in the middle of the timeline, whichever month it is in.
    const months = (ended.year - old.year) * 12 + ended.month - old.month;
    for (let i = 0; i < months; i++) await page.keyboard.press('PageUp');
    await until(page, `${label}.includes(${JSON.stringify(monthOf(old))})`);
    const at = Number(/\d+/.exec(await page.evaluate(label))![0]);
    const key = at < old.day ? 'ArrowRight' : 'ArrowLeft';
    for (let i = 0; i < Math.abs(at - old.day); i++) await page.keyboard.press(key);
    await until(page, `${label} === ${JSON.stringify(said(old, photos))}`);
    await page.keyboard.press('Enter');
    await page.locator('.calendar').waitFor({ state: 'detached' });
    await isAt(page, old);
    expect(troubles).to.deep.equal([]);
  });

  it('does not jump to a day without photos, and shows that there are none', async () => {
    const { page } = await demo.signedIn('/', british);
    await open(page);
    const empty = [-1, -2, -3, -4, -5, -6].map((days) => plus(newest, days)).find((day) => photos.count(day) === 0)!;
    await until(page, `${label} !== null`);
    const name = said(empty, photos);
    for (let day = newest; formatDate(day) !== formatDate(empty); day = plus(day, -1)) {
      await page.keyboard.press('ArrowLeft');
    }
    await until(page, `${label} === ${JSON.stringify(name)}`);
    expect(await page.evaluate(`document.activeElement.ariaDisabled`)).to.equal('true');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No photos').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.calendar').waitFor({ state: 'detached' });
    expect(await page.evaluate(scrollTop)).to.equal(0);
  });

  it('is closed by Escape or Back, and returns the focus to its button', async () => {
    const { page } = await demo.signedIn('/', british);
    const button = page.getByRole('button', { name: 'Go to a date' });
    for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate('history.back()')]) {
      await button.focus();
      await page.keyboard.press('Enter');
      await until(page, `document.activeElement.matches('.calendar td')`);
      await leave();
      await page.locator('.calendar').waitFor({ state: 'detached' });
      await until(page, `document.activeElement.ariaLabel === 'Go to a date'`);
      await until(page, `history.state.covered !== true`);
    }
    expect(new URL(page.url()).hash).to.be.oneOf(['', '#/']);
  });

  it('rejects nonsense, jumps to a typed date, and restores the scroll positions on Back and Forward', async () => {
    const { page, troubles } = await demo.signedIn('/', british);
    await scrolledDown(page, 300);
    const before: number = await page.evaluate(scrollTop);
    await open(page);
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('That isn’t a date.').waitFor();
    const field = page.getByRole('textbox', { name: 'Type a date' });
    await field.fill(`${old.day}/${old.month}/${old.year}`);
    await page.getByRole('grid', { name: monthOf(old) }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, old);
    expect(new URL(page.url()).hash).to.equal(`#/?date=${formatDate(old)}`);
    const there: number = await page.evaluate(scrollTop);
    await page.goBack();
    await until(page, `Math.abs(${scrollTop} - ${before}) < 2`);
    await page.goForward();
    await until(page, `Math.abs(${scrollTop} - ${there}) < 2`);
    expect(troubles).to.deep.equal([]);
  });

  it('has an address for each day, which shows its photos when opened or reloaded', async () => {
    const { page } = await demo.signedIn(`/#/?date=${formatDate(old)}`, british);
    await isAt(page, old);
    await page.reload();
    await until(page, `document.querySelector('[data-index="${photos.begin(old)}"] img[data-loaded=true]') !== null`);
  });

  it('counts the photos of the current list, and is not offered for a list in another order', async () => {
    const { page } = await demo.signedIn(`/#/places/${encodeURIComponent('Lisbon, Portugal')}`, british);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length === 5`);
    await open(page);
    await page.getByRole('button', { name: /\d{4}$/ }).click();
    await page.getByRole('button', { name: /^\d{4}$/ }).click();
    const years: string[] = await page.evaluate(
      `[...document.querySelectorAll('.calendar td[aria-label]')].map((cell) => cell.ariaLabel)`,
    );
    const counts = years.map((year) => Number(/, (\d+) photos?$/.exec(year)![1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(5);
    await page.keyboard.press('Escape');
    // The browser removes the dialog’s entry from the history asynchronously.
    await until(page, `history.state.covered !== true`);
    await page.goto(`${demo.url}/#/explore/recent`);
    await page.getByRole('heading', { name: 'Recently added' }).waitFor();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    await page.getByRole('button', { name: 'Go to a date' }).waitFor({ state: 'detached' });
  });

  it('uses the language of the page for names, the first day of the week and typed dates', async () => {
    const { page } = await demo.signedIn('/', { locale: 'de-DE' });
    await open(page);
    expect(await page.getByRole('columnheader').first().textContent()).to.equal('Mo');
    await until(page, `/^\\p{L}+, \\d+\\. \\p{L}+ \\d{4}, \\d+ Fotos?$/u.test(${label})`);
    const month = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric' }).format(dateOf(old));
    await page.keyboard.type(month);
    await page.keyboard.press('Enter');
    await isAt(page, photos.dayOf(photos.begin({ year: old.year, month: old.month }))!);
  });

  for (const width of [390, 320]) {
    it(`can be used by touch on a phone ${width} pixels wide, in the dark theme`, async () => {
      const { page, troubles } = await demo.signedIn('/', {
        ...{ viewport: { width, height: 640 }, isMobile: true, hasTouch: true, colorScheme: 'dark' },
        ...british,
      });
      await page.getByRole('button', { name: 'Go to a date' }).tap();
      await page.getByRole('grid').waitFor();
      const found: string[] = [];
      const check = async (what: string): Promise<void> => {
        const small: number = await page.evaluate(
          `[...document.querySelectorAll('.calendar td')].filter((cell) =>
             Math.min(cell.getBoundingClientRect().width, cell.getBoundingClientRect().height) < 43.5).length`,
        );
        const faults = [
          ...(await axeFaults(page)),
          ...(await page.evaluate<string[]>(overflow)),
          ...(await page.evaluate<string[]>(interactiveFaults)),
        ];
        found.push(
          ...faults.map((fault) => `${what}: ${fault}`),
          ...(small > 0 ? [`${what}: ${small} small cells`] : []),
        );
      };
      await check('days');
      await page.getByRole('button', { name: /\d{4}$/ }).tap();
      await check('months');
      await page.getByRole('button', { name: /^\d{4}$/ }).tap();
      await check('years');
      expect(found.join('\n')).to.equal('');
      await page.getByRole('gridcell', { name: new RegExp(`^${old.year}, `) }).tap();
      const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(dateOf(old));
      await page.getByRole('gridcell', { name: new RegExp(`^${month}, `) }).tap();
      await page.getByRole('gridcell', { name: said(old, photos) }).tap();
      await isAt(page, old);
      expect(troubles).to.deep.equal([]);
    });
  }

  it('has its days linked from the date in the information of a photo', async () => {
    const { page, troubles } = await demo.signedIn('/', british);
    await page.goto(`${demo.url}/#/places/${encodeURIComponent('Lisbon, Portugal')}`);
    await page.locator('a.tile').first().click();
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('i');
    const date = page.locator('.photo-info').getByRole('link', { name: /\d{4}$/ });
    const day = new URL((await date.getAttribute('href'))!, demo.url).hash.slice('#/?date='.length);
    await date.click();
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    const [year = 0, month = 0, of = 0] = day.split('-').map(Number);
    await isAt(page, { year, month, day: of });
    expect(troubles).to.deep.equal([]);
  });
});
