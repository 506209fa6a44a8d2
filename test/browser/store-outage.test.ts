import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { en } from '../../web/strings/en.ts';
import { viewer } from '../../web/strings/viewer/en.ts';
import { startBridgeProcess, type BridgeProcess } from '../support/bridge-process.ts';
import { rigToken } from '../support/bridge-rig.ts';
import { EditedFolder } from '../support/edited-store.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';
import { DemoBrowser, drawnPhotos, needsChromium } from './demo-browser.ts';
import { originalShown } from './opened-photo.ts';

const admin: [string, string] = ['ann', 'pass-word'];

describe('the photo viewer while the photo store is unavailable', function () {
  let folder: string;
  let environment: Record<string, string>;
  let bridge: BridgeProcess;
  let browser: DemoBrowser;

  before(async function () {
    needsChromium(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const store = new EditedFolder(join(folder, 'store'));
    for (const [name, bytes] of await smallPhotos(6)) store.put(name, bytes);
    environment = { ...store.environment, BRIDGE_DATA_DIR: join(folder, 'bridge'), BRIDGE_SCAN_INTERVAL: '1' };
    bridge = await startBridgeProcess(environment);
    environment['BRIDGE_LISTEN'] = new URL(bridge.url).host;
    browser = await DemoBrowser.start(
      {
        BRIDGE_URL: bridge.url,
        BRIDGE_TOKEN: rigToken,
        SYNC_INTERVAL: '1s',
        AUTH_COOKIE_SECURE: '0',
        ADMIN_USERNAME: admin[0],
        ADMIN_PASSWORD: admin[1],
      },
      'serve',
    );
  });
  after(async () => {
    await (browser as DemoBrowser | undefined)?.stop();
    await (bridge as BridgeProcess | undefined)?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('shows the thumbnail and a notice, and the original by itself once the store is back', async () => {
    const { page, expects, troubles } = await browser.signedIn('/', {}, admin);
    expects(/Failed to load resource: the server responded with a status of 50[34].*\/full/);
    expect(await drawnPhotos(page)).to.have.length(6);
    await bridge.kill();

    await page.locator('a.tile').nth(2).click();
    const note = page.getByText(viewer.storeAway);
    await note.waitFor();
    await until(() => page.locator('.photo-page img.thumbnail').evaluate(isDrawn));
    expect(await page.getByText(en.originalFailed).count()).to.equal(0);
    // The next photo shows the notice as well, whether or not its original was requested.
    await page.keyboard.press('ArrowRight');
    await note.waitFor();
    expect(await drawnPhotos(page)).to.have.length(6);

    bridge = await startBridgeProcess(environment);
    await originalShown(page);
    await note.waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });
});

const isDrawn = (image: unknown): boolean => {
  const { complete, naturalWidth } = image as { complete: boolean; naturalWidth: number };
  return complete && naturalWidth > 0;
};
