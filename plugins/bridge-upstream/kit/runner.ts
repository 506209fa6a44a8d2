import type { Check, Level } from './check.ts';
import { checks } from './checks/index.ts';
import { Context, type ContextOptions } from './context.ts';
import { largeJpeg, png, smallJpeg, turnedJpeg, video } from './specimens.ts';
import { Watch } from './watch.ts';
import { Skip } from './skip.ts';

export interface Outcome {
  readonly level: Level;
  readonly behaviour: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The expectation and the observation, or the reason for skipping. */
  readonly reason?: string;
}

/** Checks one bridge. Between `begin` and `end`, the store contains the kit's files, if the kit can change the store. */
export class Run {
  readonly #context: Context;

  constructor(options: ContextOptions) {
    this.#context = new Context(options);
  }

  /** Adds pictures of several kinds to the store, and waits until the bridge lists them. */
  async begin(): Promise<void> {
    const context = this.#context;
    if (!context.canChangeStore) return;
    const watch = await Watch.from(context);
    const photos = {
      'large.jpg': await largeJpeg(),
      'small.jpg': await smallJpeg(),
      'turned.jpg': await turnedJpeg(),
      'drawing.png': await png(),
      'video.mov': video(),
      // The motion part is written first: a bridge that scans between the two must still end up with one live photo.
      'pair.mov': video(),
      'pair.jpg': await smallJpeg(),
    };
    for (const [name, bytes] of Object.entries(photos)) await context.put(name, bytes);
    for (const name of Object.keys(photos)) if (name !== 'pair.mov') await watch.photo(name);
    await pairOrPatience(watch);
    context.forget();
  }

  async check({ level, behaviour, run }: Check): Promise<Outcome> {
    try {
      await run(this.#context);
      return { level, behaviour, outcome: 'passed' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { level, behaviour, outcome: error instanceof Skip ? 'skipped' : 'failed', reason };
    }
  }

  /** Removes the kit's files from the store. */
  async end(): Promise<void> {
    if (this.#context.canChangeStore) await this.#context.clean();
  }
}

export function checksOfLevels(levels: readonly Level[]): readonly Check[] {
  return checks.filter(({ level }) => levels.includes(level));
}

/** Runs all checks of some levels, one after the other, and reports each result. */
export async function runChecks(
  options: ContextOptions & { readonly levels: readonly Level[] },
  report: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const run = new Run(options);
  const outcomes: Outcome[] = [];
  try {
    await run.begin();
    for (const check of checksOfLevels(options.levels)) {
      const outcome = await run.check(check);
      outcomes.push(outcome);
      report(outcome);
    }
  } finally {
    await run.end();
  }
  return outcomes;
}

/** Waits, since a bridge may notice a motion part after its still. If it never does, the checks report that. */
async function pairOrPatience(watch: Watch): Promise<void> {
  const nodes = () => [...watch.nodes.values()];
  const hasArrived = () =>
    nodes().some(({ name, kind }) => name === 'pair.mov' || (name === 'pair.jpg' && kind === 'live'));
  await watch.until('The motion part is linked to its still', hasArrived).catch(() => undefined);
}
