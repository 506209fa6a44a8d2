import { expect } from 'chai';
import type { Face, FaceList, Faces, People, Person } from '../../core/http/wire.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, toastOffersUndo, until, withDemo } from './demo-browser.ts';

describe('hiding people and rejecting faces in a browser', function () {
  let browser: DemoBrowser;
  let api: Ask;

  withDemo(async (started) => {
    browser = started;
    api = await apiOf(browser.url);
    await untilHere(async () => (await people()).length === 8);
  });

  it('hides selected people, shows them on request, and undoes it', async () => {
    const { page } = await browser.at('people');
    await page.getByText('8 people', { exact: true }).waitFor();
    const boxes = page.getByRole('checkbox', { name: 'Select Unnamed' });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.keyboard.press('h');
    await page.locator('.toast').getByText('2 people hidden').waitFor();
    await page.getByText('6 people', { exact: true }).waitFor();
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByText('8 people', { exact: true }).waitFor();
    expect(await people()).to.have.length(8);

    await page.locator('.person-link').first().click();
    await page.locator('.person-header').getByRole('button', { name: 'Hide', exact: true }).click();
    await page.locator('.person-header').getByText('Hidden').waitFor();
    await page.goBack();
    await page.getByText('7 people', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show hidden' }).click();
    await page.getByText('8 people', { exact: true }).waitFor();
    expect(await page.locator('.person-card[data-hidden=true]').count()).to.equal(1);
    await page.locator('.person-card[data-hidden=true] .person-link').click();
    await page.locator('.person-header').getByRole('button', { name: 'Unhide' }).click();
    await page.locator('.person-header').getByRole('button', { name: 'Hide', exact: true }).waitFor();
    await untilHere(async () => (await people()).length === 8);
  });

  it('keeps a person hidden if an earlier request for the person is answered later', async () => {
    const [person] = await people();
    const { page } = await browser.at('people');
    let answer: () => void = () => undefined;
    const isHidden = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/people/${person!.id}`, async (route) => {
      const response = await route.fetch();
      await isHidden;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse(`**/api/people/${person!.id}`);
    await page.locator('.person-link').first().click();
    await page.locator('.person-header').getByRole('button', { name: 'Hide', exact: true }).click();
    await page.locator('.person-header').getByText('Hidden').waitFor();
    answer();
    await answered;
    await drawnAnew(page);
    await page.locator('.person-header').getByRole('button', { name: 'Unhide' }).click();
    await page.locator('.person-header').getByRole('button', { name: 'Hide', exact: true }).waitFor();
    await untilHere(async () => (await people()).length === 8);
  });

  it('removes the name again when the first naming of a person is undone', async () => {
    const [person] = await people();
    const { page } = await browser.at(`people/${person!.id}`);
    await page.getByRole('button', { name: 'Add a name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Anna');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Unnamed' }).waitFor();
    expect((await api<Person>('GET', `/api/people/${person!.id}`)).name).to.equal(null);
  });

  it('removes from a person what is not a face, and undoes it', async () => {
    const [person] = await people();
    const { page } = await browser.at(`people/${person!.id}?tab=faces`);
    const cells = page.locator('.face-cell');
    await until(page, `document.querySelectorAll('.face-cell').length === ${person!.face_count}`);
    await cells.nth(1).hover();
    await cells.nth(1).getByRole('button', { name: 'Not a face' }).click();
    await page.getByText(`${person!.face_count - 1} faces`).waitFor();
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByText(`${person!.face_count} faces`).waitFor();
    await until(page, `document.querySelectorAll('.face-cell').length === ${person!.face_count}`);
  });

  it('rejects faces in the queue with a key, removes their boxes from the photo, and restores them from a list', async () => {
    // Of two people: three similar faces would become a person again.
    const [one, other] = await people();
    const first = await unassign(one!);
    await unassign(other!);
    const { page } = await browser.at('faces/rest');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Who is this?' }).waitFor();
    await page.getByRole('button', { name: 'Not a face' }).click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'No more faces' }).waitFor();
    await untilHere(async () => (await api<FaceList>('GET', '/api/faces/unassigned')).total === 0);
    const { faces } = await api<Faces>('GET', `/api/photos/${first.photo_uid}/faces`);
    expect(faces.map(({ id }) => id)).to.not.include(first.id);

    await page.getByRole('link', { name: 'Not faces' }).click();
    await until(page, `document.querySelectorAll('.face-cell').length === 2`);
    await page.getByRole('button', { name: 'It’s a face' }).first().click();
    await until(page, `document.querySelectorAll('.face-cell').length === 1`);
    await untilHere(async () => (await rejected()) === 1);
    await page.locator('.toast').filter({ hasText: 'Counts as a face again' }).waitFor();
    await page.keyboard.press('Control+z');
    await until(page, `document.querySelectorAll('.face-cell').length === 2`);
    await untilHere(async () => (await rejected()) === 2);
    await page.getByRole('button', { name: 'It’s a face' }).first().click();
    await until(page, `document.querySelectorAll('.face-cell').length === 1`);
    await page.getByRole('button', { name: 'It’s a face' }).click();
    await untilHere(async () => (await rejected()) === 0);
    await page.getByRole('link', { name: 'Other faces' }).click();
    await page.getByText('1 of 2', { exact: true }).waitFor();
  });

  async function people(): Promise<Person[]> {
    return (await api<People>('GET', '/api/people')).people;
  }

  async function rejected(): Promise<number> {
    return (await api<FaceList>('GET', '/api/faces/rejected')).total;
  }

  /** Makes a face of a person unassigned. */
  async function unassign({ id }: Person): Promise<Face> {
    const [face] = (await api<FaceList>('GET', `/api/people/${id}/faces`)).faces;
    return api('POST', `/api/faces/${face!.id}/unassign`);
  }
});
