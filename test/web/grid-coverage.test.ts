import { expect } from 'chai';
import type { Anchor } from '../../core/http/wire.ts';
import { labelsOf, type Labelling } from '../../web/state/photos/grid-labels.ts';
import { JustifiedLayout } from '../../web/state/photos/justified-layout.ts';
import { rowMetrics } from '../../web/state/photos/row-metrics.ts';
import { months } from './library.ts';

const screens = [
  { width: 1152, height: 836 },
  { width: 1650, height: 1000 },
  { width: 390, height: 700 },
];

/** Usual aspect ratios of photos, in irregular order. */
function mixedShapes(count: number): Uint8Array {
  const usual = [4 / 3, 3 / 4, 4 / 3, 1, 16 / 9, 4 / 3, 9 / 16, 3 / 2];
  return Uint8Array.from({ length: count }, (_, i) =>
    Math.round(128 + 32 * Math.log2(usual[(i * 5 + (i >> 2)) % usual.length]!)),
  );
}

/** Months of one to four photos each, newest first. */
function sparse(count: number, monthsApart: number): Anchor[] {
  const found: [number, number, number][] = [];
  for (let i = 0, left = count; left > 0; i++) {
    const here = Math.min(left, 1 + ((i * 3) % 4));
    const month = 2024 * 12 + 5 - i * monthsApart;
    found.push([Math.floor(month / 12), (month % 12) + 1, here]);
    left -= here;
  }
  return months(...found);
}

function layOut(list: Anchor[], labelling: Labelling, screen: { width: number; height: number }): JustifiedLayout {
  const total = list.reduce((sum, { count }) => sum + count, 0);
  return new JustifiedLayout(list, mixedShapes(total), rowMetrics(screen), labelsOf(list, labelling));
}

/** The fraction of the list's area that photos cover, from the top of the first to the bottom of the last. */
function covered(layout: JustifiedLayout): number {
  let [area, top, bottom] = [0, Infinity, 0];
  for (let i = 0; i < layout.total; i++) {
    const { width, height, y } = layout.place(i);
    area += width * height;
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + height);
  }
  return area / (layout.metrics.width * (bottom - top));
}

describe('the part of a list that photos cover', () => {
  for (const screen of screens) {
    const on = `on ${screen.width} × ${screen.height}`;

    it(`is nearly all for an album of 6 photos, a search with 12 results and 30 photos of a person, ${on}`, () => {
      expect(covered(layOut(sparse(6, 1), 'none', screen))).to.be.above(0.95);
      expect(covered(layOut(sparse(12, 3), 'none', screen))).to.be.above(0.95);
      // Spread over ten years.
      expect(covered(layOut(sparse(30, 9), 'sparingly', screen))).to.be.above(0.95);
    });

    it(`is most of it if months have only a few photos, ${on}`, () => {
      expect(covered(layOut(sparse(60, 1), 'days', screen))).to.be.above(0.85);
    });

    it(`is most of it if months label their days, ${on}`, () => {
      const days = Array.from({ length: 28 }, (_, day) => (day % 3) * 4);
      const count = days.reduce((a, b) => a + b, 0);
      const list = months([2024, 6, count], [2024, 5, count]).map((month) => ({ ...month, days }));
      expect(covered(layOut(list, 'days', screen))).to.be.above(0.85);
    });
  }

  it('is limited for a single photo, which keeps its shape and is moderately enlarged', () => {
    const layout = layOut(months([2024, 6, 1]), 'none', screens[0]!);
    const { width, height } = layout.place(0);
    expect(width / height).to.be.closeTo(4 / 3, 0.02);
    expect(height).to.be.above(layout.metrics.row * 1.3);
    expect(height).to.be.below(screens[0]!.height / 2);
  });
});

describe('labels in rows that several months share', () => {
  const layout = layOut(sparse(60, 1), 'days', screens[0]!);
  const labels = layout.headingsBetween(0, layout.height);

  it('stand above the first photo of each month, once and in order', () => {
    expect(labels.map(({ start }) => start)).to.deep.equal(sparse(60, 1).map(({ offset }) => offset));
    for (const { start, x, y, height } of labels) {
      expect(layout.place(start)).to.deep.include({ x, y: y + height });
    }
  });

  it('never overlap each other, a photo or the edge', () => {
    labels.forEach(({ x, y, width, start }, i) => {
      expect(width).to.be.above(40);
      expect(x + width).to.be.at.most(layout.metrics.width + 0.01);
      const next = labels[i + 1];
      if (next?.y === y) expect(x + width).to.be.below(next.x);
      const above = layout.rowOf(start) - 1;
      if (above >= 0) expect(layout.row(above).top + layout.row(above).height).to.be.at.most(y);
    });
  });

  it('leave photos in the order of the list, without overlaps', () => {
    for (let i = 1; i < layout.total; i++) {
      const [before, here] = [layout.place(i - 1), layout.place(i)];
      if (here.y === before.y) expect(here.x).to.be.closeTo(before.x + before.width + layout.metrics.gap, 0.01);
      else expect(here.y).to.be.at.least(before.y + before.height);
    }
  });

  it('name days, below the month, only in months with many photos a day', () => {
    const list = months([2024, 6, 60], [2024, 5, 3]).map((month) => ({
      ...month,
      days: month.count === 60 ? [20, 0, 40] : [3],
    }));
    const found = layOut(list, 'days', screens[0]!).headingsBetween(0, 100_000);
    expect(found.map(({ month, day, count, start }) => [month, day, count, start])).to.deep.equal([
      [6, 0, 60, 0],
      [6, 3, 40, 0],
      [6, 1, 20, 40],
      [5, 0, 3, 60],
    ]);
    expect(found[1]!.y).to.equal(found[0]!.y + found[0]!.height);
    expect(
      layOut(list, 'sparingly', screens[0]!)
        .headingsBetween(0, 100_000)
        .map(({ day }) => day),
    ).to.deep.equal([0, 0]);
  });

  it('are left out of lists with few photos a month, except in the timeline', () => {
    expect(labelsOf(sparse(30, 9), 'sparingly')).to.deep.equal([]);
    expect(labelsOf(sparse(30, 9), 'days')).to.not.deep.equal([]);
  });
});

describe('laying out a list', () => {
  it('keeps the rows of other long months when it has grown', () => {
    const before = months([2024, 6, 50], [2024, 5, 400], [2024, 4, 300]);
    const after = months([2024, 6, 63], [2024, 5, 400], [2024, 4, 300]);
    const rowsOf = (list: Anchor[], from: number): number[] => {
      const layout = new JustifiedLayout(list, new Uint8Array(0), rowMetrics(screens[0]!), labelsOf(list, 'days'));
      return Array.from({ length: 700 }, (_, i) => Math.round(layout.place(from + i).x));
    };
    expect(rowsOf(after, 63)).to.deep.equal(rowsOf(before, 50));
  });

  it('reads the shape of each photo only a few times, however many there are', () => {
    const looks = (perMonth: number): number => {
      const list = months(...Array.from({ length: 24 }, (_, i): [number, number, number] => [2024 - i, 1, perMonth]));
      let count = 0;
      const shapes = new Proxy(mixedShapes(24 * perMonth), {
        get(target, name) {
          if (name === 'length') return target.length;
          count++;
          return target[Number(name)];
        },
      });
      expect(new JustifiedLayout(list, shapes, rowMetrics(screens[0]!), labelsOf(list, 'days')).rows).to.be.above(24);
      return count / (24 * perMonth);
    };
    expect(looks(50)).to.be.below(2.1);
    expect(looks(5000)).to.be.below(1.1);
  });
});
