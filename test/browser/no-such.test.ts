import { expect } from 'chai';
import type { People } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

/** Addresses of what is not there: mistyped, from an old letter, or gone since. */
describe('an address of nothing', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  for (const [place, says, wayBack] of [
    ['albums/no-such-album', 'Album not found', '#/albums'],
    ['places/Atlantis', 'Place not found', '#/places'],
    ['tags/unicorn', 'Tag not found', '#/tags'],
    ['people/999999', 'Person not found', '#/people'],
    ['people/nobody', 'Person not found', '#/people'],
    ['favorites/mine', 'Page not found', '#/'],
  ] as const) {
    it(`says so and leads back: ${place}`, async () => {
      const { page, expects } = await demo.signedIn();
      expects(refused(404, '/api/people/'));
      expects(refused(400, '/api/people/'));
      await page.goto(`${demo.url}/#/${place}`);
      await page.getByRole('heading', { name: says }).waitFor();
      expect(await page.getByText('no photos here').count()).to.equal(0);
      await page.locator('.message a.button').click();
      await page.locator('.card, .person-card, a.tile, .message:has-text("No tags yet")').first().waitFor();
      expect(new URL(page.url()).hash).to.equal(wayBack);
    });
  }

  it('is left for one of something without a trace', async () => {
    const { people } = await (await apiOf(demo.url))<People>('GET', '/api/people');
    const [person] = people;
    const { page, expects } = await demo.signedIn();
    expects(refused(404, '/api/people/'));
    await page.goto(`${demo.url}/#/people/999999`);
    await page.getByRole('heading', { name: 'Person not found' }).waitFor();
    await page.goto(`${demo.url}/#/people/${person!.id}`);
    await page.locator('.person-header').waitFor();
  });

  it('leaves the sections of pages where they are', async () => {
    const { page } = await demo.signedIn();
    for (const [place, says, section] of [
      ['faces/rejected', 'Faces to name', 'Not faces'],
      ['duplicates/near', 'Duplicates', 'Similar'],
      ['settings/sessions', 'Settings', 'Devices'],
      ['explore/recent', 'Recently added', null],
    ] as const) {
      await page.goto(`${demo.url}/#/${place}`);
      await page.getByRole('heading', { name: says }).first().waitFor();
      if (section !== null) await page.locator('main [aria-current=page]').getByText(section).waitFor();
    }
  });

  it('is said on the map, too', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/map?place=Atlantis`);
    // The map writes where it is into the address once it rests, and leaves what was asked for there.
    await until(page, `location.hash.includes('at=')`);
    expect(page.url()).to.contain('place=Atlantis');
    await page.getByRole('heading', { name: 'Place not found' }).waitFor();
    await page.goto(`${demo.url}/#/map?in=-140,-40,-130,-30`);
    await page.getByRole('heading', { name: 'No photos here' }).waitFor();
  });

  it('of a photo offers to close, and nothing to look at', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(404, '/api/photos/'));
    expects(refused(404, '/api/sign'));
    await page.goto(`${demo.url}/#/photo/no-such-photo`);
    await page.getByRole('alert').filter({ hasText: 'Photo not found.' }).waitFor();
    const toolbar = page.locator('.photo-toolbar button');
    await until(page, `document.querySelectorAll('.photo-toolbar button').length === 1`);
    await toolbar.click();
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await page.locator('a.tile').first().waitFor();
  });

  it('says what it is about where the name is all there is', async () => {
    const { page } = await demo.signedIn('/', { locale: 'en-GB' });
    await page.goto(`${demo.url}/#/tags/unicorn`);
    await page.getByText('No photo has the tag “unicorn”.').waitFor();
    await page.goto(`${demo.url}/#/places/Atlantis`);
    await page.getByText('You have no photos taken in Atlantis.').waitFor();
  });

  it('is not what a list is that could not be had: that can be tried again', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(500, '/api/photos/'));
    const broken = '**/api/photos/anchors?tag=*';
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { detail: 'Broken.' } }));
    await page.goto(`${demo.url}/#/tags/unicorn`);
    await page.getByRole('heading', { name: 'Couldn’t load your photos' }).waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Tag not found' }).waitFor();
  });
});
