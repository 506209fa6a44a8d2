import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { keysOf } from '../../../core/domain/search-words.ts';
import type { LabelVocabulary } from '../../../core/plugin-api/index.ts';
import { PhotoLabels } from '../../../core/store/photos/photo-labels.ts';
import { BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';

/** Things that everybody calls the same. Things that captions omit because they are too ordinary are left out. */
const common =
  `person dog cat bird horse sheep cow elephant bear zebra giraffe car bicycle motorcycle airplane bus train
  truck boat pizza hot_dog sandwich cake donut banana broccoli skiing snowboard surfing skateboard tennis baseball kite
  frisbee laptop television clock umbrella teddy_bear toothbrush`
    .split(/\s+/)
    .map((name) => name.replace('_', ' '));

interface Captions {
  readonly photos: readonly { readonly file: string; readonly captions: readonly string[] }[];
}

/** The common things that a caption names, found with the vocabulary of the model. */
function namedIn(caption: string, vocabulary: LabelVocabulary): Set<string> {
  const words = keysOf(caption);
  const found = words.flatMap((_word, at) =>
    [1, 2, 3].flatMap((length) => vocabulary.find(words.slice(at, at + length).join(' '))?.labels ?? []),
  );
  return new Set(found.filter((label) => common.includes(label)));
}

describe('things in everyday photos, compared with the captions of five people', () => {
  let folder: string | undefined;
  let rig: IndexerRig | undefined;
  let ml: OnnxProvider | undefined;

  before(function () {
    needPhotos(this);
  });
  after(async () => {
    await rig?.close();
    await ml?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('are found with high precision and recall', async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const watch = new ModelsWatch(join(folder, 'models'), [], {
      builtIn: new BuiltInPacks(['things']),
      scenery: false,
    });
    await watch.start();
    ml = new OnnxProvider(watch, { processes: () => 2, threads: 1, idleStop: 60 });
    const source = new MemorySource();
    for (const file of readdirSync(join(photosDir, 'scenes')).filter((name) => name.endsWith('.jpg'))) {
      source.put(file, readFileSync(join(photosDir, 'scenes', file)));
    }
    rig = new IndexerRig({ folder, source, ml });
    await rig.settle();

    const { vocabulary } = ml.models().labels!;
    const labels = new PhotoLabels(rig.db);
    const { photos } = JSON.parse(readFileSync(join(photosDir, 'scenes/captions.json'), 'utf8')) as Captions;
    let [right, shown, there, found] = [0, 0, 0, 0];
    for (const { file, captions } of photos) {
      const named = captions.map((caption) => namedIn(caption, vocabulary));
      const votes = (thing: string): number => named.filter((things) => things.has(thing)).length;
      const seen = labels.shown(rig.photo(file).id).map(({ label }) => label);
      const things = seen.filter((label) => common.includes(label));
      shown += things.length;
      right += things.filter((thing) => votes(thing) >= 1).length;
      const wanted = common.filter((thing) => votes(thing) >= 2);
      there += wanted.length;
      found += wanted.filter((thing) => seen.includes(thing)).length;
    }
    console.log(`      ${right} of ${shown} shown things are right, ${found} of ${there} are found`);
    expect(right / shown, 'precision').to.be.at.least(0.88);
    expect(found / there, 'recall').to.be.at.least(0.83);
  });
});
