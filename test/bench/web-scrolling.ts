import type { Browser } from 'playwright-core';
import { figure } from './measure.ts';
import { desktop, phone, ProbedPage, wide, type Screen } from './web-browser.ts';

interface Way {
  readonly name: string;
  readonly screens: readonly Screen[];
  readonly scroll: (probed: ProbedPage) => Promise<void>;
}

const ways: readonly Way[] = [
  { name: 'wheel', screens: [desktop, wide, phone], scroll: (probed) => probed.turnWheel(6000, 2000) },
  { name: 'fast_wheel', screens: [desktop, wide], scroll: (probed) => probed.turnWheel(15_000, 5000) },
  {
    name: 'fling',
    screens: [phone],
    scroll: async (probed) => {
      for (let i = 0; i < 4; i++) {
        await probed.fling();
        await probed.page.waitForTimeout(900);
      }
    },
  },
  {
    name: 'rail_drag',
    screens: [desktop],
    scroll: (probed) => probed.dragEdge(probed.page.viewportSize()!.width - 10),
  },
];

const smooth = 20;
const leastShare = 95;

/** The share of frames that are in time while the list scrolls, compared with an empty page of the same height. */
export async function measureScrolling(browser: Browser, url: string): Promise<void> {
  for (const screen of [desktop, phone, wide]) {
    const list = await ProbedPage.signedIn(browser, url, screen);
    const height = await list.ask<number>(`document.querySelector('.photo-grid').scrollHeight`);
    const still = await ProbedPage.still(browser, height, screen);
    for (const { name, screens, scroll } of ways) {
      if (!screens.includes(screen)) continue;
      const frames = { list: [] as number[], still: [] as number[] };
      // Alternates, so that both are subject to the same noise.
      for (let round = 0; round < 2; round++) {
        for (const which of ['still', 'list'] as const) {
          const probed = which === 'list' ? list : still;
          await probed.page.bringToFront();
          frames[which].push(...(await probed.frames(() => scroll(probed))));
        }
      }
      const share = shareOf(frames.list);
      const inputs = { list_height: height, ...screen };
      const baseline = { frames: frames.still.length, max_ms: Math.max(...frames.still), ...inputs };
      figure(`web.scroll.${name}.frames_under_20ms`, share, '%', {
        budget: leastShare,
        within: share >= leastShare,
        frames: frames.list.length,
        max_ms: Math.max(...frames.list),
        ...inputs,
      });
      figure(`web.scroll.${name}.still_page.frames_under_20ms`, shareOf(frames.still), '%', baseline);
    }
    await list.close();
    await still.close();
  }
}

function shareOf(frames: readonly number[]): number {
  return (100 * frames.filter((time) => time < smooth).length) / frames.length;
}
