/**
 * `npm run bench -- <name>`: measures one hot path and prints one line of JSON per figure, with its inputs. Some benchmarks
 * take arguments after the name as `key=value`, such as `far-store photos=200`.
 *
 * Machines differ and are noisy, so each benchmark measures a baseline in the same run: quote the ratios.
 */
import { readdirSync } from 'node:fs';

interface Benchmark {
  bench(given?: Readonly<Record<string, string>>): Promise<void>;
}

/** Files beside this one that are not benchmarks themselves. */
const support = new Set([
  'run',
  'bridge-stores',
  'clip-sized-network',
  'library-rows',
  'measure',
  'cluster-quality',
  'far-store-photos',
  'login-load',
  'synthetic-faces',
  'until-healthy',
  'vector-matrix',
  'web-browser',
  'web-bundle',
  'web-house',
  'web-scrolling',
]);

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !support.has(name));

const [given, asked] = [true, false].map((isGiven) =>
  process.argv.slice(2).filter((word) => word.includes('=') === isGiven),
) as [string[], string[]];
const unknown = asked.filter((name) => !names.includes(name));
if (asked.length === 0 || unknown.length > 0) {
  console.error(`Usage: npm run bench -- <name>…, with names out of: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of asked) {
    const benchmark = (await import(`./${name}.ts`)) as Benchmark;
    await benchmark.bench(Object.fromEntries(given.map((word) => word.split('=', 2) as [string, string])));
  }
}
