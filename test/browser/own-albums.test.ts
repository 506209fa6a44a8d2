import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, AlbumPhotos, Albums, People, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnPhotos, until, withDemo } from './demo-browser.ts';
import { until as waitUntil } from '../support/until.ts';
import { refused } from './watched-page.ts';

describe('albums in a browser', () => {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  const album = async (name: string): Promise<Album> => {
    const found = (await ask<Albums>('GET', '/api/albums')).albums.find((one) => one.name === name);
    if (!found) throw new Error(`there is no album ${name}`);
    return found;
  };
  const inside = async (name: string): Promise<string[]> => {
    const { photos } = await ask<AlbumPhotos>('GET', `/api/albums/${(await album(name)).uid}/photos`);
    return photos.map(({ uid }) => uid);
  };
  const made = (name: string, photos: readonly string[]): Promise<Album> =>
    ask<Album>('POST', '/api/albums', { name, photos });
  const newest = async (count: number): Promise<string[]> =>
    (await ask<PhotoList>('GET', `/api/photos?limit=${count}`)).photos.map(({ uid }) => uid);
  const pick = async (page: Page, ...indices: number[]): Promise<void> => {
    for (const index of indices) await page.locator(`a.tile[data-index="${index}"] .pick`).click({ force: true });
    await page.getByRole('status').getByText(`${indices.length} selected`).waitFor();
  };

  it('show a hint to type a name if there are none yet', async () => {
    const { page } = await demo.signedIn();
    await pick(page, 0);
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Find or name an album' }).waitFor();
    await page.getByText('Type a name for a new album').waitFor();
    await page.keyboard.press('Escape');
  });

  it('can be created from selected photos and added to, which can be undone', async () => {
    const { page } = await demo.signedIn();
    const uids = await drawnPhotos(page);
    await pick(page, 0, 2);
    await page.keyboard.press('l');
    const field = page.getByRole('combobox', { name: 'Find or name an album' });
    await field.fill('Summer best');
    await page.getByRole('option', { name: 'New album “Summer best”' }).click();
    await page.getByText('2 photos added to “Summer best”').waitFor();
    expect(await inside('Summer best')).to.deep.equal([uids[0], uids[2]]);
    await pick(page, 1, 2);
    await page.getByRole('button', { name: 'Add to album' }).click();
    await field.fill('summer');
    await page.getByRole('option', { name: /^Summer best/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 photo added to “Summer best”').waitFor();
    expect(await inside('Summer best')).to.have.length(3);
    await page.locator('.toast', { hasText: '1 photo added' }).getByRole('button', { name: 'Undo' }).click();
    await waitUntil(async () => (await inside('Summer best')).join() === [uids[0], uids[2]].join());
  });

  it('can be opened from their toast, and are deleted again by its undo button', async () => {
    const { page } = await demo.signedIn();
    await pick(page, 0);
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Find or name an album' }).waitFor();
    await page.getByRole('combobox', { name: 'Find or name an album' }).fill('By mistake');
    // Before the albums are loaded, Enter creates none.
    await page.getByRole('option', { name: 'New album “By mistake”' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.toast').getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'By mistake' }).waitFor();
    expect(await page.locator('.toast').getByRole('link').count(), 'it is open').to.equal(0);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await waitUntil(
      async () => !(await ask<Albums>('GET', '/api/albums')).albums.some((one) => one.name === 'By mistake'),
    );
  });

  it('keep the typed name if the server refuses to create them, and are created once on retry', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(503, '/api/albums'));
    await pick(page, 0);
    await page.keyboard.press('l');
    const field = page.getByRole('combobox', { name: 'Find or name an album' });
    await field.fill('Long name of an album');
    await page.getByRole('option', { name: 'New album “Long name of an album”' }).waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      '**/api/albums',
      async (route) => {
        await held;
        await route.fulfill({ status: 503, json: { detail: 'Not now.' } });
      },
      { times: 1 },
    );
    await field.press('Enter');
    await field.press('Enter');
    answer();
    await page.getByRole('dialog').getByText('Not now.').waitFor();
    expect(await field.inputValue()).to.equal('Long name of an album');
    await field.press('Enter');
    await page.getByText('1 photo added to “Long name of an album”').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const named = (await ask<Albums>('GET', '/api/albums')).albums.filter(({ name }) => name.startsWith('Long name'));
    expect(named).to.have.length(1);
  });

  it('are created once by two quick Enters, and not twice with the same name while the names are loading', async () => {
    const { page } = await demo.at('albums');
    let answer = (): void => undefined;
    const held = (): Promise<void> => new Promise((resolve) => (answer = resolve));
    let mayAnswer = Promise.resolve();
    await page.route('**/api/albums', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New album' }).click();
    mayAnswer = held();
    await page.getByLabel('Name', { exact: true }).fill('Lakes');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    answer();
    await page.getByText('“Lakes” created').waitFor();
    const lakes = async (): Promise<Album[]> =>
      (await ask<Albums>('GET', '/api/albums')).albums.filter(({ name }) => name === 'Lakes');
    expect(await lakes()).to.have.length(1);

    await page.goto(`${demo.url}/#/`);
    await drawnPhotos(page);
    await pick(page, 0);
    mayAnswer = held();
    await page.keyboard.press('l');
    const field = page.getByRole('combobox', { name: 'Find or name an album' });
    await field.fill('Lakes');
    await field.press('Enter');
    answer();
    await page.getByRole('option', { name: /^Lakes/ }).waitFor();
    await field.press('Enter');
    await page.getByText('1 photo added to “Lakes”').waitFor();
    expect(await lakes()).to.have.length(1);
  });

  it('allow changes of name, notes, cover and photos, and are deleted after a confirmation', async () => {
    await made('Garden', await newest(3));
    const { page } = await demo.signedIn(`/#/albums/${(await album('Garden')).uid}`);
    await page.getByRole('button', { name: 'Edit album' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Our garden');
    await page.getByLabel('Notes').fill('Since we moved in');
    expect(await page.getByLabel('Use the newest photo as cover').count(), 'it already is').to.equal(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Our garden' }).waitFor();
    await page.getByText('Since we moved in').waitFor();
    const uids = await drawnPhotos(page);
    await pick(page, 2);
    await page.getByRole('button', { name: 'Use as album cover' }).click();
    await page.getByText('has a new cover').waitFor();
    expect((await album('Our garden')).cover_url).to.contain(encodeURIComponent(uids[2] ?? ''));
    await page.getByRole('button', { name: 'Edit album' }).click();
    await page.getByLabel('Use the newest photo as cover').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await album('Our garden')).cover_url).to.contain(encodeURIComponent(uids[0] ?? ''));
    await pick(page, 0);
    await page.getByRole('button', { name: 'Remove from album' }).click();
    await page.getByText('1 photo removed from “Our garden”').waitFor();
    await until(page, `document.querySelectorAll('a.tile').length === 2`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(page, `document.querySelectorAll('a.tile').length === 3`);
    await page.getByRole('button', { name: 'Delete album' }).click();
    await page.getByText('The photos stay in your library').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
    await page.getByRole('heading', { name: 'Albums' }).waitFor();
    await page.getByText('“Our garden” deleted').waitFor();
    expect((await ask<Albums>('GET', '/api/albums')).albums.map(({ name }) => name)).not.to.include('Our garden');
  });

  it('have names that are isolated in messages if they are written from right to left', async () => {
    const { uid } = await made('שבת 3', await newest(1));
    const { page } = await demo.at(`albums/${uid}`);
    await page.getByRole('button', { name: 'Delete album' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('\u2068שבת 3\u2069').waitFor();
    await dialog.getByRole('button', { name: 'Delete album' }).click();
    await page.getByText('“\u2068שבת 3\u2069” deleted').waitFor();
  });

  it('are deleted without leaving a page that was opened in the meantime', async () => {
    const { uid } = await made('Left behind', await newest(1));
    const { page } = await demo.at(`albums/${uid}`);
    let answer: () => void = () => undefined;
    const isLeft = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/albums/${uid}`, async (route) => {
      await isLeft;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Delete album' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.locator('.person-card').first().waitFor();
    answer();
    await page.getByText('“Left behind” deleted').waitFor();
    expect(new URL(page.url()).hash).to.equal('#/people');
  });

  it('can be arranged with keys and with the mouse, and show that order', async () => {
    const [a = '', b = '', c = '', d = ''] = await newest(4);
    const { uid } = await made('Ordered', [a, b, c, d]);
    const { page } = await demo.signedIn(`/#/albums/${uid}`);
    await page.getByRole('button', { name: 'Arrange photos' }).click();
    const tile = (photo: string): ReturnType<Page['locator']> => page.locator(`.arranged-photos [data-uid="${photo}"]`);
    await tile(a).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('Moved to place 2 of 4').waitFor();
    await page.keyboard.press('Alt+End');
    await page.getByText('Moved to place 4 of 4').waitFor();
    await until(page, `document.activeElement?.dataset.uid === ${JSON.stringify(a)}`);
    await tile(d).hover();
    await page.mouse.down();
    const target = await tile(b).boundingBox();
    await page.mouse.move((target?.x ?? 0) + 30, (target?.y ?? 0) + 30, { steps: 8 });
    await page.mouse.up();
    await page.getByText('Moved to place 1 of 4').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await waitUntil(async () => (await drawnPhotos(page)).join() === [d, b, c, a].join());
    await waitUntil(async () => (await inside('Ordered')).join() === [d, b, c, a].join());
    await page.locator('a.tile').nth(1).click();
    await page.locator('.photo-page').waitFor();
    await page.keyboard.press('ArrowRight');
    await until(page, `location.hash.endsWith(${JSON.stringify(encodeURIComponent(c))})`);
  });

  it('accept photos that are dragged onto them', async () => {
    await made('Dropped', []);
    const { page } = await demo.signedIn();
    const uids = await drawnPhotos(page);
    await pick(page, 0, 1);
    await page.locator('a.tile[data-index="1"]').hover();
    await page.mouse.down();
    const tile = await page.locator('a.tile[data-index="1"]').boundingBox();
    await page.mouse.move((tile?.x ?? 0) + 60, (tile?.y ?? 0) + 60, { steps: 4 });
    const target = page.locator('.album-drops li', { hasText: 'Dropped' });
    await target.waitFor();
    const place = await target.boundingBox();
    await page.mouse.move((place?.x ?? 0) + 40, (place?.y ?? 0) + 20, { steps: 8 });
    await page.mouse.up();
    await page.getByText('2 photos added to “Dropped”').waitFor();
    expect(await inside('Dropped')).to.deep.equal(uids.slice(0, 2));
    await until(page, `document.querySelector('.album-drops') === null`);
  });

  it('can be smart albums, from a person or a search, with rules that can be changed', async () => {
    const [person] = (await ask<People>('GET', '/api/people')).people;
    const { page } = await demo.signedIn(`/#/people/${person!.id}`);
    await page.getByRole('button', { name: 'Save as smart album' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Only them');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Only them' }).waitFor();
    await page.getByText('Smart album').waitFor();
    expect(await album('Only them')).to.deep.include({
      rule: { people: [person!.id] },
      photo_count: person!.photo_count,
    });

    await page.getByRole('button', { name: 'Change what it looks for' }).click();
    await page.getByRole('button', { name: 'Videos' }).click();
    await page
      .getByRole('textbox', { name: 'City, country or place' })
      .or(page.getByRole('combobox', { name: 'City, country or place' }))
      .fill('Vienna');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    // Photos were visible before, too: only the saved album shows that the rule was saved.
    await waitUntil(async () => (await album('Only them')).rule?.places?.length === 1);
    await page.getByText('No photo fits yet').or(page.locator('a.tile')).first().waitFor();
    expect((await album('Only them')).rule).to.deep.include({
      people: [person!.id],
      places: ['Vienna'],
      kinds: ['video'],
    });

    await page.goto(`${demo.url}/#/search?q=vienna`);
    await page.getByRole('button', { name: 'Save as smart album' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Vienna days');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Vienna days' }).waitFor();
    expect((await album('Vienna days')).rule?.places).to.deep.equal(['Vienna']);
  });

  it('can be excluded from the timeline, own ones and those of the photo store', async () => {
    await made('Receipts', await newest(2));
    for (const name of ['Receipts', 'City nights']) {
      const before = await ask<PhotoList>('GET', '/api/photos?limit=1');
      const { page } = await demo.signedIn(`/#/albums/${(await album(name)).uid}`);
      await page.getByRole('button', { name: 'Edit album' }).click();
      if (name === 'City nights') await page.getByText('This album comes from your photo store').waitFor();
      await page.getByLabel('Don’t show these photos under “Photos”').check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Not under “Photos”').waitFor();
      const after = await ask<PhotoList>('GET', '/api/photos?limit=1');
      expect(before.total - after.total).to.equal((await album(name)).photo_count);
    }
  });

  it('can be created empty on a phone, and then offer to add photos', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await demo.signedIn('/', phone);
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('button', { name: 'New album' }).tap();
    await page.getByLabel('Name', { exact: true }).fill('From my phone');
    await page.getByRole('button', { name: 'Create' }).tap();
    await page.getByRole('button', { name: 'Add photos' }).waitFor();
  });
});
