import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Albums, FaceList, Person, PhotoList } from '../../core/http/wire.ts';
import { proposedTarget } from '../../web/state/people/people-edits.ts';
import { de } from '../../web/strings/de.ts';
import { until } from './demo-browser.ts';
import { copyAs, expectSound, needRealLibrary, photosOfSome, RealLibrary } from './real-library.ts';

const magdalena = 'Magdalena Ríos-Ünal';
const german = { locale: 'de-DE' };
/** More than sixty letters, written from right to left. */
const arabicName = 'عبد الرحمن بن محمد بن عبد العزيز بن عبد الله الأنصاري القرطبي';
const hebrewAlbum = 'חופשה משפחתית ארוכה מאוד על שפת הים התיכון עם סבא וסבתא וכל הדודים';
const longName = 'Wilhelmine-Friederike Freifrau von Hohenlohe-Waldenburg-Schillingsfürst';

describe('people of real photos in a browser', function () {
  let library: RealLibrary;

  before(async function () {
    needRealLibrary(this);
    this.timeout(900_000);
    library = await RealLibrary.start(async (folder) => {
      for (const [i, pictures] of photosOfSome(8, 8).entries()) {
        copyAs(folder, `person-${i}`, pictures.slice(0, i === 0 ? 5 : 8));
      }
      // Three photos of the first person are from two towns, in an album with a long name.
      const [first = []] = photosOfSome(1, 8);
      mkdirSync(join(folder, hebrewAlbum));
      for (const [i, picture] of first.slice(5).entries()) {
        await placed(picture, join(folder, hebrewAlbum, `person-0-there-${i}.jpg`), i === 0 ? vienna : lisbon);
      }
    });
  });
  after(async () => {
    await (library as RealLibrary | undefined)?.stop();
  });

  const personOf = async (photo: string): Promise<Person> => {
    const [face] = (await library.facesOf(photo)).filter(({ person_id }) => person_id !== null);
    return library.json<Person>(`/api/people/${face!.person_id}`);
  };

  it('are found, and can be named letter by letter at full typing speed', async () => {
    const watched = await library.at('people', '.person-card');
    const { page } = watched;
    const { id } = await personOf('person-0-0.jpg');
    await page.locator(`a.person-link[href="#/people/${id}"]`).click();
    await page.locator('.person-header').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type(magdalena);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: magdalena }).waitFor();
    await until(page, `document.querySelectorAll('a.tile').length > 0`);
    expect((await library.json<Person>(`/api/people/${id}`)).name).to.equal(magdalena);
    await expectSound(watched);
  });

  it('are merged after a question if the same name is pasted for a second one', async () => {
    const watched = await library.at('people', '.person-card', german);
    const { page } = watched;
    const [one, other] = [await personOf('person-1-0.jpg'), await personOf('person-2-0.jpg')];
    await nameInPlace(page, one, 'Jörg Öztürk');
    await page.getByRole('link', { name: /^Jörg Öztürk, / }).waitFor();

    // Copied from one field of the page and pasted into another.
    const filter = page.getByRole('searchbox', { name: de.findPeople });
    await filter.fill('JÖRG ÖZTÜRK');
    await filter.press('Control+a');
    await filter.press('Control+x');
    await nameInPlace(page, other, null);
    await page.getByRole('heading', { name: de.sameNameTitle('Jörg Öztürk') }).waitFor();
    await expectSound(watched);
    await page.keyboard.press('Escape');
    expect((await library.json<Person>(`/api/people/${other.id}`)).name).to.equal(null);

    await nameInPlace(page, other, null);
    await page.getByRole('button', { name: de.sameNameYes }).click();
    await page.locator(`a.person-link[href="#/people/${other.id}"]`).waitFor({ state: 'detached' });
    const merged = await library.json<Person>(`/api/people/${one.id}`);
    expect(merged.face_count).to.equal(one.face_count + other.face_count);
    expect((await personOf('person-2-0.jpg')).id).to.equal(one.id);
    await expectSound(watched);
  });

  it('are merged with the keyboard alone when they are selected, and keep the chosen cover', async () => {
    const watched = await library.at('people', '.person-card', german);
    const { page } = watched;
    const [one, other] = [await personOf('person-3-0.jpg'), await personOf('person-4-0.jpg')];
    for (const { id } of [one, other]) {
      await page
        .locator('.person-card', { has: page.locator(`[href="#/people/${id}"]`) })
        .getByRole('checkbox')
        .focus();
      await page.keyboard.press('Space');
    }
    await page.getByText(de.selected('2')).first().waitFor();
    await page.keyboard.press('m');
    await page.getByRole('dialog').waitFor();
    // The other one than proposed.
    const chosen = proposedTarget([one, other]) === one ? other : one;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.people-bar').waitFor({ state: 'detached' });
    const left = await personOf('person-3-0.jpg');
    expect([left.id, left.cover_face_id]).to.deep.equal([chosen.id, chosen.cover_face_id]);
    expect(left.face_count).to.equal(one.face_count + other.face_count);
    expect((await personOf('person-4-0.jpg')).id).to.equal(left.id);
    await page.locator(`a.person-link[href="#/people/${left.id}"]`).waitFor();
    await expectSound(watched);
  });

  it('are merged with the person whose name was typed, however fast, and not with the first in the list', async () => {
    const [one, into] = [await personOf('person-5-0.jpg'), await personOf('person-6-0.jpg')];
    await library.json(`/api/people/${into.id}/name`, 'POST', { name: 'Zoë Zimmermann' });
    const watched = await library.at(`people/${one.id}`, '.person-header');
    const { page } = watched;
    await page.locator('a.tile').first().waitFor();
    // The dialog is loaded on demand; from then on it opens at once.
    await page.keyboard.press('m');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // By element name: while it closes, the dialog has no role any more.
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.keyboard.type('zimmer');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Merge with Zoë Zimmermann' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zoë Zimmermann' }).waitFor();
    await until(page, `location.hash === '#/people/${into.id}'`);
    expect((await personOf('person-5-0.jpg')).id).to.equal(into.id);
    await expectSound(watched);
  });

  it('have photos, faces and a map, and a cover that can be chosen', async () => {
    const { id, cover_face_id } = await personOf('person-0-0.jpg');
    const watched = await library.at(`people/${id}`, 'a.tile');
    const { page } = watched;
    const { total } = await library.json<PhotoList>(`/api/photos?person=${id}&limit=1`);
    await until(page, `document.querySelectorAll('a.tile').length === ${total}`);
    await page.locator('.tabs').getByRole('link', { name: 'Faces' }).click();
    const { faces } = await library.json<FaceList>(`/api/people/${id}/faces?limit=50`);
    await until(page, `document.querySelectorAll('.face-cell').length === ${faces.length}`);
    const chosen = faces.findLastIndex((face) => face.id !== cover_face_id);
    const cell = page.locator('.face-cell').nth(chosen);
    await cell.hover();
    await cell.getByRole('button', { name: 'Use as cover' }).click();
    await page.locator(`.face-cell:nth-child(${chosen + 1})[data-cover=true]`).waitFor();
    expect((await library.json<Person>(`/api/people/${id}`)).cover_face_id).to.equal(faces[chosen]!.id);
    await expectSound(watched);

    await page.locator('.tabs').getByRole('link', { name: 'Places' }).click();
    await page.getByRole('link', { name: /Lisbon/ }).waitFor();
    await page.locator('.person-map canvas').waitFor();
    await expectSound(watched);
    await page.getByRole('link', { name: /Vienna/ }).click();
    await until(page, `document.querySelectorAll('a.tile').length === 1`);
    await page.getByRole('button', { name: /Remove the filter Vienna/ }).click();
    await until(page, `document.querySelectorAll('a.tile').length === ${total}`);
    await expectSound(watched);
  });

  for (const [device, viewport] of Object.entries({
    'a desktop': { width: 1280, height: 800 },
    'a phone': { width: 390, height: 844 },
  })) {
    it(`can have long and right-to-left names, which do not overflow on ${device}`, async () => {
      const [rightToLeft, long] = [await personOf('person-0-0.jpg'), await personOf('person-3-0.jpg')];
      await library.json(`/api/people/${rightToLeft.id}/name`, 'POST', { name: arabicName });
      await library.json(`/api/people/${long.id}/name`, 'POST', { name: longName });
      const { uid } = await library.photo(`${hebrewAlbum}/person-0-there-0.jpg`);
      const [album] = (await library.json<Albums>('/api/albums')).albums;
      const watched = await library.at('people', '.person-card', { viewport });
      const { page } = watched;
      const isolated = async (place: string, names: readonly string[]): Promise<void> => {
        await page.goto(`${library.browser.url}/#/${place}`);
        for (const name of names)
          await page.locator('main bdi, .person-header bdi', { hasText: name }).first().waitFor();
        expect(await runningOver(page), place).to.deep.equal([]);
        expect(await notIsolated(page, names), place).to.deep.equal([]);
      };
      await isolated('people', [arabicName, longName]);
      await page.getByRole('checkbox', { name: `Select ${longName}` }).check();
      await page.getByRole('checkbox', { name: `Select \u2068${arabicName}\u2069` }).check();
      await page.getByRole('button', { name: 'Merge', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect(await runningOver(page), 'the question').to.deep.equal([]);
      await expectSound(watched);
      await page.keyboard.press('Escape');
      for (const tab of ['', '?tab=faces', '?tab=places'])
        await isolated(`people/${rightToLeft.id}${tab}`, [arabicName]);
      await isolated(`people/${long.id}`, [longName]);
      await isolated('explore', [arabicName, longName]);
      await isolated('albums', [hebrewAlbum]);
      await isolated(`albums/${encodeURIComponent(album!.uid)}`, [hebrewAlbum]);
      await expectSound(watched);

      await page.goto(`${library.browser.url}/#/photo/${encodeURIComponent(uid)}`);
      await page.locator('.photo-page .original').waitFor();
      await page.keyboard.press('b');
      await page.keyboard.press('i');
      await page.locator('.photo-info bdi', { hasText: arabicName }).first().waitFor();
      await page.locator('.photo-info bdi', { hasText: hebrewAlbum }).first().waitFor();
      await page.locator('.seen-face bdi', { hasText: arabicName }).first().waitFor();
      expect(await runningOver(page), 'photo').to.deep.equal([]);
      expect(await notIsolated(page, [arabicName, hebrewAlbum]), 'photo').to.deep.equal([]);
      await expectSound(watched);
    });
  }

  /** Names a person on the page of people; null pastes the copied text. */
  async function nameInPlace(page: Page, { id }: Person, name: string | null): Promise<void> {
    const card = page.locator('.person-card', { has: page.locator(`[href="#/people/${id}"]`) });
    await card.getByRole('button', { name: de.addName }).click();
    if (name === null) await page.keyboard.press('Control+v');
    else await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
});

const lisbon = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 0/1' };
const vienna = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '48/1 12/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '16/1 22/1 0/1',
};

async function placed(picture: string, to: string, where: Record<string, string>): Promise<void> {
  const time = { DateTimeOriginal: '2021:07:14 18:30:05' };
  await sharp(picture).withExif({ IFD2: time, IFD3: where }).jpeg({ quality: 95 }).toFile(to);
}

/** Elements that are wider than their space, and neither scrolled nor shortened. */
async function runningOver(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const wide = [...document.querySelectorAll('bdi, :has(> bdi)')].filter((element) => {
      const { display, overflowX } = getComputedStyle(element);
      if (display === 'inline' || element.closest('.seen-face') || overflowX !== 'visible') return false;
      return element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    });
    const beyond = [...document.querySelectorAll('main, header, nav, section, dialog, h1, h2, h3')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    });
    const told = (element) => element.outerHTML.slice(0, 120);
    return [...(root.scrollWidth > root.clientWidth ? ['the page'] : []), ...[...wide, ...beyond].map(told)];
  })()`);
}

/** Texts with a name outside `bdi`, which could change the direction of the text around it. */
async function notIsolated(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(`(() => {
    const names = ${JSON.stringify(names)};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (names.some((name) => data.includes(name)) && !parentElement.closest('bdi')) found.push(parentElement.outerHTML);
    }
    return found;
  })()`);
}
