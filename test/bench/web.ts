import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildWebPage } from '../browser/demo-browser.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile } from './measure.ts';
import { desktop, launchBrowser, phone, ProbedPage, wide, type Screen } from './web-browser.ts';
import { firstLoad } from './web-bundle.ts';
import { account, makeHouse, openHouse } from './web-house.ts';
import { measureScrolling } from './web-scrolling.ts';

const photos = 100_000;
const manyPhotos = 1_000_000;

/** The budgets of the web UI, in a real browser with a real server. Each figure says whether it is within its budget. */
export async function bench(): Promise<void> {
  await buildWebPage();
  measureFirstLoad();
  const browser = await launchBrowser();
  try {
    await withLibrary(photos, { thumbs: true }, async (url) => {
      await measureSignIn(browser, url);
      await measureElements(browser, url);
      await measureArea(browser, url);
      await measureScrolling(browser, url);
      await measureJumps(browser, url, photos, 24);
      await measureOpening(browser, url);
      await measureSelecting(browser, url);
      await measureMemory(browser, url, photos);
    });
    await withLibrary(manyPhotos, { thumbs: false }, async (url) => {
      await measureJumps(browser, url, manyPhotos, 12);
      await measureMemory(browser, url, manyPhotos);
    });
  } finally {
    await browser.close();
  }
}

async function withLibrary(
  count: number,
  options: { thumbs: boolean },
  use: (url: string) => Promise<void>,
): Promise<void> {
  await withTempFolder(async (folder) => {
    const house = join(folder, 'house');
    await makeHouse(house, count, options);
    const server = await openHouse(house);
    try {
      await use(server.url);
    } finally {
      await server.kill();
    }
  });
}

function atMost(budget: number, name: string, value: number, unit: string, inputs: Record<string, unknown>): void {
  figure(name, value, unit, { budget, within: value <= budget, ...inputs });
}

/** Prints the median, the 95th percentile and the maximum; the budget applies to the 95th percentile. */
function times(name: string, values: readonly number[], inputs: Record<string, unknown>, budget?: number): void {
  const all = { n: values.length, ...inputs };
  figure(`${name}.p50`, quantile(values, 0.5), 'ms', all);
  if (budget === undefined) figure(`${name}.p95`, quantile(values, 0.95), 'ms', all);
  else atMost(budget, `${name}.p95`, quantile(values, 0.95), 'ms', all);
  figure(`${name}.max`, Math.max(...values), 'ms', all);
}

function measureFirstLoad(): void {
  const { js, css } = firstLoad();
  atMost(90_000, 'web.first_load.js', js.gzipped, 'bytes', { compression: 'gzip', files: js.files });
  figure('web.first_load.css', css.gzipped, 'bytes', { compression: 'gzip', files: css.files });
}

async function measureSignIn(browser: Browser, url: string): Promise<void> {
  const found = { first: [] as number[], all: [] as number[], login: [] as number[] };
  for (let i = -1; i < 9; i++) {
    const probed = await ProbedPage.open(browser, url);
    await probed.page.getByLabel('Username').fill(account.username);
    await probed.page.getByLabel('Password').fill(account.password);
    const { oneThumbnail, thumbnails } = await probed.time('click', ['oneThumbnail', 'thumbnails'], () =>
      probed.page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    );
    // The first one warms up the server.
    if (i >= 0) {
      found.first.push(oneThumbnail);
      found.all.push(thumbnails);
      found.login.push(await probed.ask<number>(`probe.requestTime('/api/auth/login')`));
    }
    await probed.close();
  }
  const inputs = { photos, ...desktop };
  times('web.sign_in.first_thumbnail', found.first, inputs, 800);
  times('web.sign_in.all_thumbnails_in_view', found.all, inputs, 800);
  times('web.sign_in.of_which_password', found.login, { what: 'the answer to /api/auth/login, part of the above' });
}

async function measureElements(browser: Browser, url: string): Promise<void> {
  for (const screen of [phone, desktop, wide]) {
    const probed = await ProbedPage.signedIn(browser, url, screen);
    const counts: number[] = [];
    for (let i = 0; i < 40; i++) {
      await scrollToShare(probed, shareOf(i));
      await probed.page.waitForTimeout(50);
      counts.push(await probed.ask<number>('probe.countElements()'));
    }
    await probed.close();
    atMost(2000, 'web.elements.max', Math.max(...counts), 'elements', { photos, positions: 40, ...screen });
  }
}

/** The share of the list that photos cover, from the top of the first drawn one to the bottom of the last. */
async function measureArea(browser: Browser, url: string): Promise<void> {
  for (const screen of [phone, desktop, wide]) {
    const probed = await ProbedPage.signedIn(browser, url, screen);
    const shares: number[] = [];
    for (let i = 0; i < 20; i++) {
      await scrollToShare(probed, shareOf(i));
      await probed.page.waitForTimeout(50);
      shares.push(await probed.ask<number>('probe.coveredShare()'));
    }
    await probed.close();
    const least = Math.round(1000 * Math.min(...shares)) / 10;
    figure('web.area_covered.min', least, '%', { budget: 85, within: least >= 85, photos, positions: 20, ...screen });
  }
}

/** Different positions all over the list, in irregular order. */
const shareOf = (i: number): number => (0.05 + i * 0.381966) % 1;

async function scrollToShare(probed: ProbedPage, share: number): Promise<void> {
  await probed.ask(`(() => {
    const list = document.querySelector('.photo-grid');
    list.scrollTop = ${share} * list.scrollHeight;
  })()`);
}

async function measureJumps(browser: Browser, url: string, count: number, jumps: number): Promise<void> {
  const probed = await ProbedPage.signedIn(browser, url);
  const rail = (await probed.page.locator('.date-rail').boundingBox())!;
  const names = ['rows', 'placeholders', ...(count === photos ? (['thumbnails'] as const) : [])] as const;
  const found = { rows: [] as number[], placeholders: [] as number[], thumbnails: [] as number[] };
  for (let i = 0; i < jumps; i++) {
    const taken = await probed.time('pointerdown', names, () =>
      probed.page.mouse.click(rail.x + rail.width / 2, rail.y + rail.height * shareOf(i)),
    );
    for (const name of names) found[name].push(taken[name]);
    await probed.page.waitForTimeout(200);
  }
  await probed.close();
  const inputs = { photos: count, ...desktop };
  times('web.jump.rows', found.rows, inputs);
  times('web.jump.placeholders', found.placeholders, inputs, 300);
  if (found.thumbnails.length > 0) times('web.jump.thumbnails', found.thumbnails, inputs, 700);
}

async function measureOpening(browser: Browser, url: string): Promise<void> {
  const found = { open: [] as number[], next: [] as number[] };
  const probed = await ProbedPage.signedIn(browser, url);
  for (let i = 0; i < 22; i++) {
    const [x, y] = await probed.ask<[number, number]>(`probe.middleOf(${i})`);
    const opened = await probed.time('click', ['enlarged'], () => probed.page.mouse.click(x, y));
    found.open.push(opened.enlarged);
    await probed.page.waitForTimeout(400);
    const next = await probed.time('keydown', ['enlarged'], () => probed.page.keyboard.press('ArrowRight'));
    found.next.push(next.enlarged);
    await probed.page.waitForTimeout(200);
    await probed.time('keydown', ['closed'], () => probed.page.keyboard.press('Escape'));
    await probed.turnWheel(400, 2000);
    await probed.page.waitForTimeout(300);
  }
  await probed.close();
  times('web.open', found.open, { photos, ...desktop }, 100);
  times('web.next', found.next, { photos, ...desktop }, 100);
}

async function measureSelecting(browser: Browser, url: string): Promise<void> {
  const probed = await ProbedPage.signedIn(browser, url);
  await probed.page.locator('a.tile').first().focus();
  await probed.page.keyboard.press('x');
  const each: number[] = [];
  for (let picked = 1; picked < 500; picked = await probed.ask<number>('probe.picked()')) {
    const taken = await probed.time('keydown', ['pickedFurther'], () => probed.page.keyboard.press('Shift+ArrowDown'));
    each.push(taken.pickedFurther);
  }
  times('web.select.key', each, { photos, key: 'Shift+ArrowDown', up_to: 500, ...desktop });
  await probed.close();

  const range = await ProbedPage.signedIn(browser, url);
  await range.page.locator('a.tile').first().focus();
  await range.page.keyboard.press('x');
  await range.ask(`probe.scrollToPhoto(560)`);
  await range.page.waitForTimeout(500);
  const [x, y] = await range.ask<[number, number]>('probe.middleOf(0)');
  await range.page.keyboard.down('Shift');
  const taken = await range.time('click', ['pickedMany'], () => range.page.mouse.click(x, y), 500);
  await range.page.keyboard.up('Shift');
  figure('web.select.range', taken.pickedMany, 'ms', { photos, picked: await range.ask('probe.picked()') });
  await range.close();
}

async function measureMemory(browser: Browser, url: string, count: number, screen: Screen = desktop): Promise<void> {
  const stops = 250;
  const probed = await ProbedPage.signedIn(browser, url, screen);
  const begin = await probed.memory();
  for (let i = 0; i <= stops; i++) {
    await scrollToShare(probed, i / stops);
    await probed.ask('probe.itemsThere()');
  }
  await scrollToShare(probed, 0);
  await probed.page.waitForTimeout(1000);
  const end = await probed.memory();
  await probed.close();
  const inputs = { photos: count, stops };
  figure('web.memory.heap.begin', begin.heap, 'MiB', inputs);
  figure('web.memory.heap.after_all', end.heap, 'MiB', inputs);
  figure('web.memory.nodes.begin', begin.nodes, 'nodes', inputs);
  figure('web.memory.nodes.after_all', end.nodes, 'nodes', inputs);
}
