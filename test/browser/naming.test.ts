import { expect } from 'chai';
import type { Faces, LikelyFaces, People, Status } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

describe('the page of faces to name', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  it('says that there are no people yet, rather than that everybody is named, before faces are grouped', async () => {
    const status = await ask<Status>('GET', '/api/status');
    const none: People = { people: [], total: 0 };
    const noLikely: LikelyFaces = { faces: [], total: 0, next: null };
    const { page } = await demo.signedIn('/');
    let running = true;
    await page.route('**/api/status', (route) => {
      const indexing = { ...status.indexing, running };
      return route.fulfill({ json: { ...status, people: 0, indexing } satisfies Status });
    });
    await page.route('**/api/people?named=false*', (route) => route.fulfill({ json: none }));
    await page.route('**/api/faces/likely', (route) => route.fulfill({ json: noLikely }));
    await page.goto(`${demo.url}/#/faces`);
    await page.reload();
    await page.locator('.message h2').waitFor();
    expect(await page.locator('.message h2').innerText()).to.equal('No people yet');
    // There may be faces but no people because somebody has ignored all.
    running = false;
    await page.reload();
    await page.getByRole('heading', { name: 'No more faces with a likely name' }).waitFor();
  });

  it('shows a single face of a group above the question on a phone, while the others load and after that', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await demo.signedIn('/', phone);
    let answer: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/people/*/faces?*', async (route) => {
      const response = await route.fetch();
      const { faces } = (await response.json()) as Faces;
      await isAsked;
      await route.fulfill({ json: { faces: faces.slice(0, 1) } satisfies Faces });
    });
    await page.evaluate(`location.hash = '#/faces'`);
    const isAbove = `document.querySelector('.group-faces img').getBoundingClientRect().bottom
      <= document.querySelector('.face-decide').getBoundingClientRect().top`;
    await page.locator('.group-faces[data-count="0"] img').waitFor();
    expect(await page.evaluate(isAbove), 'while they load').to.equal(true);
    answer();
    await until(page, `document.querySelector('.group-faces[data-count="1"] a img') !== null`);
    expect(await page.evaluate(isAbove), 'alone').to.equal(true);
  });
});
