import { expect } from 'chai';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import type { Face, FaceList, Faces, Photo, Status } from '../../core/http/wire.ts';
import { de } from '../../web/strings/de.ts';
import { en } from '../../web/strings/en.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { installClip, installFaces, needModels, needPhotos, photosDir } from '../support/model-packs.ts';
import { until as untilHere } from '../support/until.ts';
import { DemoBrowser, needsChromium, type WatchedPage } from './demo-browser.ts';
import { axeFaults } from './page-checks.ts';

/** A browser with a server that reads real photos with real models, and finds people in them. */
export class RealLibrary {
  readonly browser: DemoBrowser;
  readonly client: LibraryClient;
  readonly #folder: string;

  private constructor(browser: DemoBrowser, client: LibraryClient, folder: string) {
    this.browser = browser;
    this.client = client;
    this.#folder = folder;
  }

  /**
   * Starts both, and waits until all photos are read and people no longer change.
   * @param fill puts the photos into the given folder
   * @param builtIn packs of built-in models that are used as well
   */
  static async start(fill: (folder: string) => Promise<void>, builtIn = 'none'): Promise<RealLibrary> {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-real-'));
    const [photos, models] = [join(folder, 'photos'), join(folder, 'models')];
    for (const each of [photos, models]) mkdirSync(each);
    await fill(photos);
    installFaces(models);
    installClip(models);
    const settings = {
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: photos,
      MODELS_DIR: models,
      ML_BUILT_IN: builtIn,
      TZ: 'UTC',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      AUTH_COOKIE_SECURE: '0',
    };
    const browser = await DemoBrowser.start(settings, 'serve');
    const library = new RealLibrary(browser, await LibraryClient.signIn(browser.url), folder);
    // People are clustered in the background, after all photos are read.
    await untilHere(async () => (await library.json<Status>('/api/status')).people > 0, 240);
    await library.client.untilAtRest();
    return library;
  }

  /** A signed-in page at a place, once an element there matches. Nothing moves, so that it can be measured. */
  async at(place: string, shows: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await this.browser.page({ reducedMotion: 'reduce', ...options });
    const { page } = watched;
    const { username, password, signIn } = options.locale?.startsWith('de') ? de : en;
    await page.goto(`${this.browser.url}/#/${place}`);
    await page.getByLabel(username).fill(admin.username);
    await page.getByLabel(password).fill(admin.password);
    await page.getByRole('button', { name: signIn, exact: true }).click();
    await page.locator(shows).first().waitFor();
    return watched;
  }

  json<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
    return this.client.json<T>(path, method, body);
  }

  async photo(name: string): Promise<Photo> {
    return this.client.photo(name);
  }

  async facesOf(name: string): Promise<Face[]> {
    const { uid } = await this.photo(name);
    return (await this.json<Faces>(`/api/photos/${encodeURIComponent(uid)}/faces`)).faces;
  }

  unassigned(): Promise<FaceList> {
    return this.json<FaceList>('/api/faces/unassigned?limit=200');
  }

  async stop(): Promise<void> {
    await this.browser.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Skips a suite with a message if a browser, models or photos are missing. */
export function needRealLibrary(context: Mocha.Context): void {
  needsChromium(context);
  needModels(context);
  needPhotos(context);
}

const facesDir = join(photosDir, 'faces');
const picturesOf = (person: string): string[] =>
  readdirSync(join(facesDir, person))
    .sort()
    .map((name) => join(facesDir, person, name));

/** Photos of people who are in many: `people` times `each` paths. */
export function photosOfSome(people: number, each: number): string[][] {
  return readdirSync(facesDir)
    .sort()
    .map(picturesOf)
    .filter((pictures) => pictures.length >= each)
    .slice(0, people)
    .map((pictures) => pictures.slice(0, each));
}

/** Photos of people who are in no other photo. */
export function photosOfPassersBy(count: number): string[] {
  return readdirSync(facesDir)
    .sort()
    .map(picturesOf)
    .filter((pictures) => pictures.length === 1)
    .slice(0, count)
    .flat();
}

export function scenes(count: number): string[] {
  return readdirSync(join(photosDir, 'scenes'))
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .slice(0, count)
    .map((name) => join(photosDir, 'scenes', name));
}

export function copyAs(folder: string, prefix: string, pictures: readonly string[]): void {
  for (const [i, picture] of pictures.entries()) cpSync(picture, join(folder, `${prefix}-${i}.jpg`));
}

/** Checks that a page has no errors and no accessibility faults. */
export async function expectSound({ page, troubles }: WatchedPage): Promise<void> {
  expect(await axeFaults(page)).to.deep.equal([]);
  expect(troubles).to.deep.equal([]);
}
