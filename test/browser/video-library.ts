import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Photo, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { DemoBrowser, until, type WatchedPage } from './demo-browser.ts';

const account: [string, string] = ['admin', 'keeps-the-house-1'];

/** A browser with a server whose library is a few files, the newest first. */
export class VideoLibrary {
  readonly house: DemoBrowser;
  readonly ask: Ask;
  readonly #folder: string;
  readonly #uids: ReadonlyMap<string, string>;

  private constructor(house: DemoBrowser, ask: Ask, folder: string, uids: ReadonlyMap<string, string>) {
    this.house = house;
    this.ask = ask;
    this.#folder = folder;
    this.#uids = uids;
  }

  static async start(files: Readonly<Record<string, Buffer>>): Promise<VideoLibrary> {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-videos-'));
    for (const [i, [name, bytes]] of Object.entries(files).entries()) {
      writeFileSync(join(folder, name), bytes);
      const time = Date.UTC(2024, 5, 28 - i, 12) / 1000;
      utimesSync(join(folder, name), time, time);
    }
    const settings = {
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: folder,
      ML_BUILT_IN: 'none',
      TZ: 'UTC',
      ADMIN_USERNAME: account[0],
      ADMIN_PASSWORD: account[1],
      AUTH_COOKIE_SECURE: '0',
    };
    const house = await DemoBrowser.start(settings, 'serve');
    const ask = await apiOf(house.url, account);
    const { photos } = await ask<PhotoList>('GET', '/api/photos');
    const uids = new Map<string, string>();
    for (const { uid } of photos) {
      uids.set((await ask<Photo>('GET', `/api/photos/${encodeURIComponent(uid)}`)).name, uid);
    }
    return new VideoLibrary(house, ask, folder, uids);
  }

  async stop(): Promise<void> {
    await this.house.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Corrupts a file in place, as a disk might, so that the index does not notice. */
  damage(name: string): void {
    const file = join(this.#folder, name);
    const { size, atime, mtime } = statSync(file);
    writeFileSync(file, Buffer.alloc(size, 7));
    utimesSync(file, atime, mtime);
  }

  uid(name: string): string {
    const uid = this.#uids.get(name);
    if (uid === undefined) throw new Error(`there is no ${name}`);
    return uid;
  }

  /** The address of the file, opened over the timeline. */
  place(name: string): string {
    return `#/photo/${encodeURIComponent(this.uid(name))}`;
  }

  list(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    return this.house.signedIn('/', options, account);
  }

  /** Opens a file, and waits until its neighbours are known. */
  async open(name: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await this.house.signedIn(`/${this.place(name)}`, options, account);
    await watched.page.locator('.step').first().waitFor({ state: 'attached' });
    return watched;
  }

  /** Waits until the page shows the file. */
  async shows(page: Page, name: string): Promise<void> {
    await until(page, `location.hash === ${JSON.stringify(this.place(name))}`);
  }

  /** Makes the page record which files it shows, however briefly. @returns a function that waits until a file was shown */
  async noteShown(page: Page): Promise<(name: string) => Promise<void>> {
    await page.evaluate(`(() => {
      window.shown = new Set();
      setInterval(() => window.shown.add(location.hash), 50);
    })()`);
    return (name) => until(page, `window.shown.has(${JSON.stringify(this.place(name))})`);
  }

  /** Waits until the file plays on its tile, and no other does. */
  async movesOnTile(page: Page, name: string): Promise<void> {
    await until(
      page,
      `((videos) => videos.length === 1 && videos[0].muted && videos[0].currentTime > 0.1 &&
        videos[0].closest('a').getAttribute('href') === ${JSON.stringify(this.place(name))})(document.querySelectorAll('.tile video'))`,
    );
  }
}

/** Waits until an expression about the `video` of a page is true. */
export async function video(page: Page, is: string): Promise<void> {
  await until(
    page,
    `((video) => video !== null && (${is}))(document.querySelector('.stage video, .shared-stage video'))`,
  );
}

/** Waits until an expression about `time` is true: the position that the player shows, in seconds of the whole video. */
export async function position(page: Page, is: string): Promise<void> {
  await until(
    page,
    `((told) => told !== undefined && ((time) => ${is})(told.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)))(
      document.querySelector('.player-time')?.textContent.split(' ')[0])`,
  );
}

/** The controls of the player. */
export const controls = (page: Page) => page.getByRole('group', { name: 'Video' });

export const button = (page: Page, name: string) => controls(page).getByRole('button', { name, exact: true });

/** Makes the page count in `begun` and `plays` how often a video has started and ended, however short it is. */
export async function countPlays(page: Page): Promise<void> {
  await page.evaluate(
    `window.begun = 0; window.plays = 0;
     document.addEventListener('playing', () => { window.begun++; }, { capture: true });
     document.addEventListener('ended', () => { window.plays++; }, { capture: true })`,
  );
}

/** Makes the page record in `moved` which video has played, however short it is. */
export async function noteMoved(page: Page): Promise<void> {
  await page.evaluate(
    `document.addEventListener('timeupdate', ({ target }) => { if (target.currentTime > 0.1) window.moved = target.currentSrc; }, { capture: true })`,
  );
}

/** Taps, and waits until the controls are back. The page records this, since they may soon disappear again. */
export async function tapBack(page: Page, x: number, y: number): Promise<void> {
  await page.evaluate(`{
    const controls = document.querySelector('.player-controls');
    window.isBack = false;
    new MutationObserver(() => { if (controls.dataset.alone === 'false') window.isBack = true; })
      .observe(controls, { attributes: true, attributeFilter: ['data-alone'] });
  }`);
  await page.touchscreen.tap(x, y);
  await until(page, 'window.isBack');
}
