import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { scoreLabels } from '../../../plugins/ml-onnx/labels/score-labels.ts';
import { readThingsTable, type ThingsTable } from '../../../plugins/ml-onnx/labels/things-table.ts';

const path = fileURLToPath(new URL('../../../plugins/ml-onnx/models/things/things.json', import.meta.url));

/** Simulated outputs of the networks, by class names. */
interface Said {
  readonly detectors?: Readonly<Record<string, number>>;
  readonly classifier?: Readonly<Record<string, number>>;
  readonly area?: Readonly<Record<string, number>>;
}

describe('the score of a thing', () => {
  let table: ThingsTable;
  before(async () => {
    table = await readThingsTable(path);
  });

  /** Scores of concepts if both detectors have the same output. */
  function score({ detectors = {}, classifier = {}, area = {} }: Said): ReadonlyMap<string, number> {
    const filled = (names: readonly string[], said: Readonly<Record<string, number>>): Float64Array => {
      for (const name of Object.keys(said)) expect(names, name).to.include(name);
      return Float64Array.from(names, (name) => said[name] ?? 0);
    };
    const seen = filled(table.labels.coco, detectors);
    const leaves = filled(table.labels.imagenet, classifier);
    return scoreLabels(table, { deimv2: seen, yolox: seen, leaves, area: filled(table.labels.ade, area) }).concepts;
  }

  it('is that of the detectors or the classifier, whichever is higher', () => {
    expect(score({ detectors: { dog: 0.9 } }).get('dog')).to.be.greaterThan(0.9);
    expect(score({ classifier: { beagle: 0.5, 'Labrador retriever': 0.2 } }).get('dog')).to.be.closeTo(0.7, 1e-6);
    expect(score({}).get('dog')).to.be.below(0.01);
  });

  it('of a bear is low if the classifier clearly sees a monkey', () => {
    const both = score({ detectors: { bear: 0.5 }, classifier: { baboon: 0.9 } });
    expect(score({ detectors: { bear: 0.5 } }).get('bear')).to.be.greaterThan(0.6);
    expect(both.get('bear')).to.be.below(0.2);
    expect(both.get('monkey')).to.be.closeTo(0.9, 1e-6);
  });

  it('of a bear stays high if the classifier sees bears among other animals', () => {
    const both = score({ detectors: { bear: 0.9 }, classifier: { 'brown bear': 0.3, baboon: 0.5 } });
    expect(both.get('bear')).to.be.greaterThan(0.9);
    expect(both.get('monkey')).to.equal(0);
  });

  it('of a giraffe stays high whatever the classifier sees', () => {
    const both = score({ detectors: { giraffe: 0.9 }, classifier: { cheetah: 0.9 } });
    expect(both.get('giraffe')).to.be.greaterThan(0.9);
  });

  it('of scenery is one half if its area just suffices for it to be shown', () => {
    const sky = table.concepts.find(({ name }) => name === 'sky')!;
    expect(score({ area: { sky: sky.ade_show! } }).get('sky')).to.be.closeTo(0.5, 1e-9);
    expect(score({ area: { sky: 1 } }).get('sky')).to.be.closeTo(1, 1e-9);
    expect(score({ area: { sky: sky.ade_show! / 2 } }).get('sky')).to.be.closeTo(0.25, 1e-9);
  });

  it('of water is low if there is snow, which looks the same to the network', () => {
    expect(score({ area: { water: 0.9 } }).get('water')).to.be.greaterThan(0.8);
    const winter = score({ area: { water: 0.9 }, detectors: { skis: 0.9 } });
    expect(winter.get('snow')).to.be.greaterThan(0.4);
    expect(winter.get('water')).to.equal(0.2);
  });
});
