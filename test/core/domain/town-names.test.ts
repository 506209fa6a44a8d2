import { expect } from 'chai';
import { keysOf } from '../../../core/domain/search-words.ts';
import { frenchTowns } from '../../../core/domain/town-names/french.ts';
import { furtherTowns } from '../../../core/domain/town-names/further.ts';
import { germanTowns } from '../../../core/domain/town-names/german.ts';
import { otherNamesOfTown } from '../../../core/domain/town-names/other-names.ts';
import { readTownTable, type TownName } from '../../../core/domain/town-names/town-table.ts';
import { KnownTowns } from '../../../core/indexer/known-towns.ts';

const tables = { germanTowns, frenchTowns, furtherTowns };
const folded = (text: string): string => keysOf(text).join(' ');
const textOf = ({ country, town, name }: TownName): string => `${country} ${town}=${name}`;

describe('alternative names of towns', () => {
  it('are found in German, French and other languages, by the town with or without its country', () => {
    expect(otherNamesOfTown('Copenhagen, Denmark')).to.deep.equal(['Kopenhagen', 'Copenhague', 'København']);
    expect(otherNamesOfTown('Valencia, Spain')).to.deep.equal(['Valence']);
    expect(otherNamesOfTown('Valencia, Venezuela')).to.deep.equal([]);
    expect(otherNamesOfTown('Genève')).to.deep.equal(['Genf', 'Geneva', 'Ginevra']);
    expect(otherNamesOfTown('Hamburg')).to.deep.equal(['Hambourg']);
  });

  for (const [title, table] of Object.entries(tables)) {
    const rows = readTownTable(table);

    describe(`in the table ${title}`, () => {
      it('are in lines of one country, sorted and without duplicates in a country', () => {
        const entry = /(?:^|, )\*?[^=,*]+=[^=,*]+/.source;
        for (const line of table.trim().split('\n')) {
          expect(line, line).to.match(new RegExp(`^[A-Z]{2} (?:${entry.replace('^', '(?<= )')})+$`));
          expect(line.length, line).to.be.at.most(120);
        }
        const towns = rows.map(({ country, town }) => `${country} ${town}`);
        expect(towns).to.deep.equal(towns.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        const names = rows.map(({ country, name }) => `${country} ${folded(name)}`);
        expect(names).to.have.length(new Set(names).size);
        for (const row of rows) expect(row.name, textOf(row)).not.to.equal(row.town);
      });
    });
  }

  it('include one German and one French name per town, and further names only if no other name finds the town', () => {
    for (const table of [germanTowns, frenchTowns]) {
      const towns = readTownTable(table).map(({ country, town }) => `${country} ${town}`);
      expect(towns).to.have.length(new Set(towns).size);
    }
    const known = new Set(
      [...readTownTable(germanTowns), ...readTownTable(frenchTowns)].map(
        ({ country, town, name }) => `${country} ${town}=${folded(name)}`,
      ),
    );
    for (const row of readTownTable(furtherTowns)) {
      expect(folded(row.name), textOf(row)).not.to.equal(folded(row.town));
      expect(known.has(`${row.country} ${row.town}=${folded(row.name)}`), textOf(row)).to.equal(false);
    }
  });

  describe('and the known towns', () => {
    /** Populations, by country and name, and by name. */
    const inCountry = new Map<string, number>();
    const byName = new Map<string, { country: string; name: string; population: number }[]>();

    before(() => {
      const known = new KnownTowns();
      for (let at = 0; at < known.count; at++) {
        if (known.isQuarter(at)) continue;
        const { country, name, population } = known.of(at);
        const key = `${country} ${name}`;
        inCountry.set(key, Math.max(population, inCountry.get(key) ?? 0));
        for (const text of new Set([name, folded(name)])) {
          const towns = byName.get(text) ?? [];
          if (towns.length === 0) byName.set(text, towns);
          towns.push({ country, name, population });
        }
      }
    });

    it('match: each row names a known town', () => {
      const unknown = Object.values(tables)
        .flatMap(readTownTable)
        .filter(({ country, town }) => !inCountry.has(`${country} ${town}`));
      expect(unknown.map(textOf)).to.deep.equal([]);
    });

    it('have a star in rows in which one of the two names also means a larger town or a country', () => {
      const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
      const countries = new Set([...inCountry.keys()].map((key) => folded(english.of(key.slice(0, 2)) ?? '')));
      for (const row of [germanTowns, frenchTowns].flatMap(readTownTable)) {
        const population = inCountry.get(`${row.country} ${row.town}`) ?? 0;
        const isLarger = (town: { country: string; name: string; population: number }): boolean =>
          town.population > population && !(town.country === row.country && town.name === row.town);
        const ofTown = (byName.get(row.town) ?? []).filter(({ country }) => country !== row.country);
        const isOther = folded(row.name) !== folded(row.town);
        const ofName = isOther ? (byName.get(folded(row.name)) ?? []) : [];
        const isCountry = countries.has(folded(row.name)) && !countries.has(folded(row.town));
        expect(row.isAmbiguous, textOf(row)).to.equal([...ofTown, ...ofName].some(isLarger) || isCountry);
      }
    });
  });
});
