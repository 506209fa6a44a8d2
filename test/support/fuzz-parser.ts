import { readdirSync, readFileSync } from 'node:fs';
import { Coverage } from './fuzz-coverage.ts';
import { Mutator } from './fuzz-mutations.ts';
import { isLongRun } from './long-run.ts';
import { seed, seededRandom } from './seed.ts';

/** A parser, and what must be true for any input. */
export interface FuzzedParser {
  /** The folder of its seeds below `test/fixtures/fuzz`. */
  readonly seeds: string;
  /** Words of the format, as text or bytes. */
  readonly words: readonly (string | Buffer)[];
  /** Throws if a condition is violated. */
  readonly check: (input: Buffer) => void | Promise<void>;
  /** The number of inputs in `npm test`; fewer for a slow parser. */
  readonly runs?: number;
  /** The maximum number of executed blocks of our code per input, plus those per byte. */
  readonly work?: { readonly each: number; readonly byte: number };
}

/** The number of inputs in a long run, and the CPU time in microseconds after which a slow parser ends earlier. */
const longRuns = 1_000_000;
const longTime = 1_800_000_000;
/** One of this many inputs is tried with V8's coverage. */
const guidedShare = 10;
const batchSize = 64;
const usualWork = { each: 2000, byte: 20 };

/** An input that violates a condition. To reproduce it: `FUZZ_INPUT=<base64> npx mocha <the test file>`. */
class Fault extends Error {
  constructor(input: Buffer, cause: unknown) {
    const why = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    super(`seed ${seed}, ${input.length} bytes, FUZZ_INPUT=${input.toString('base64')}\n${why}`, { cause });
  }
}

/** Tries a parser with its seeds, and with inputs generated from them; adds one test for each. */
export function fuzz(parser: FuzzedParser): void {
  const folder = new URL(`../fixtures/fuzz/${parser.seeds}/`, import.meta.url);
  const corpus = readdirSync(folder).map((name) => readFileSync(new URL(name, folder)));
  const given = process.env['FUZZ_INPUT'];
  if (given !== undefined) {
    it('the given input', () => new Fuzzing(parser, []).one(Buffer.from(given, 'base64')));
    return;
  }
  it('every stored seed', async () => {
    for (const input of corpus) await new Fuzzing(parser, corpus).one(input);
  });
  it('thousands of inputs generated from the seeds', async function () {
    // It limits its own CPU time.
    if (isLongRun) this.timeout(0);
    const fuzzing = new Fuzzing(parser, [...corpus]);
    const runs = isLongRun ? longRuns : (parser.runs ?? 3000);
    const until = isLongRun ? spent() + longTime : Infinity;
    await fuzzing.guided(Math.ceil(runs / guidedShare), until - longTime / 2);
    await fuzzing.plain(runs, until);
    const [tried, kept] = [fuzzing.tried.toLocaleString('en'), fuzzing.kept];
    const name = this.test?.parent?.title.replace(/, with.*/, '') ?? parser.seeds;
    if (isLongRun) console.log(`      ${name}: ${tried} inputs, ${kept} kept, 0 faults`);
  });
}

/** CPU time in microseconds, which does not depend on other programs. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

class Fuzzing {
  readonly #parser: FuzzedParser;
  readonly #corpus: Buffer[];
  readonly #mutator: Mutator;
  tried = 0;
  kept = 0;

  constructor(parser: FuzzedParser, corpus: Buffer[]) {
    this.#parser = parser;
    this.#corpus = corpus;
    this.#mutator = new Mutator(seededRandom(), parser.words);
  }

  /** @throws Fault with the smallest failing input that was found */
  async one(input: Buffer): Promise<void> {
    try {
      const checked = this.#parser.check(input);
      if (checked) await checked;
    } catch (error) {
      const small = await shrunk(input, (smaller) => this.#parser.check(smaller));
      throw new Fault(small ?? input, small ? await failureOf(this.#parser, small) : error);
    }
  }

  /** Keeps inputs that reach new code, and generates others from them. */
  async guided(runs: number, until: number): Promise<void> {
    const coverage = new Coverage();
    coverage.start();
    try {
      await this.#seen(coverage, this.#corpus);
      for (const end = this.tried + runs; this.tried < end && spent() < until;) {
        const size = Math.min(batchSize, end - this.tried);
        const batch = Array.from({ length: size }, () => this.#mutator.next(this.#corpus));
        const { fresh } = await this.#seen(coverage, batch);
        const longest = batch.reduce((one, other) => (other.length > one.length ? other : one));
        await this.#seen(coverage, [longest]);
        if (fresh.length > 0) await this.#keep(coverage, batch, [...fresh]);
        this.tried += batch.length;
      }
    } finally {
      coverage.stop();
    }
  }

  /** Tries further inputs up to the total number. */
  async plain(runs: number, until: number): Promise<void> {
    while (this.tried < runs && spent() < until) {
      const end = Math.min(runs, this.tried + batchSize);
      for (; this.tried < end; this.tried += 1) await this.one(this.#mutator.next(this.#corpus));
    }
  }

  async #seen(coverage: Coverage, inputs: readonly Buffer[]): Promise<ReturnType<Coverage['look']>> {
    for (const input of inputs) await this.one(input);
    const ran = coverage.look();
    const { each, byte } = this.#parser.work ?? usualWork;
    const most = inputs.reduce((sum, { length }) => sum + each + byte * length, 0);
    if (ran.steps <= most) return ran;
    if (inputs.length === 1 && inputs[0]) throw new Fault(inputs[0], `${ran.steps} steps, more than ${most}`);
    for (const input of inputs) await this.#seen(coverage, [input]);
    return ran;
  }

  /** Finds the inputs that reach the new places by bisection; one per place is enough. */
  async #keep(coverage: Coverage, inputs: readonly Buffer[], wanted: Ran['fresh'][number][]): Promise<void> {
    const ran = await this.#seen(coverage, inputs);
    if (!wanted.some((place) => ran.has(place))) return;
    if (inputs.length === 1 && inputs[0]) {
      this.#corpus.push(inputs[0]);
      this.kept += 1;
      wanted.splice(0, wanted.length, ...wanted.filter((place) => !ran.has(place)));
      return;
    }
    const half = Math.ceil(inputs.length / 2);
    await this.#keep(coverage, inputs.slice(0, half), wanted);
    await this.#keep(coverage, inputs.slice(half), wanted);
  }
}

type Ran = ReturnType<Coverage['look']>;

async function failureOf({ check }: FuzzedParser, input: Buffer): Promise<unknown> {
  try {
    await check(input);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Removes parts while the input still fails without them; undefined if none can be removed. */
async function shrunk(input: Buffer, check: FuzzedParser['check']): Promise<Buffer | undefined> {
  let small: Buffer | undefined;
  let tries = 2000;
  for (let size = input.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < (small ?? input).length && tries > 0; tries -= 1) {
      const from: Buffer = small ?? input;
      const without = Buffer.concat([from.subarray(0, at), from.subarray(at + size)]);
      try {
        await check(without);
        at += size;
      } catch {
        small = without;
      }
    }
  }
  return small;
}

/**
 * An input as text. Unpaired surrogates, which are impossible in UTF-8 but possible in JSON, are represented by the
 * first two private-use characters: U+E000 and U+E001.
 */
export const textOf = (input: Buffer): string =>
  input.toString().replaceAll('\ue000', '\ud800').replaceAll('\ue001', '\udc00');
