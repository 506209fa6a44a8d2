// Analyses the demo pictures with the built-in models, and with others that are installed in MODELS_DIR, and writes the
// result to a file for users without models: `npm run demo:analyse`.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuiltInPacks } from '../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../plugins/ml-onnx/onnx-provider.ts';
import type { AnalysisFile } from '../plugins/demo-source/analysis.ts';
import { analyseDemoPictures } from './analyse-demo-pictures.ts';

const target = new URL('../plugins/demo-source/analysis.json', import.meta.url);

// The packs that the demo's analysis is attributed to, in preference to better ones that are installed.
const packs = ['faces', 'things'];
const watch = new ModelsWatch(resolve(process.env['MODELS_DIR'] ?? 'models'), packs, {
  builtIn: new BuiltInPacks(packs),
});
await watch.start();
const provider = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
try {
  const analysis = await analyseDemoPictures(provider);
  await writeFile(target, textOf(analysis));
  const { pictures } = analysis;
  const [faces, labels, lines] = (['faces', 'labels', 'text'] as const).map((part) => {
    return pictures.reduce((count, picture) => count + (picture[part]?.length ?? 0), 0);
  });
  const summary = `${faces} faces, ${labels} labels and ${lines} lines of text`;
  console.log(`${summary} in ${pictures.length} pictures: ${fileURLToPath(target)}`);
} finally {
  await provider.close();
}

/** JSON with one line per picture, so that a diff shows which pictures differ. */
function textOf({ pictures, ...models }: AnalysisFile): string {
  const lines = pictures.map((picture) => JSON.stringify(picture));
  return JSON.stringify({ ...models, pictures: [] }).replace('[]}', () => `[\n${lines.join(',\n')}\n]}\n`);
}
