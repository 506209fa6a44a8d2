import { expect } from 'chai';
import type { LabelVocabulary } from '../../../core/plugin-api/index.ts';
import { readThingsTable, type ThingsTable } from '../../../plugins/ml-onnx/labels/things-table.ts';
import { ThingsVocabulary } from '../../../plugins/ml-onnx/labels/vocabulary.ts';
import words from '../../../plugins/ml-onnx/labels/words-de-fr.json' with { type: 'json' };

const path = new URL('../../../plugins/ml-onnx/models/things/things.json', import.meta.url).pathname;

describe('the vocabulary of labels', () => {
  let table: ThingsTable;
  let all: LabelVocabulary;
  let withoutScenery: LabelVocabulary;
  before(async () => {
    table = await readThingsTable(path);
    all = new ThingsVocabulary(table, true);
    withoutScenery = new ThingsVocabulary(table, false);
  });

  const labelsOf = (query: string): readonly string[] => all.find(query)?.labels ?? [];

  const asked: Readonly<Record<string, readonly string[]>> = {
    dog: ['dog', 'Dogs', 'DOG', 'puppy', 'puppies', 'Hund', 'hunde', 'Hunden', 'Welpen', 'chien', 'chiens', 'Chiot'],
    boat: ['boat', 'boats', 'ships', 'Schiff', 'Schiffe', 'bateau', 'bateaux', 'Bâteaux', 'BATEAUX'],
    cake: ['cake', 'cakes', 'Kuchen', 'Torten', 'gâteau', 'gateau', 'gâteaux', 'gateaux'],
    tree: ['tree', 'Baum', 'Bäume', 'Baeume', 'baume', 'arbre', 'forêts', 'foret'],
    bird: ['bird', 'Vögel', 'Vögeln', 'Voegel', 'vogel', 'oiseaux'],
    goose: ['goose', 'geese', 'Gans', 'Gänse', 'gaense', 'oies'],
    strawberry: ['strawberry', 'strawberries', 'Erdbeeren', 'fraises'],
    'hot-air balloon': ['hot-air balloon', 'hot air balloons', 'Heißluftballon', 'heissluftballons', 'montgolfière'],
    'traffic light': ['traffic lights', 'Ampel', 'Ampeln', 'feux tricolores'],
    sandwich: ['sandwich', 'sandwiches', 'Sandwiches', 'belegtes Brot'],
    cow: ['cow', 'Kühe', 'Kuehe', 'bœuf', 'boeufs', 'vaches'],
    bus: ['bus', 'buses', 'Busse', 'autobus'],
  };
  for (const [label, queries] of Object.entries(asked)) {
    it(`finds ${label} for ${queries.join(', ')}`, () => {
      for (const query of queries) expect(labelsOf(query), query).to.include(label);
    });
  }

  it('returns the minimum score of searches, and a single label per thing', () => {
    expect(all.find('Hunde')).to.deep.equal({ labels: ['dog'], least: 0.35 });
    expect(all.find('mountains')).to.deep.equal({ labels: ['mountain'], least: 0.35 });
  });

  it('adds up the classes of a more specific word', () => {
    const beagle = all.find('beagle');
    expect(beagle).to.deep.equal({ labels: ['leaf:162'], least: 0.3 });
    expect(all.find('Beagles')).to.deep.equal(beagle);
    expect(all.find('spaniel')?.labels.length).to.be.greaterThan(3);
  });

  it('distinguishes words by umlauts if both exist, and finds other words without them', () => {
    expect(labelsOf('Kuchen')).not.to.include('kitchen');
    expect(labelsOf('Küchen')).not.to.include('cake');
    expect(labelsOf('Kuechen')).to.include('kitchen');
  });

  it('finds words with an apostrophe in the form that searches split them into', () => {
    expect(labelsOf('bouche d incendie')).to.include('fire hydrant');
    expect(labelsOf('bouche d’incendie')).to.include('fire hydrant');
  });

  it('finds all things of a group by its name, if they are fairly certain', () => {
    for (const query of ['animal', 'animals', 'Tiere', 'Tieren', 'animaux']) {
      expect(labelsOf(query), query).to.include.members(['dog', 'whale']).and.not.to.include('car');
    }
    expect(all.find('vehicles')?.least).to.equal(0.6);
    expect(labelsOf('Fahrzeug')).to.include.members(['car', 'boat']);
    expect(labelsOf('sports')).to.include.members(['tennis', 'skiing']);
  });

  it('takes a word for a German dative only if it means nothing else', () => {
    expect(labelsOf('barn')).to.deep.equal(['barn']);
    expect(labelsOf('corn')).to.deep.equal(['corn']);
    for (const query of ['then', 'teen', 'been', 'Polen', 'tiers']) expect(all.find(query), query).to.equal(null);
  });

  it('finds people for children in each language', () => {
    for (const query of ['child', 'children', 'kids', 'Kinder', 'Kindern', 'enfants']) {
      expect(labelsOf(query), query).to.include('person');
    }
  });

  it('finds the broader thing for a word narrower than all labels', () => {
    expect(labelsOf('albacore')).to.deep.equal(['fish']);
  });

  it('finds both meanings if a word means different things in two languages', () => {
    expect(labelsOf('Boot')).to.include('boat');
    expect(labelsOf('boot').some((label) => label.startsWith('leaf:'))).to.equal(true);
    expect(labelsOf('Fliege')).to.have.members(['insect', 'bow tie']);
  });

  it('finds nothing for words that no network detects', () => {
    for (const query of ['', '   ', 's', 'quantum', 'Sehnsucht', '2019', '…', 'red car in the rain']) {
      expect(all.find(query), query).to.equal(null);
    }
  });

  it('finds no scenery if scenery is disabled', () => {
    expect(labelsOf('Himmel')).to.deep.equal(['sky']);
    for (const query of ['sky', 'Himmel', 'ciel', 'trees', 'Wiese']) expect(withoutScenery.find(query)).to.equal(null);
    expect(withoutScenery.nameOf('sky', 'de')).to.equal(null);
    expect(withoutScenery.find('Schnee')?.labels).to.deep.equal(['snow']);
  });

  it('names each thing in English, German and French, with capitalised German nouns', () => {
    expect(Object.keys(words)).to.deep.equal(table.concepts.map(({ name }) => name));
    for (const { name } of table.concepts) {
      const [german, french] = [all.nameOf(name, 'de'), all.nameOf(name, 'fr')];
      expect(german, name).to.match(/^\p{Lu}/u);
      expect(french, name).to.match(/^\p{L}/u);
      for (const one of [name, german, french]) expect(labelsOf(one ?? ''), `${name}: ${one}`).to.include(name);
    }
    expect([all.nameOf('dog', 'en'), all.nameOf('dog', 'de'), all.nameOf('dog', 'fr')]).to.deep.equal([
      'dog',
      'Hund',
      'chien',
    ]);
  });

  it('finds each thing by all its words', () => {
    for (const [name, { de, fr }] of Object.entries(words)) {
      for (const word of [...de, ...fr]) {
        expect(word, name).to.equal(word.trim()).and.not.equal('');
        expect(labelsOf(word), word).to.include(name);
        expect(labelsOf(word.toLowerCase().normalize('NFD')), word).to.include(name);
      }
    }
  });

  it('has no names for labels that only searches use, nor for unknown ones', () => {
    for (const label of ['leaf:162', 'leaf:1000', 'unknown', '']) {
      for (const language of ['en', 'de', 'fr'] as const) expect(all.nameOf(label, language)).to.equal(null);
    }
  });
});
