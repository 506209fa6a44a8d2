import { expect } from 'chai';
import type { TextLine } from '../../../core/plugin-api/index.ts';
import { background, plain, withProvider } from './provider-rig.ts';
import { column, draw, type Page } from './written-pages.ts';

const receipt = [
  'Bäckerei Müller & Söhne',
  'Königstraße 12, 80331 München',
  'Roggenbrot 750 g',
  'Käsekuchen 2 Stück',
  'Summe EUR 11,90',
  'Vielen Dank für Ihren Einkauf!',
];
const letter = [
  'Dear Mrs Thompson,',
  'thank you for your letter of March 14th.',
  'The meeting takes place in room 207,',
  'on the second floor of the library.',
  'Yours sincerely, David Wright',
];
const french = [
  'Boulangerie du Château',
  'Pâté de campagne 8,50',
  'Crème brûlée à la vanille',
  'Fermé le dimanche après-midi',
  'Où est la bibliothèque ?',
];
const spanish = [
  'Panadería El Niño Feliz',
  'Mañana abrimos a las nueve',
  'Jamón ibérico de bellota',
  'Prohibido el paso',
  'Dirección: Calle Mayor 25',
];

/** The edit distance: the number of symbols to change, delete or insert. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, before[j]! + 1, row[j - 1]! + 1));
    }
    before = row;
  }
  return before[b.length]!;
}

const joined = (lines: readonly { readonly text: string }[]): string => lines.map(({ text }) => text).join('\n');

const isInside = ({ x, y, w, h }: TextLine['box']): boolean =>
  x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1 && y + h <= 1;

describe('text in pictures', () => {
  it('is read in four languages and three fonts with at least 98 of 100 symbols correct', async () => {
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      let [wrong, all] = [0, 0];
      for (const texts of [receipt, letter, french, spanish]) {
        for (const [font, size] of [
          ['sans-serif', 38],
          ['serif', 44],
          ['monospace', 30],
        ] as const) {
          const page = column(texts, font, size);
          const found = await ml.readText(await draw(page), background);
          wrong += distance(joined(found), joined(page.lines));
          all += joined(page.lines).length;
          for (const { score, box } of found) {
            expect(isInside(box)).to.equal(true);
            expect(score).to.be.within(0.6, 1);
          }
        }
      }
      console.log(`      ${wrong} of ${all} symbols are wrong`);
      expect(1 - wrong / all).to.be.at.least(0.98);
    });
  });

  it('of goods and prices is returned row by row, even if a price is a little higher', async () => {
    const goods = [
      ['Tomaten', '2,49'],
      ['Butter', '3,19'],
      ['Kaffee', '7,99'],
    ] as const;
    const lines = goods.flatMap(([name, price], row) => [
      { text: name, x: 100, y: 200 + 90 * row, size: 40, font: 'sans-serif' as const, ink: '#111' },
      { text: price, x: 800, y: 194 + 90 * row, size: 40, font: 'sans-serif' as const, ink: '#111' },
    ]);
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      const found = await ml.readText(await draw({ width: 1080, height: 720, paper: '#fff', lines }), background);
      expect(found.map(({ text }) => text)).to.deep.equal(goods.flat());
      const [name, price] = found;
      expect(name!.box.x).to.be.closeTo(100 / 1080, 0.02);
      expect(price!.box.x).to.be.closeTo(800 / 1080, 0.02);
      expect(name!.box.y + name!.box.h / 2).to.be.closeTo(186 / 720, 0.02);
    });
  });

  it('on a sign is read, white on blue, tilted, downwards and upwards', async () => {
    const sign = (text: string, size: number, turned: number): Page => ({
      width: 1440,
      height: 1080,
      paper: '#1c4fa0',
      lines: [
        {
          text,
          x: Math.abs(turned) > 45 ? 700 : 300,
          y: turned < -45 ? 800 : turned > 45 ? 200 : 500,
          size,
          font: 'sans-serif',
          ink: '#fff',
          turned,
        },
      ],
    });
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      for (const [text, size, turned] of [
        ['Hauptbahnhof', 90, 0],
        ['Gare du Nord', 80, 4],
        ['EXIT 12', 60, -4],
        ['Rathausplatz', 70, 90],
        ['Rathausplatz', 70, -90],
      ] as const) {
        const found = await ml.readText(await draw(sign(text, size, turned)), background);
        expect(
          found.map((line) => line.text),
          `${text} ${turned}`,
        ).to.deep.equal([text]);
      }
    });
  });

  it('is absent in a picture with a single symbol or none', async () => {
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      for (const image of [plain([128, 128, 128], 640, 480), plain([0, 0, 0], 1, 1), plain([255, 255, 255], 2000, 3)]) {
        expect(await ml.readText(image, background)).to.deep.equal([]);
      }
      const lines = [{ text: 'I', x: 300, y: 300, size: 80, font: 'sans-serif' as const, ink: '#000' }];
      const single = await draw({ width: 640, height: 480, paper: '#fff', lines });
      expect(await ml.readText(single, background)).to.deep.equal([]);
    });
  });
});
