import { expect } from 'chai';
import { DemoBrowser, needsChromium, signIn, uidOf } from './demo-browser.ts';

describe('faults, seen from a browser', function () {
  let demo: DemoBrowser;
  before(async function () {
    needsChromium(this);
    this.timeout(180_000);
    demo = await DemoBrowser.start({ AUTH_ACCESS_TTL: '2s' });
  });
  after(async () => {
    await (demo as DemoBrowser | undefined)?.stop();
  });

  it('renews an access token that ran out without a word', async () => {
    const { page } = await demo.signedIn();
    await page.waitForTimeout(2500);
    await page.locator('a.tile').nth(2).click();
    await page.locator('.photo-page .original').waitFor();
    expect(await page.getByLabel('Password').count()).to.equal(0);
  });

  it('leads back to where one was after a session that ended', async () => {
    const { page } = await demo.signedIn();
    await page.locator('a.tile').nth(5).click();
    await page.locator('.photo-page .original').waitFor();
    const uid = uidOf(page);
    await page.context().clearCookies();
    await page.waitForTimeout(2500);
    await page.keyboard.press('f');
    await page.getByText('Your session has ended').waitFor();
    await signIn(page);
    await page.locator('.photo-page .original').waitFor();
    expect(uidOf(page)).to.equal(uid);
  });

  it('says quietly that the server is lost, and goes on when it is back', async () => {
    const { page } = await demo.signedIn();
    await demo.killServer();
    await page.locator('a.tile').nth(1).click();
    const banner = page.getByRole('status').getByText('The server cannot be reached');
    await banner.waitFor();
    await demo.restartServer();
    await banner.waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator('.photo-page .original').waitFor();
  });
});
