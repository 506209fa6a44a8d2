import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../core/db/open.ts';
import type { ChecksAnswer, Sentence } from '../../core/http/wire.ts';
import { pageNames } from '../../web/state/routes.ts';
import { de } from '../../web/strings/de.ts';
import { en } from '../../web/strings/en.ts';
import { fr } from '../../web/strings/fr.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { english } from './english-sentences.ts';
import { standsStill } from './page-checks.ts';
import { refused } from './watched-page.ts';

const catalogues = { de, fr };
const admin: [string, string] = ['admin', 'admin-demo'];
const whyFailed = 'The file is not a picture: its content is of no known format.';
const sections = ['failures', 'users', 'backups', 'plugins', 'checks', 'audit'].map((section) => `admin/${section}`);
const ownSections = ['account', 'security', 'sessions'].map((section) => `settings/${section}`);
const opened = ['nowhere', 'search?q=beach', 'search?q=xylophone', 'albums/no-such-album', 'people/999999'];

/** All visible and announced text of the page in pieces, except code. */
const pieces = `[...document.querySelectorAll('body, body *')].flatMap((one) =>
  one.closest('code, kbd, script, style, .credits') ? [] : [
    ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
    ...['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
  ]).map((text) => text.trim()).filter((text) => /[a-z]{2}/.test(text))`;

describe('pages in another language', function () {
  let demo: DemoBrowser;
  let photo: string;
  /** Texts that the server has only in English. */
  const server: string[] = [whyFailed];

  withDemo(async (started) => {
    demo = started;
    const ask = await apiOf(demo.url);
    const { photos } = await ask<{ photos: { uid: string }[] }>('GET', '/api/photos?limit=1&offset=7');
    photo = photos[0]!.uid;
    await ask('POST', '/api/admin/users', { username: 'reader', password: 'only-looks-1', role: 'read' });
    const db = openDatabase(join(demo.dataDir, 'index.sqlite3'));
    // The state of a photo that the indexer cannot read.
    db.prepare(
      `UPDATE photos SET state = 'failed', error = ?, attempts = 3, retry_at = 4000000000
       WHERE id = (SELECT max(id) FROM photos WHERE uid != ?)`,
    ).run(whyFailed, photo);
    db.close();
    const { checks } = await ask<ChecksAnswer>('POST', '/api/admin/checks');
    expect(checks.some(({ ok }) => !ok)).to.equal(true);
    server.push(...checks.map(({ detail }) => detail));
    const { entries } = await ask<{ entries: { detail: string | null; told: Sentence[] }[] }>(
      'GET',
      '/api/admin/audit',
    );
    expect(entries.flatMap(({ told }) => told).some(({ kind }) => kind === 'audit_role')).to.equal(true);
  });

  const goTo = async (page: Page, place: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${place}`)}`);
    await until(page, `document.querySelector('main') !== null`);
    await standsStill(page);
  };
  const isEnglish = (said: string): boolean => english.test(said) || server.includes(said);

  for (const locale of ['de', 'fr'] as const) {
    it(`contain no English sentence of the page or the server in ${locale}`, async () => {
      const { page, expects } = await demo.signedIn('/', { locale }, admin);
      expects(refused(404, '/api/people/999999'));
      expect(await page.evaluate('document.documentElement.lang')).to.equal(locale);
      const found = new Set<string>();
      const look = async (where: string): Promise<void> => {
        const said: string[] = await page.evaluate(pieces);
        for (const piece of said) if (isEnglish(piece)) found.add(`${where}: ${piece}`);
      };
      const names = pageNames.map((name) => (name === 'timeline' ? '' : name));
      for (const place of [...names, ...sections, ...ownSections, ...opened]) {
        await goTo(page, place);
        await look(place);
      }
      await goTo(page, `photo/${photo}`);
      await page.keyboard.press('i');
      await page.locator('.photo-info').waitFor();
      await look('a photo');
      await goTo(page, 'admin/failures');
      const { photo_unknown: reason } = catalogues[locale].sentences ?? {};
      await page.getByText(reason ?? '').waitFor();
      await goTo(page, 'admin/checks');
      await page.locator('.panel .button').first().click();
      const { backups_none: advice } = catalogues[locale].sentences ?? {};
      await page.getByText(advice ?? '').waitFor();
      await look('checks');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await look('palette');
      expect([...found]).to.deep.equal([]);
    });
  }

  it('show the names of countries in their language', async () => {
    const { page } = await demo.signedIn('/', { locale: 'fr' }, admin);
    const places = async (): Promise<string[]> => {
      await goTo(page, 'places');
      await page.locator('.card-title').first().waitFor();
      return page.locator('.card-title').allTextContents();
    };
    const named = (await places()).join('\n');
    expect(named).to.not.match(/, (Austria|Germany|Spain|Italy|Norway|Iceland|Switzerland|Greece|Netherlands)$/m);
    expect(named).to.match(/, (Autriche|Allemagne|Espagne|Italie|Norvège|Islande|Suisse|Grèce|Pays-Bas|Portugal)/);
    expect(en.sentences).to.equal(null);
  });

  it('complete the typed name of a country in their language, and find it', async () => {
    for (const [locale, typed, country] of [
      ['de', 'Österr', 'Österreich'],
      ['de', 'deutschl', 'Deutschland'],
      ['fr', 'autr', 'Autriche'],
    ] as const) {
      const { page } = await demo.signedIn('/', { locale }, admin);
      await page.keyboard.press('/');
      await page.keyboard.type(typed);
      await page.locator('.offers[aria-busy=false]').getByRole('option', { name: country }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await until(page, `decodeURIComponent(location.hash).includes('q=${country}')`);
      await page.locator('.understood').getByRole('button', { name: country }).waitFor();
      await page.locator('a.tile').first().waitFor();
    }
  });

  it('are checked with a rule that recognises English', async () => {
    const { page } = await demo.signedIn('/', { locale: 'en-GB' }, admin);
    await goTo(page, 'settings');
    const said: string[] = await page.evaluate(pieces);
    expect(said.filter(isEnglish)).to.include.members([en.pages.settings, en.pages.help, en.more]);
  });

  it('say in every language that they need JavaScript, if it is disabled', async () => {
    const { page } = await demo.page({ javaScriptEnabled: false });
    for (const place of ['/', `/s/${'x'.repeat(22)}`]) {
      await page.goto(demo.url + place);
      expect(await page.innerText('body')).to.equal(
        'Photofinch needs JavaScript. Photofinch braucht JavaScript. Photofinch a besoin de JavaScript.',
      );
    }
  });
});
