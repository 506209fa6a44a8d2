import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { FaceList, People, Person, Status } from '../../core/http/wire.ts';
import { LibraryClient } from '../support/library-client.ts';
import { installFaces, needModels, needPhotos, photosDir } from '../support/model-packs.ts';
import { until as untilHere } from '../support/until.ts';
import { DemoBrowser, needsChromium, toastOffersUndo, until, type WatchedPage } from './demo-browser.ts';
import { restFinger } from './resting-finger.ts';

const passwords = { admin: 'admin-password', reader: 'reader-password' };

describe('people and faces in a browser', function () {
  let browser: DemoBrowser;
  let folder: string;

  before(async function () {
    needsChromium(this);
    needModels(this);
    needPhotos(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-people-'));
    copyPhotos(join(folder, 'photos'));
    mkdirSync(join(folder, 'models'));
    installFaces(join(folder, 'models'));
    browser = await DemoBrowser.start(
      {
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        MODELS_DIR: join(folder, 'models'),
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD: passwords.admin,
        AUTH_COOKIE_SECURE: '0',
      },
      'serve',
    );
    await api('POST', '/api/admin/users', { username: 'reader', password: passwords.reader, role: 'read' });
    await clustered();
  });
  after(async () => {
    await (browser as DemoBrowser | undefined)?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('can be named in place, which offers to merge them if the name is taken', async () => {
    const { page, troubles } = await at('people');
    const before = (await api<People>('GET', '/api/people')).total;
    await page.getByRole('button', { name: 'Add a name' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Anna');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Anna, / }).waitFor();

    await page.getByRole('button', { name: 'Add a name' }).first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a name' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('anna');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Is this the same Anna?' }).waitFor();
    await page.getByRole('button', { name: 'Yes, same person' }).click();
    await page.getByText(`${before - 1} people`).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('appear when they are found while the page is open', async () => {
    const { page, troubles } = await at('people');
    // As before faces are grouped.
    let isGrouped = false;
    let isTold = false;
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      const status = (await response.json()) as Status;
      const indexing = { ...status.indexing, running: true };
      await route.fulfill({ response, json: { ...status, indexing, people: isGrouped ? status.people : 0 } });
      isTold = true;
    });
    await page.route('**/api/people?*', async (route) => {
      if (isGrouped) await route.continue();
      else await route.fulfill({ json: { people: [], total: 0 } satisfies People });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'No people yet' }).waitFor();
    await untilHere(() => isTold);
    isGrouped = true;
    await page.locator('.person-card').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('are merged after a confirmation when they are selected', async () => {
    const { page, troubles } = await at('people');
    const { people, total } = await api<People>('GET', '/api/people');
    const [, one, other] = people as [Person, Person, Person];
    const unnamed = page.getByRole('checkbox', { name: 'Select Unnamed' });
    await unnamed.nth(0).check();
    await unnamed.nth(1).check();
    await page.keyboard.press('m');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText(`${total - 1} people`).waitFor();
    const merged = await api<Person>('GET', `/api/people/${one.id}`);
    expect(merged.face_count).to.equal(one.face_count + other.face_count);
    expect(troubles).to.deep.equal([]);
  });

  it('have covers that can be changed and faces that can be removed, both with undo', async () => {
    const [person] = (await api<People>('GET', '/api/people')).people as [Person];
    const { page, troubles } = await at(`people/${person.id}?tab=faces`);
    const cover = async (): Promise<number | null> =>
      (await api<Person>('GET', `/api/people/${person.id}`)).cover_face_id;
    const cells = page.locator('.face-cell');
    // The cover depends on earlier merges.
    const { faces } = await api<FaceList>('GET', `/api/people/${person.id}/faces`);
    await until(page, `document.querySelectorAll('.face-cell').length === ${faces.length}`);
    const before = faces.findIndex(({ id }) => id === person.cover_face_id);
    const other = faces.findIndex(({ id }) => id !== person.cover_face_id);
    const isCover = (index: number): string =>
      `document.querySelectorAll('.face-cell')[${index}]?.dataset.cover === 'true'`;
    await until(page, isCover(before));
    const cell = cells.nth(other);
    await cell.hover();
    await cell.getByRole('button', { name: 'Use as cover' }).click();
    await until(page, isCover(other));
    expect(await cover()).to.equal(faces[other]!.id);
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await until(page, isCover(before));
    expect(await cover()).to.equal(person.cover_face_id);

    const count = faces.length;
    await cell.hover();
    await cell.getByRole('button', { name: 'Not this person' }).click();
    await page.getByText(`${person.face_count - 1} faces`).waitFor();
    expect(await cells.count()).to.equal(count - 1);
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByText(`${person.face_count} faces`).waitFor();
    await until(page, `document.querySelectorAll('.face-cell').length === ${count}`);
    expect(troubles).to.deep.equal([]);
  });

  it('are assigned with the keyboard alone, twenty faces in a row, and the last one is undone', async () => {
    const before = await unassigned();
    expect(before).to.be.at.least(22);
    const { page, troubles } = await at('faces/rest');
    await page.getByText(`1 of ${before}`).waitFor();
    await faceReady(page);
    for (let i = 1; i <= 20; i++) {
      await faceReady(page);
      await page.keyboard.press('n');
      await page.keyboard.type('Berta Neumann');
      await page.keyboard.press('Enter');
      await until(page, `document.querySelector('.count').textContent.startsWith('${i + 1} of')`);
    }
    await page.keyboard.press('s');
    await until(page, `document.querySelector('.count').textContent.startsWith('22 of')`);
    await page.keyboard.press('Control+z');
    await until(page, `document.querySelector('.count').textContent.startsWith('20 of')`);
    await page.getByRole('heading', { name: 'Who is this?' }).waitFor();
    await untilHere(async () => (await unassigned()) <= before - 19);
    const { people } = await api<People>('GET', '/api/people?q=berta');
    expect(people.map(({ name }) => name)).to.deep.equal(['Berta Neumann']);
    expect(troubles).to.deep.equal([]);
  });

  it('are selected with a long press on their picture, without selection rings before', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await browser.signedIn('/', phone, ['admin', passwords.admin]);
    await page.goto(`${browser.url}/#/people`);
    const rings = `[...document.querySelectorAll('.person-pick')].filter((ring) => ring.checkVisibility({ opacityProperty: true }))`;
    const picture = page.locator('.person-link .face-picture').first();
    await picture.waitFor();
    expect(await page.evaluate(`${rings}.length`)).to.equal(0);
    const { x, y } = (await picture.boundingBox())!;
    const devTools = await page.context().newCDPSession(page);
    await restFinger(page, devTools, [{ x: x + 40, y: y + 40 }], '1 selected');
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await page.evaluate(`${rings}.length`)).to.equal(await page.locator('.person-card').count());
    await picture.tap();
    await until(page, `document.querySelector('.people-bar') === null`);
    expect(page.url()).to.match(/#\/people$/);
  });

  it('show viewers no controls for editing', async () => {
    const { page, troubles } = await at('people', ['reader', passwords.reader]);
    await page.locator('.person-card').first().waitFor();
    expect(await page.getByRole('checkbox').count()).to.equal(0);
    expect(await page.getByRole('button', { name: /Add a name|Compare/ }).count()).to.equal(0);
    expect(await page.getByRole('link', { name: 'Faces to name' }).count()).to.equal(0);
    await page.locator('.person-link').first().click();
    await page.locator('.person-header').waitFor();
    await page.getByRole('link', { name: 'Faces', exact: true }).click();
    await page.locator('.face-cell').first().waitFor();
    const buttons = page.locator('.person-header button, .face-cell button');
    // This hides a person only for oneself.
    expect(await Promise.all((await buttons.all()).map((button) => button.getAttribute('aria-label')))).to.deep.equal([
      'Hide for me',
    ]);
    const name = await page.locator('.person-header h1').innerText();
    await until(page, `document.title === ${JSON.stringify(`${name} · Photofinch`)}`);
    // Links passed on by someone with another role.
    for (const [place, says] of [
      ['faces', 'For editors only.'],
      ['hidden', 'For editors only.'],
      ['admin', 'For administrators only.'],
    ]) {
      await page.goto(`${browser.url}/#/${place}`);
      await page.getByText(says!).waitFor();
    }
    expect(troubles).to.deep.equal([]);
  });

  async function at(place: string, account: [string, string] = ['admin', passwords.admin]): Promise<WatchedPage> {
    const watched = await browser.at(place, account);
    await watched.page.locator('.person-card, .face-cell, .face-queue').first().waitFor();
    return watched;
  }

  /** Waits until the face and its suggestions are loaded. */
  async function faceReady(page: Page): Promise<void> {
    await until(page, `document.querySelector('.face-suggestions[data-loading=false]') !== null`);
  }

  async function unassigned(): Promise<number> {
    return (await api<FaceList>('GET', '/api/faces/unassigned?limit=1')).total;
  }

  /** People are clustered in the background, after all photos are read. */
  async function clustered(): Promise<void> {
    await untilHere(async () => (await api<People>('GET', '/api/people')).total >= 5);
    // Until people no longer appear, change or disappear.
    await (await LibraryClient.signIn(browser.url)).untilAtRest();
  }

  let token = '';
  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    if (token === '' && !path.endsWith('/login')) {
      const pair = await api<{ access_token: string }>('POST', '/api/auth/login', {
        username: 'admin',
        password: passwords.admin,
      });
      token = pair.access_token;
    }
    const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(browser.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
});

/** Copies six photos each of seven people, who are found, and one each of thirty people, whose faces stay unassigned. */
function copyPhotos(to: string): void {
  mkdirSync(to);
  const people = readdirSync(join(photosDir, 'faces')).map((name) => join(photosDir, 'faces', name));
  const pictures = (person: string): string[] => readdirSync(person).map((name) => join(person, name));
  const often = people.filter((person) => pictures(person).length >= 6).slice(0, 7);
  const once = people.filter((person) => pictures(person).length === 1).slice(0, 30);
  const chosen = [...often.flatMap((person) => pictures(person).slice(0, 6)), ...once.flatMap(pictures)];
  for (const [i, picture] of chosen.entries()) cpSync(picture, join(to, `${i}.jpg`));
}
