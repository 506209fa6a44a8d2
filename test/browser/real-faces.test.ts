import { expect } from 'chai';
import type { Face, FaceList, Faces, People, SimilarPeople } from '../../core/http/wire.ts';
import { de } from '../../web/strings/de.ts';
import { en } from '../../web/strings/en.ts';
import { until as untilHere } from '../support/until.ts';
import { until, pressAfterG } from './demo-browser.ts';
import { copyAs, expectSound, needRealLibrary, photosOfPassersBy, photosOfSome, RealLibrary } from './real-library.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const shown = `Number(/faces\\/(\\d+)/.exec(document.querySelector('.face-seen img')?.src ?? '')?.[1] ?? 0)`;
const heading = (is: string): string =>
  `document.querySelector('.face-decide h2, .message h2')?.textContent === '${is}'`;
const groupNames = ['Ada Quint', 'Björn Sørensen', 'Çelik Nihan', 'Dörte Nussbaum', 'Eszter Ságh'];
const faceNames = ['Ngọc Nguyễn', 'sis snn 12', 'Known 1'];

describe('the people of a new library in a browser', function () {
  let library: RealLibrary;

  before(async function () {
    needRealLibrary(this);
    this.timeout(900_000);
    library = await RealLibrary.start((folder) => {
      for (const [i, pictures] of photosOfSome(6, 6).entries()) copyAs(folder, `person-${i}`, pictures);
      // Too few photos of each to be clustered: naming one face assigns the other, or makes the person its first
      // suggestion.
      for (const [i, pictures] of photosOfSome(10, 6).slice(6).entries()) {
        copyAs(folder, `pair-${i}`, pictures.slice(0, 2));
      }
      copyAs(folder, 'once', photosOfPassersBy(26));
      return Promise.resolve();
    });
  });
  after(async () => {
    await (library as RealLibrary | undefined)?.stop();
  });

  const groups = async (): Promise<number[]> =>
    (await library.json<People>('/api/people?named=false')).people.map(({ id }) => id);
  const names = async (): Promise<(string | null)[]> =>
    (await library.json<People>('/api/people?named=true')).people.map(({ name }) => name);

  it('are named, ignored and skipped with the keyboard alone', async () => {
    const watched = await library.at('', 'a.tile');
    const { page } = watched;
    const before = await groups();
    expect(before).to.have.length.at.least(groupNames.length + 1);
    await pressAfterG(page, 'q');
    await page.locator('.group-faces img[data-loaded=true]').nth(5).waitFor();
    await expectSound(watched);

    // A photo of the group opens over the queue, which is back afterwards.
    await page.locator('.group-faces a').first().click();
    await page.locator('.photo-page').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.group-faces').waitFor();
    expect(await page.evaluate<string>('location.hash')).to.equal('#/faces');

    // Without waiting for the screen: no letter, and no key after Enter, is lost or decides anything.
    for (const name of groupNames) {
      await page.keyboard.press('n');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    }
    await untilHere(async () => (await names()).length === groupNames.length);
    expect([...(await names())].sort()).to.deep.equal([...groupNames].sort());
    const left = (await groups()).length;
    expect(left).to.equal(before.length - groupNames.length);

    // A stranger is ignored, and restored with the key for undo; then the others are skipped.
    await page.keyboard.press('i');
    await untilHere(async () => (await groups()).length === left - 1);
    await page.keyboard.press('Control+z');
    await until(page, heading(en.whoIsThis));
    await untilHere(async () => (await groups()).length === left);
    await page.keyboard.press('i');
    for (let i = 1; i < left; i++) await page.keyboard.press('s');
    await untilHere(async () => (await groups()).length === left - 1);
    await pressAfterG(page, 'p');
    for (const name of groupNames) await page.getByRole('link', { name: new RegExp(`^${name}, `) }).waitFor();
    await expectSound(watched);
  });

  it('are named from single faces with the keyboard, without unlikely suggestions, and skipped faces stay skipped', async () => {
    const watched = await library.at('faces/rest', '.face-queue');
    const { page } = watched;
    const { faces, total } = await library.unassigned();
    for (const name of faceNames) {
      const face = await page.evaluate<number>(shown);
      await page.keyboard.press('n');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await until(page, `${shown} !== ${face}`);
    }
    await untilHere(async () => (await names()).length === groupNames.length + faceNames.length);

    // No key assigns a face to a person whom it does not resemble.
    for (let i = 0; i < 6; i++) {
      await page.locator('.face-suggestions[data-loading=false]').waitFor();
      const face = await page.evaluate<number>(shown);
      const offered = await page.locator('.face-suggestions li button').count();
      if (offered === 0) {
        await page.keyboard.press('1');
        expect(await page.evaluate<number>(shown)).to.equal(face);
      }
      await page.keyboard.press(i === 0 ? 'i' : 's');
      await until(page, `${shown} !== ${face}`);
    }
    await untilHere(async () => (await library.json<FaceList>('/api/faces/ignored')).total === 1);
    const here = await page.evaluate<number>(shown);
    await page.reload();
    await until(page, `${shown} === ${here}`);
    await expectSound(watched);

    await page.goto(`${library.browser.url}/#/faces/ignored`);
    await page.locator('.face-cell').nth(1).waitFor();
    await expectSound(watched);
    await page.getByRole('button', { name: en.bringBack }).last().click();
    await untilHere(async () => (await library.json<FaceList>('/api/faces/ignored')).total === 0);
    const named = faces.filter(({ id }) => id !== here);
    expect(named.length).to.be.lessThan(total);
    for (const face of await ownersOf(faces.slice(0, 2))) expect(faceNames).to.include(face);
  });

  it('are named by touch on a phone', async () => {
    const known = await library.json<People>('/api/people?named=true');
    for (const { id } of known.people.slice(0, 3)) await library.json(`/api/people/${id}/name`, 'DELETE');
    const watched = await library.at('people', '.person-card', phone);
    const { page } = watched;
    await page.goto(`${library.browser.url}/#/faces`);
    for (const name of groupNames.slice(0, 3).map((one) => `${one} II`)) {
      await page.locator('.group-faces img[data-loaded=true]').first().waitFor();
      const face = await page.evaluate<number>(shown);
      const box = await page.locator('.face-steps').boundingBox();
      expect(box!.y + box!.height, 'on the first screen').to.be.at.most(844);
      await page.getByRole('combobox', { name: en.typeName }).tap();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await until(page, `${shown} !== ${face}`);
      await page.getByText(en.named(name)).waitFor();
      await expectSound(watched);
    }
    await page.goto(`${library.browser.url}/#/people`);
    for (const name of groupNames.slice(0, 3))
      await page.getByRole('link', { name: new RegExp(`^${name} II, `) }).waitFor();
    await expectSound(watched);
  });

  it('have a link to their remaining faces and a button for skipped ones, in German', async () => {
    const watched = await library.at('faces/likely', '.face-queue, .message', { locale: 'de-DE' });
    const { page } = watched;
    await until(page, `document.querySelector('.face-queue, .message h2') !== null`);
    while ((await page.locator('.face-queue').count()) > 0) {
      const face = await page.evaluate<number>(shown);
      await page.keyboard.press('s');
      await until(page, `${shown} !== ${face}`);
    }
    const { total } = await library.unassigned();
    await page.getByRole('link', { name: /anderen .* Gesichter anzeigen/ }).click();
    await page.locator('.face-queue').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('Ada Quint II');
    await page.keyboard.press('Enter');
    await page.getByText(de.faceAssigned('Ada Quint II')).waitFor();
    await page.getByRole('button', { name: de.undo }).click();
    await page.getByRole('heading', { name: de.whoIsThis }).waitFor();
    await untilHere(async () => (await library.unassigned()).total === total);
    for (let i = 0; i < total; i++) await page.keyboard.press('s');
    await page.getByRole('button', { name: de.showSkipped }).waitFor();
    await expectSound(watched);
    await page.getByRole('button', { name: de.showSkipped }).click();
    await page.locator('.face-queue, .message').first().waitFor();
    await expectSound(watched);
  });

  it('are found among similar people and merged, which is undone in one step', async () => {
    // A person is split by hand, as if the same person had been found twice.
    const { people } = await library.json<People>('/api/people?named=true');
    const target = people.find(({ face_count }) => face_count >= 6)!;
    const { faces } = await library.json<FaceList>(`/api/people/${target.id}/faces`);
    const [first, ...others] = faces.slice(0, 3).map(({ id }) => id);
    const twin = 'Twin';
    await library.json(`/api/faces/${first}/person`, 'POST', { name: twin });
    for (const id of others) await library.json(`/api/faces/${id}/person`, 'POST', { name: twin });
    const other = (await library.json<People>(`/api/people?q=${twin}`)).people[0]!;
    await library.json(`/api/people/${other.id}/name`, 'DELETE');
    const { similar } = await library.json<SimilarPeople>(`/api/people/${target.id}/similar`);
    expect(similar[0]?.person.id).to.equal(other.id);

    const watched = await library.at(`people/${target.id}?tab=others`, '.who-else li');
    const { page } = watched;
    await expectSound(watched);
    await page.locator('.who-else input').first().check();
    // The selection is kept while another page is open in between.
    await page.locator('.who-else a').first().click();
    await page.locator('.who-else').first().waitFor({ state: 'detached' });
    await page.goBack();
    await page.locator('.who-else input').first().waitFor();
    expect(await page.locator('.who-else input').first().isChecked()).to.equal(true);
    await page.getByRole('button', { name: en.samePersonAll(1) }).click();
    await untilHere(async () => (await library.json<People>('/api/people')).people.every(({ id }) => id !== other.id));
    await expectSound(watched);
    await page.getByRole('button', { name: en.undo }).click();
    await untilHere(async () => (await library.json<People>('/api/people')).people.some(({ id }) => id === other.id));

    // People who were separated are kept apart: this order still finds others.
    await page.goto(`${library.browser.url}/#/people`);
    await page.locator('.person-card').first().waitFor();
    await page.getByRole('combobox', { name: en.order }).selectOption('candidates');
    await page.locator('.person-card, .message').first().waitFor();
    await expectSound(watched);
  });

  async function ownersOf(faces: readonly Face[]): Promise<(string | null)[]> {
    const found: (string | null)[] = [];
    for (const { id, photo_uid } of faces) {
      const all = await library.json<Faces>(`/api/photos/${encodeURIComponent(photo_uid)}/faces`);
      found.push(all.faces.find((face) => face.id === id)?.person_name ?? null);
    }
    return found;
  }
});
