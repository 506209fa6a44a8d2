import { expect } from 'chai';
import type { People } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

/** Addresses that are mistyped, outdated, or of something deleted. */
describe('the address of something missing', function () {
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
    it(`shows a message with a way back: ${place}`, async () => {
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

  it('of an album says that the album may have been deleted here, not only in the photo store', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/albums/own-deleted`);
    await page.getByText('It may have been deleted, here or in your photo store.').waitFor();
  });

  it('has no effect on an existing person opened afterwards', async () => {
    const { people } = await (await apiOf(demo.url))<People>('GET', '/api/people');
    const [person] = people;
    const { page, expects } = await demo.signedIn();
    expects(refused(404, '/api/people/'));
    await page.goto(`${demo.url}/#/people/999999`);
    await page.getByRole('heading', { name: 'Person not found' }).waitFor();
    await page.goto(`${demo.url}/#/people/${person!.id}`);
    await page.locator('.person-header').waitFor();
  });

  it('is not confused with the section of a page', async () => {
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

  it('shows a message on the map as well', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/map?place=Atlantis`);
    // The map adds its position to the address once it rests, and keeps the requested place.
    await until(page, `location.hash.includes('at=')`);
    expect(page.url()).to.contain('place=Atlantis');
    await page.getByRole('heading', { name: 'Place not found' }).waitFor();
    await page.goto(`${demo.url}/#/map?in=-140,-40,-130,-30`);
    await page.getByRole('heading', { name: 'No photos here' }).waitFor();
  });

  it('shows an error and only the close button in the photo viewer', async () => {
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

  it('shows the name of a missing tag or place in the message', async () => {
    const { page } = await demo.signedIn('/', { locale: 'en-GB' });
    await page.goto(`${demo.url}/#/tags/unicorn`);
    await page.getByText('No photo has the tag “unicorn”.').waitFor();
    await page.goto(`${demo.url}/#/places/Atlantis`);
    await page.getByText('You have no photos taken in Atlantis.').waitFor();
  });

  it('shows an error if the list cannot be loaded, and can be retried', async () => {
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
