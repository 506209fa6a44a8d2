import { expect } from 'chai';
import sharp from 'sharp';
import type { DuplicateGroups, Faces, FoundPhoto, PhotoList, SearchResults } from '../../core/http/wire.ts';
import { de } from '../../web/strings/de.ts';
import { until as untilHere } from '../support/until.ts';
import { until } from './demo-browser.ts';
import { expectSound, needRealLibrary, photosOfSome, RealLibrary } from './real-library.ts';
import { ask, boxesIn, drawn, found, groupsShown, isPainted } from './search-page.ts';
import { putSearchedPhotos, sideBySide } from './searched-photos.ts';

const nonsense = ['quarterly tax report xyzzy', 'asdf qwer', 'zzz qqq', 'lkjh poiu mnbv', 'jurisprudence'];

describe('search among real photos in a browser', function () {
  let library: RealLibrary;
  let group: Buffer;
  let photos: number;

  before(async function () {
    needRealLibrary(this);
    this.timeout(900_000);
    const some = photosOfSome(6, 7);
    group = await sideBySide(some[0]![6]!, some[1]![6]!);
    library = await RealLibrary.start((folder) => putSearchedPhotos(folder, some, group), 'things');
    photos = await library.client.total();
    await untilHere(async () => (await nearGroups()).length >= 3, 120);
  });
  after(async () => {
    await (library as RealLibrary | undefined)?.stop();
  });

  const search = (q: string): Promise<SearchResults> =>
    library.json<SearchResults>(`/api/search?q=${encodeURIComponent(q)}&limit=500`);
  const nearGroups = async (): Promise<DuplicateGroups['groups']> =>
    (await library.json<DuplicateGroups>('/api/duplicates?kind=near&limit=100')).groups;
  const uidOf = async (name: string): Promise<string> => (await library.photo(name)).uid;
  const personIn = async (name: string): Promise<number> =>
    (await library.facesOf(name)).find(({ person_id }) => person_id !== null)!.person_id!;

  it('finds photos by their content, sorted by relevance or date, and almost nothing for nonsense', async () => {
    const watched = await library.at('', 'a.tile');
    const { page } = watched;
    await ask(page, 'a red picture');
    const { results, total } = await search('a red picture');
    await until(page, `${found} === '${total} photos found'`);
    const red = await Promise.all([0, 1, 2].map((i) => uidOf(`red-${i}.jpg`)));
    expect(results.slice(0, 3).map(({ uid }) => uid)).to.have.members(red);
    await untilHere(async () => (await drawn(page)).join() === results.map(({ uid }) => uid).join());
    await page.getByRole('link', { name: 'By date' }).click();
    await page.locator('h2.month').first().waitFor();
    const byDate = [...results].sort((a, b) => b.taken_at - a.taken_at).map(({ taken_at }) => taken_at);
    await untilHere(async () => takenBy(await drawn(page), results).join() === byDate.join());
    await expectSound(watched);

    const counts = await Promise.all(nonsense.map(async (words) => (await search(words)).total));
    for (const count of counts) expect(count).to.be.at.most(photos * 0.1);
    for (const [i, words] of nonsense.entries()) {
      await ask(page, words);
      await until(page, `${found} === ${JSON.stringify(saidOf(counts[i]!))}`);
      if (counts[i] === 0) await page.getByRole('heading', { name: 'No results' }).waitFor();
    }
    await expectSound(watched);
  });

  it('finds a receipt by its text, gives that as the reason, and lets the text be selected', async () => {
    await untilHere(async () => (await search('Käsekuchen')).total > 0, 120);
    const watched = await library.at('', 'a.tile', { locale: 'de-DE' });
    const { page } = watched;
    await ask(page, 'Käsekuchen');
    const said = de.reasons.written('Käsekuchen 3,50 EUR');
    await page.locator(`a.tile[aria-label*="${said}"]`).click();
    await page.getByRole('button', { name: de.viewer.moreActions }).click();
    await page.getByRole('menuitem', { name: de.showText }).click();
    const line = page.locator('.seen-text text', { hasText: 'Müller' });
    const box = (await line.boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate('String(getSelection())')).to.equal('Bäckerei Müller');
    await page.keyboard.press('i');
    await page.locator('.photo-info .written', { hasText: 'Käsekuchen 3,50 EUR' }).waitFor();
    await page.locator('.photo-info', { hasText: said }).waitFor();
    await expectSound(watched);
  });

  it('understands people, places and dates in a query, and removes each of them again', async () => {
    await library.json(`/api/people/${await personIn('person-0-0.jpg')}/name`, 'POST', { name: 'Ada Quint' });
    const watched = await library.at('', 'a.tile', { locale: 'de-DE' });
    const { page } = watched;
    const said = (count: number): string => `${found} === ${JSON.stringify(de.found(count))}`;
    // From the suggestions of the search box, after the first letters.
    await page.keyboard.press('/');
    for (const [letters, name] of [
      ['ada', 'Ada Quint'],
      ['lis', 'Lissabon'],
      ['2021', '2021'],
    ] as const) {
      await page.keyboard.type(letters);
      await page
        .locator('.offers[aria-busy=false]')
        .getByRole('option', { name: new RegExp(`^${name}, `) })
        .first()
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await until(page, said(1));
    const there = await uidOf('lisbon-0.jpg');
    await untilHere(async () => (await drawn(page)).join() === there);
    expect((await page.locator('.search-filters .chip bdi').allTextContents()).sort()).to.deep.equal([
      '2021',
      'Ada Quint',
      'Lissabon',
    ]);
    await expectSound(watched);
    for (const chip of ['2021', 'Ada Quint', 'Lissabon']) {
      await page.locator('.understood .chip', { hasText: chip }).click();
      await page.locator('.understood .chip', { hasText: chip }).waitFor({ state: 'detached' });
      await until(page, `!document.querySelector('.search-box input').value.includes(${JSON.stringify(chip)})`);
      const asked = await page.getByRole('combobox').first().inputValue();
      if (asked !== '') await until(page, said((await search(asked)).total));
    }
    // No results in another year, but a link without the year.
    await ask(page, 'Ada Quint Lissabon 2005');
    await page.getByRole('heading', { name: 'Keine Fotos von Ada Quint (Ort: Lissabon) aus 2005' }).waitFor();
    await page.getByRole('link', { name: /^Ohne „2005“/ }).click();
    await untilHere(async () => (await drawn(page)).includes(there));
    await page.locator('a.tile').first().click();
    await page.locator('.photo-page .original').waitFor();
    await expectSound(watched);
  });

  it('finds each of two people by a picture that is stored rotated', async () => {
    const people = await Promise.all([personIn('person-0-0.jpg'), personIn('person-1-0.jpg')]);
    // As phones store it: rotated, with an entry that says how to rotate it back.
    const turned = await sharp(group).rotate(-90).withMetadata({ orientation: 6 }).toBuffer();
    const watched = await library.at('search?by=face', '.drop-zone');
    const { page } = watched;
    await page.locator('input[type=file]').setInputFiles({ name: 'two.jpg', mimeType: 'image/jpeg', buffer: turned });
    await until(page, `document.querySelectorAll('.found-face').length === 2`);
    await until(page, isPainted);
    for (const nth of [1, 0]) {
      const face = `document.querySelectorAll('.found-face')[${nth}]`;
      await page.locator('.found-face').nth(nth).click();
      await until(page, `${face}.getAttribute('aria-pressed') === 'true' && /photos? found$/.test(${found})`);
      const isLeft = await page.evaluate<boolean>(`parseFloat(${face}.style.left) < 50`);
      const { photos: theirs } = await library.json<PhotoList>(
        `/api/photos?person=${people[isLeft ? 0 : 1]}&limit=100`,
      );
      await untilHere(async () => {
        const uids = await drawn(page);
        const right = uids.filter((uid) => theirs.some((photo) => photo.uid === uid));
        // The most similar faces are of this person.
        return (
          right.length >= 5 && right.length / uids.length >= 0.8 && right.slice(0, 3).join() === uids.slice(0, 3).join()
        );
      });
      // Only one of the two people has a name.
      const said = isLeft ? /^This is Ada Quint: \d+ photos$/ : /^(Name this person|Name faces)$/;
      const link = page.locator('.who-it-is').getByRole('link', { name: said });
      expect(await link.getAttribute('href')).to.equal(`#/people/${people[isLeft ? 0 : 1]}`);
      await expectSound(watched);
    }
  });

  it('draws boxes exactly around the faces, even when the photo is zoomed and moved', async () => {
    const uid = await uidOf('group.jpg');
    const watched = await library.at(`photo/${encodeURIComponent(uid)}`, '.photo-page .original');
    const { page } = watched;
    expect(await page.locator('[data-quiet=false] .seen-face').count()).to.equal(0);
    await page.keyboard.press('b');
    await page.locator('.seen-face').first().waitFor();
    const { faces } = await library.json<Faces>(`/api/photos/${encodeURIComponent(uid)}/faces`);
    expect(faces.length).to.equal(2);
    const lieOver = (): Promise<void> =>
      untilHere(async () => {
        const boxes = await boxesIn(page);
        const off = faces.flatMap(({ box }, i) =>
          (['x', 'y', 'w', 'h'] as const).map((side) => Math.abs((boxes[i]?.[side] ?? 9) - box[side])),
        );
        return boxes.length === faces.length && Math.max(...off) < 0.004;
      });
    await lieOver();
    await expectSound(watched);
    await page.mouse.move(420, 300);
    await page.mouse.wheel(0, -300);
    await until(page, `document.querySelector('.stage').dataset.zoomed === 'true'`);
    await lieOver();
    await page.mouse.down();
    await page.mouse.move(360, 330, { steps: 5 });
    await page.mouse.up();
    await lieOver();
    await page.setViewportSize({ width: 700, height: 900 });
    await lieOver();
    await page.keyboard.press('i');
    await lieOver();
    await page.keyboard.press('b');
    await page.locator('.seen-face').first().waitFor({ state: 'detached' });
    await expectSound(watched);
  });

  it('shows similar photos and copies next to a photo, with links there and back', async () => {
    const [original, copy] = [await uidOf('scene-3.jpg'), await uidOf('scene-3 (1).jpg')];
    const watched = await library.at(`photo/${encodeURIComponent(original)}`, '.photo-page .original');
    const { page } = watched;
    await page.keyboard.press('i');
    const copies = page.locator('.strip', { hasText: 'Copies' });
    await copies.locator('a').first().click();
    await until(page, `location.hash.endsWith(${JSON.stringify(encodeURIComponent(copy))})`);
    await copies.locator(`a[href$="${encodeURIComponent(original)}"]`).waitFor();
    await expectSound(watched);

    await page.goto(`${library.browser.url}/#/photo/${encodeURIComponent(await uidOf('red-0.jpg'))}`);
    const red = await Promise.all([1, 2].map((i) => uidOf(`red-${i}.jpg`)));
    const alike = page.locator('.strip', { hasText: 'More like this' }).locator('a');
    await until(page, `[...document.querySelectorAll('.strip a')].some(({ hash }) => hash.endsWith('${red[0]}'))`);
    const nearest = await alike.evaluateAll((links) =>
      links.slice(0, 2).map((link) => (link as unknown as { hash: string }).hash),
    );
    expect(nearest.map((hash) => decodeURIComponent(hash.split('/').at(-1)!))).to.have.members(red);
    await expectSound(watched);
  });

  it('keeps one photo of each similar group, archives the others, and restores them with undo', async () => {
    const watched = await library.at('duplicates/near', '.duplicate-group', { locale: 'de-DE' });
    const { page } = watched;
    const before = await page.evaluate<number>(groupsShown);
    expect(before).to.equal((await nearGroups()).length);
    const versions = page.locator('.duplicate-group', { hasText: 'scene-0-small.jpg' });
    // The largest photo is suggested.
    expect(await versions.locator('[data-keep=true] .file-name').textContent()).to.equal('scene-0.jpg');
    expect(await versions.locator('li').count()).to.equal(3);
    await versions.getByRole('radio', { name: /scene-0-small/ }).check();
    await expectSound(watched);
    await versions.getByRole('button', { name: de.archiveRest(2) }).click();
    await versions.waitFor({ state: 'detached' });
    const archived = async (): Promise<boolean[]> =>
      Promise.all(
        ['scene-0.jpg', 'scene-0-webp.webp', 'scene-0-small.jpg'].map(
          async (name) => (await library.photo(name)).archived,
        ),
      );
    expect(await archived()).to.deep.equal([true, true, false]);
    await page.getByRole('button', { name: de.undo }).click();
    await versions.waitFor();
    expect(await archived()).to.deep.equal([false, false, false]);

    await page.getByRole('button', { name: de.archiveAll }).click();
    await page.getByRole('dialog').getByRole('button', { name: de.archive, exact: true }).click();
    await page.getByRole('heading', { name: de.duplicateFiles.decided }).waitFor();
    await expectSound(watched);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: de.undo }).click();
    await until(page, `${groupsShown} === ${before}`);
    expect((await library.json<PhotoList>('/api/photos?limit=1')).total).to.equal(photos);
    await expectSound(watched);
  });
});

const saidOf = (count: number): string =>
  count === 0 ? 'No results' : count === 1 ? '1 photo found' : `${count} photos found`;

function takenBy(uids: readonly string[], results: readonly FoundPhoto[]): (number | undefined)[] {
  return uids.map((uid) => results.find((photo) => photo.uid === uid)?.taken_at);
}
