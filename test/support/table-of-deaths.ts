import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasCompiler, outcomes, type Outcome } from './dying-writes.ts';
import { isLongRun } from './long-run.ts';
import type { MortalDisk } from './mortal-disk.ts';
import { seededRandom } from './seed.ts';
import { skip } from './skip.ts';

/** What users can see of a disk's content, one line per item. */
export type View = readonly string[];

export interface Step {
  /**
   * @param acknowledge called for each part that was confirmed as finished
   * @param patience timeout of the processes in seconds
   * @throws Error if the processes end, or report a failure
   */
  readonly run: (acknowledge: () => void, patience: number) => Promise<void>;
  /** The allowed views after this many acknowledged parts. @param end the view after all of them */
  readonly views: (acknowledged: number, end: View) => readonly View[];
  /** What users do after a failure before they look again. */
  readonly resume?: () => Promise<void>;
  /** Starts the processes without faults, and returns the view. @throws Error for damaged data */
  readonly look: () => Promise<View>;
  /** Further checks. @throws Error */
  readonly check?: (acknowledged: number) => void;
}

/**
 * The number of moments of each step at which an outcome is tried. With TEST_LONG=1 every change of the disk; DEATHS
 * overrides it.
 */
const samples = Number(process.env['DEATHS'] ?? (isLongRun ? Infinity : 1));

/** Whether there is more than one moment. */
export const triesMany = samples > 1;

/**
 * DEATHS_PART=2/8 tries every eighth of these moments, beginning with the second: several processes can share a long
 * table.
 */
const [part, parts] = partOf(process.env['DEATHS_PART'] ?? '1/1');

/** @throws Error for an invalid part, with which nothing would be tried */
function partOf(text: string): [part: number, parts: number] {
  const [part = 0, parts = 0] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : [];
  if (part < 1 || part > parts) throw new Error(`DEATHS_PART is ${text}: write 2/8 for the second of eight parts.`);
  return [part, parts];
}

/** Seconds. After a failed change, processes may wait long before they retry, and need not finish. */
const patience = { whole: 240, failing: 20 };

/**
 * Adds hooks that create a table, and print it at the end.
 * @param prepare creates the content of a disk in this folder.
 * @returns the disk
 * @returns the table, for tests
 */
export function tableOfDeaths(prepare: (folder: string) => Promise<MortalDisk>): () => TableOfDeaths {
  let table: TableOfDeaths | undefined;
  let end = (): void => undefined;
  before(async function () {
    if (process.platform !== 'linux' || !hasCompiler()) skip(this, 'there is no C compiler');
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    end = () => {
      rmSync(folder, { recursive: true });
    };
    const disk = await prepare(folder);
    table = new TableOfDeaths(disk);
    end = () => {
      disk.close();
      rmSync(folder, { recursive: true });
    };
  });
  after(() => {
    end();
    for (const line of table?.lines ?? []) console.log(`      ${line}`);
  });
  return () => {
    if (!table) throw new Error('the table is made before the first test');
    return table;
  };
}

/**
 * The table of kills and failed writes: a line for each step, with the number of both, and the states that were found
 * afterwards.
 */
class TableOfDeaths {
  readonly lines: string[] = [];
  readonly #disk: MortalDisk;
  readonly #random = seededRandom();

  constructor(disk: MortalDisk) {
    this.#disk = disk;
  }

  /**
   * Runs a step to its end, and then again for each chosen change of the disk with a fault at that change.
   * @throws Error with all faults after which the view was not an allowed one
   */
  async add(name: string, step: Step): Promise<void> {
    const { dying } = this.#disk;
    this.#disk.keep(name);
    dying.arm();
    await step.run(() => undefined, patience.whole);
    const { changes } = dying;
    dying.arm();
    const end = await step.look();
    const told: string[] = [];
    const faults: string[] = [];
    for (const outcome of this.#chosenOutcomes()) {
      const moments = this.#chosen(changes).filter((_, at) => at % parts === part - 1);
      const found = { asBefore: 0, atEnd: 0 };
      for (const at of moments) {
        this.#disk.putBack(name);
        dying.arm(at, outcome);
        let acknowledged = 0;
        const failure = await step.run(() => (acknowledged += 1), patience.failing).then(() => 'none', String);
        const what = dying.list[at - 1] ?? 'not reached';
        dying.arm();
        try {
          await step.resume?.();
          const seen = await step.look();
          step.check?.(acknowledged);
          const isOneOf = step.views(acknowledged, end).some((view) => isDeepStrictEqual(view, seen));
          if (!isOneOf) throw new Error(`seen: ${seen.join('\n')}\nat its end: ${end.join('\n')}`);
          found[isDeepStrictEqual(seen, end) ? 'atEnd' : 'asBefore'] += 1;
        } catch (error) {
          const where = `${outcome} at change ${at} of ${changes} (${what}), ${acknowledged} acknowledged, failure: ${failure}`;
          faults.push(`${name}: ${where}\n${error instanceof Error ? error.stack : String(error)}`);
        }
      }
      told.push(`${outcome} at ${moments.length}: ${found.atEnd} found at its end, ${found.asBefore} before it`);
    }
    this.lines.push(`${name}, ${changes} changes: ${told.join('; ')}`);
    if (faults.length > 0) throw new Error(faults.join('\n\n'));
  }

  /** All outcomes. If one moment is enough, one outcome, in turn from step to step. */
  #chosenOutcomes(): readonly Outcome[] {
    return samples > 1 ? outcomes : [outcomes[this.lines.length % outcomes.length]!];
  }

  /** All moments, or some that are spread randomly over the whole step. */
  #chosen(count: number): number[] {
    if (samples >= count) return Array.from({ length: count }, (_, at) => at + 1);
    return Array.from({ length: samples }, (_, at) => 1 + Math.floor(((at + this.#random()) * count) / samples));
  }
}
