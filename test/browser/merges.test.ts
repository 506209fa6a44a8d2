import { expect } from 'chai';
import type { MergedPerson, People, Person } from '../../core/http/wire.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, toastOffersUndo, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

describe('merging people and undoing it in a browser', function () {
  let browser: DemoBrowser;
  let api: Ask;
  let before: Person[];

  withDemo(async (started) => {
    browser = started;
    api = await apiOf(browser.url);
    await untilHere(async () => (await people()).length === 8);
    before = facts(await people());
  });

  it('undoes a merge of several people at once with a key', async () => {
    const { page } = await browser.at('people');
    await page.getByText('8 people', { exact: true }).waitFor();
    const boxes = page.getByRole('checkbox', { name: 'Select Unnamed' });
    for (const nth of [0, 1, 2]) await boxes.nth(nth).check();
    await page.keyboard.press('m');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText('6 people', { exact: true }).waitFor();
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByText('8 people', { exact: true }).waitFor();
    expect(facts(await people())).to.deep.equal(before);
  });

  it('undoes a merge that came from a name, and returns to the page of the separated person', async () => {
    const [anna, other] = before as [Person, Person];
    await api('POST', `/api/people/${anna.id}/name`, { name: 'Anna' });
    const { page } = await browser.at(`people/${other.id}`);
    await page.getByRole('button', { name: 'Add a name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('anna');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, same person' }).click();
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await toastOffersUndo(page);
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { name: 'Unnamed' }).waitFor();
    await until(page, `location.hash.startsWith('#/people/${other.id}')`);
    await api('DELETE', `/api/people/${anna.id}/name`);
    expect(facts(await people())).to.deep.equal(before);
  });

  it('lists recent merges, which can be undone later', async () => {
    const [one, other] = before as [Person, Person];
    await api('POST', `/api/people/${other.id}/merge`, { target_id: one.id });
    const { page } = await browser.at('people');
    await page.getByText('7 people', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Recent merges' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recent merges' });
    await dialog.getByText('Someone unnamed merged into someone unnamed').waitFor();
    await dialog.getByRole('button', { name: /^Undo: / }).click();
    await dialog.getByText('No merges in the last 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('8 people', { exact: true }).waitFor();
    expect(facts(await people())).to.deep.equal(before);
  });

  it('shows which merge has to be undone first', async () => {
    const [one, other, third] = before as [Person, Person, Person];
    for (const { id } of [other, third]) await api('POST', `/api/people/${id}/merge`, { target_id: one.id });
    const { page } = await browser.at('people');
    await page.getByText('6 people', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Recent merges' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recent merges' });
    const rows = dialog.getByRole('listitem');
    await rows.nth(1).getByText('First undo: Someone unnamed merged into someone unnamed').waitFor();
    const undo = dialog.getByRole('button', { name: /^Undo: / });
    expect([await rows.count(), await undo.count()]).to.deep.equal([2, 1]);
    await undo.click();
    await dialog.getByText(/^First undo: /).waitFor({ state: 'detached' });
    await undo.click();
    await dialog.getByText('No merges in the last 30 days.').waitFor();
    expect(facts(await people())).to.deep.equal(before);
  });

  it('shows a separated person again, even where the page said that there is no such person', async () => {
    const [one, other] = before as [Person, Person];
    const merged = await api<MergedPerson>('POST', `/api/people/${other.id}/merge`, { target_id: one.id });
    const { page, expects } = await browser.signedIn();
    expects(refused(404, '/api/people/'));
    await page.goto(`${browser.url}/#/people/${other.id}`);
    await page.getByRole('heading', { name: 'Person not found' }).waitFor();
    await page.goto(`${browser.url}/#/people/${one.id}`);
    await page.locator('.person-header').waitFor();
    await api('POST', `/api/people/merges/${merged.merge_id}/undo`);
    await page.goto(`${browser.url}/#/people/${other.id}`);
    await page.locator('.person-header').waitFor();
    expect(facts(await people())).to.deep.equal(before);
  });

  async function people(): Promise<Person[]> {
    return (await api<People>('GET', '/api/people')).people;
  }

  /** The facts that must be as before; the addresses of pictures are signed anew each time. */
  function facts(people: readonly Person[]): Person[] {
    return people.map((person) => ({ ...person, cover_url: null })).sort((a, b) => a.id - b.id);
  }
});
