import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { DuplicateGroups } from '../../core/http/wire.ts';
import { fileSize } from '../../web/state/format.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const groups = `document.querySelectorAll('.duplicate-group').length`;

describe('duplicates in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const seen = async (account: [string, string] = ['demo', 'demo-demo']) => {
    const watched = await demo.signedIn('/', {}, account);
    await watched.page.goto(`${demo.url}/#/duplicates`);
    await watched.page.locator('.duplicate-group').first().waitFor();
    return watched;
  };

  it('suggest one photo of each group to keep, archive the other, and restore it with Undo', async () => {
    const { page, troubles } = await seen();
    const first = page.locator('.duplicate-group').first();
    const before = await page.evaluate<number>(groups);
    // The controls for the tiles of a list are not offered here.
    expect(await page.getByRole('slider').count()).to.equal(0);
    expect(await first.locator('[data-keep=true]').count()).to.equal(1);
    await first.getByRole('radio').first().check();
    await first.getByRole('button', { name: 'Archive the other one' }).click();
    await until(page, `${groups} === ${before - 1}`);
    await page.getByText('1 photo archived').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(page, `${groups} === ${before}`);
    expect(await first.getByRole('radio').first().isChecked()).to.equal(true);
    expect(troubles).to.deep.equal([]);
  });

  it('open in the viewer over the page, with the others of the group as neighbours', async () => {
    const { page, troubles } = await seen();
    await page.locator('.duplicate-group a').first().click();
    await page.locator('.photo-page .original').waitFor();
    const first = page.url();
    await page.keyboard.press('ArrowRight');
    await until(page, `location.href !== ${JSON.stringify(first)}`);
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await page.locator('.duplicate-group').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('show the size of redundant files, and list these for deletion, even once they are archived', async () => {
    const ask = await apiOf(demo.url);
    const { redundant_bytes, groups: all } = await ask<DuplicateGroups>('GET', '/api/duplicates');
    const size = fileSize(redundant_bytes);
    const extra = all.reduce((sum, { count }) => sum + count - 1, 0);
    const { page, troubles } = await seen();
    const list = page.getByRole('region', { name: 'Files to delete in your photo store' });
    const expectSaid = async (archived: 'yes' | 'no'): Promise<void> => {
      await page.getByText(`${size} are stored more than once`).waitFor();
      await list.getByText(`${extra} files, ${size}.`).waitFor();
      const begun = page.waitForEvent('download');
      await list.getByRole('button', { name: 'Download as CSV' }).click();
      const rows = (await readFile(await (await begun).path(), 'utf8')).split('\r\n').slice(1, -1);
      expect(rows).to.have.length(extra);
      for (const row of rows)
        expect(row).to.match(new RegExp(`^"[^"]+","\\d+","[\\d -:]{16}","[^"]+","[^"]+","${archived}","[^"]+"$`));
    };
    await expectSaid('no');
    await page.getByRole('button', { name: 'Archive all as suggested' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('heading', { name: 'All decided' }).waitFor();
    await expectSaid('yes');
    // As on a visit on another day.
    await page.reload();
    await page.getByRole('heading', { name: 'All decided' }).waitFor();
    await expectSaid('yes');
    const uids = all.flatMap(({ photos }) => photos.map(({ uid }) => uid));
    await ask('PATCH', '/api/photos', { uids, archived: false });
    expect(troubles).to.deep.equal([]);
  });

  it('ask before all suggestions are archived, allow undo, and say when there are none', async () => {
    const { page, troubles } = await seen();
    await page.getByText('Nothing is deleted').waitFor();
    await page.getByRole('button', { name: 'Archive all as suggested' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('.toast').count()).to.equal(0);
    await page.getByRole('button', { name: 'Archive all as suggested' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('heading', { name: 'All decided' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.duplicate-group').first().waitFor();
    await page.getByRole('link', { name: 'Similar' }).click();
    await page.getByText('No photos look like resized').waitFor();
    expect(troubles).to.deep.equal([]);
  });
});
