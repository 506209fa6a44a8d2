import { expect } from 'chai';
import { type DemoBrowser, withDemo } from './demo-browser.ts';

describe('the demo without models', () => {
  let browser: DemoBrowser;

  withDemo(
    (started) => {
      browser = started;
    },
    { MODELS_DIR: 'no-models' },
  );

  it('says where its people come from and how to install models, until somebody has read it', async function () {
    const { page, troubles } = await browser.signedIn();
    const note = page.getByRole('contentinfo');
    await note.getByText('The people in this demo come from a stored analysis').waitFor();
    expect(await note.getByRole('code').innerText()).to.equal('npx photofinch models pull');

    await note.getByRole('button', { name: 'Got it' }).click();
    await note.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.tile img[data-loaded=true]:visible').first().waitFor();
    await page.waitForTimeout(500);
    expect(await note.count()).to.equal(0);
    expect(troubles).to.deep.equal([]);
  });
});
