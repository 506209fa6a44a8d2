import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Face, Faces, People, Person } from '../../core/http/wire.ts';
import { de } from '../../web/strings/de.ts';
import { until as untilHere } from '../support/until.ts';
import { until } from './demo-browser.ts';
import { copyAs, expectSound, needRealLibrary, photosOfPassersBy, photosOfSome, RealLibrary } from './real-library.ts';

/** What the page said to the server about a face, and whether it was taken back. */
interface Said {
  readonly faceId: number;
  readonly whose: { readonly name: string } | { readonly person_id: number };
}

const shown = `Number(/faces\\/(\\d+)/.exec(document.querySelector('.face-seen img')?.src ?? '')?.[1] ?? 0)`;
const names = [
  'Ada Quint',
  'Björn Sørensen',
  'Çelik Nihan',
  'Dörte Nussbaum',
  'Eszter Ságh',
  'Ngọc Nguyễn',
  'sis snn 12',
];

describe('faces of real photos to be named in a browser', function () {
  let library: RealLibrary;
  let queue: readonly Face[];

  before(async function () {
    needRealLibrary(this);
    this.timeout(400_000);
    library = await RealLibrary.start((folder) => {
      for (const [i, pictures] of photosOfSome(6, 6).entries()) copyAs(folder, `person-${i}`, pictures);
      // Too few of each to be found by themselves: who is named takes the other along, or is the first suggestion.
      for (const [i, pictures] of photosOfSome(10, 6).slice(6).entries()) {
        copyAs(folder, `pair-${i}`, pictures.slice(0, 2));
      }
      copyAs(folder, 'once', photosOfPassersBy(26));
      return Promise.resolve();
    });
    const { people } = await library.json<People>('/api/people?limit=100');
    for (const [i, { id }] of people.slice(0, 6).entries()) {
      await library.json(`/api/people/${id}/name`, 'POST', { name: `Known ${i}` });
    }
    queue = (await library.unassigned()).faces;
    expect(queue.length).to.be.at.least(26);
  });
  after(async () => {
    await (library as RealLibrary | undefined)?.stop();
  });

  it('become those of twenty by keys alone, however fast they are pressed', async () => {
    const watched = await library.at('', 'a.tile');
    const { page } = watched;
    const said = watch(page);
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.locator('.face-queue').waitFor();

    // Seven new names without a look at the screen: no letter, and no key after Enter, gets lost or decides anything.
    for (const name of names) {
      await page.keyboard.press('n');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    }
    await until(page, `document.querySelector('.count')?.textContent.startsWith('${names.length + 1} of')`);
    await untilHere(() => said.length === names.length);
    expect(said.map(({ whose }) => whose)).to.deep.equal(names.map((name) => ({ name })));

    // Thirteen by the suggestions, the second now and then; every fourth is passed over.
    for (let i = 0; said.length < 20; i++) {
      await suggested(page);
      const [before, decided] = [await page.evaluate<number>(shown), said.length];
      if (i % 4 === 3) {
        await page.keyboard.press('s');
        await until(page, `${shown} !== ${before}`);
        continue;
      }
      const n = i % 3 === 2 ? 2 : 1;
      const offered = await page
        .locator('.face-suggestions li')
        .nth(n - 1)
        .locator('bdi')
        .textContent();
      await page.keyboard.press(String(n));
      await untilHere(() => said.length > decided);
      const [{ faceId, whose }] = said.slice(-1) as [Said];
      expect(faceId).to.equal(before);
      const { person_id } = whose as { person_id: number };
      expect((await library.json<Person>(`/api/people/${person_id}`)).name).to.equal(offered);
    }
    const faces = said.map(({ faceId }) => faceId);
    expect(new Set(faces).size).to.equal(20);
    // In the order of the queue: nothing was jumped over but what was skipped or went along.
    const places = faces.map((id) => queue.findIndex((face) => face.id === id));
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    await untilHere(async () => (await Promise.all(said.map(isTrue))).every(Boolean));

    // The last one back, by the key.
    const last = said.at(-1)!;
    await page.keyboard.press('Control+z');
    await until(page, `${shown} === ${last.faceId}`);
    await untilHere(async () => (await library.unassigned()).faces.some(({ id }) => id === last.faceId));
    for (const each of said.slice(0, -1)) expect(await isTrue(each)).to.equal(true);
    await expectSound(watched);
  });

  it('are named in German too, and say so when none is left', async () => {
    const watched = await library.at('faces', '.face-queue', { locale: 'de-DE' });
    const { page } = watched;
    const total = (await library.unassigned()).total;
    await page.keyboard.press('n');
    await page.keyboard.type('Known 1');
    await page.keyboard.press('Enter');
    await page.getByText(de.faceAssigned('Known 1')).waitFor();
    await page.getByRole('button', { name: de.undo }).click();
    await page.getByRole('heading', { name: de.whoIsThis }).waitFor();
    await untilHere(async () => (await library.unassigned()).total === total);
    await expectSound(watched);
    for (let i = 0; i < total; i++) await page.keyboard.press('s');
    await page.getByRole('heading', { name: de.facesSkipped(total) }).waitFor();
    await expectSound(watched);
    await page.getByRole('button', { name: de.againFromStart }).click();
    await page.locator('.face-queue').waitFor();
    await expectSound(watched);
  });

  async function isTrue({ faceId, whose }: Said): Promise<boolean> {
    const face = queue.find(({ id }) => id === faceId)!;
    const { faces } = await library.json<Faces>(`/api/photos/${encodeURIComponent(face.photo_uid)}/faces`);
    const now = faces.find(({ id }) => id === faceId);
    return 'name' in whose ? now?.person_name === whose.name : now?.person_id === whose.person_id;
  }
});

/** What a page says to the server about faces from now on. */
function watch(page: Page): Said[] {
  const said: Said[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/faces\/(\d+)\/person$/.exec(new URL(request.url()).pathname) ?? [];
    if (id !== undefined && request.method() === 'POST') {
      said.push({ faceId: Number(id), whose: request.postDataJSON() as Said['whose'] });
    }
  });
  return said;
}

async function suggested(page: Page): Promise<void> {
  await until(page, `document.querySelectorAll('.face-suggestions button').length > 1`);
}
