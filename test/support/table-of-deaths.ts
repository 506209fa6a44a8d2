import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasCompiler, outcomes, type Outcome } from './dying-writes.ts';
import { isLongRun } from './long-run.ts';
import type { MortalDisk } from './mortal-disk.ts';
import { seededRandom } from './seed.ts';
import { skip } from './skip.ts';

/** What people see of what lies on a disk, a line for each thing. */
export type View = readonly string[];

export interface Step {
  /**
   * @param acknowledge called for each part of it that was told to be done
   * @param patience seconds that processes have for what they were given
   * @throws when the processes end, or refuse
   */
  readonly run: (acknowledge: () => void, patience: number) => Promise<void>;
  /** What may be seen after so many acknowledged parts. @param end what is seen after all of them */
  readonly views: (acknowledged: number, end: View) => readonly View[];
  /** What people do after a failure before they look. */
  readonly resume?: () => Promise<void>;
  /** Starts what nothing happens to, and looks. @throws Error for what is damaged */
  readonly look: () => Promise<View>;
  /** Looks at more. @throws Error */
  readonly check?: (acknowledged: number) => void;
}

/** Moments of each step at which an outcome is tried: with TEST_LONG=1 each change of the disk, or as many as DEATHS says. */
const samples = Number(process.env['DEATHS'] ?? (isLongRun ? Infinity : 1));

/** Whether that is more than one. */
export const triesMany = samples > 1;

/** With DEATHS_PART=2/8, every eighth of these moments from the second on: several processes can share a long table. */
const [part, parts] = partOf(process.env['DEATHS_PART'] ?? '1/1');

/** @throws Error for what is no part, with which nothing would be tried */
function partOf(text: string): [part: number, parts: number] {
  const [part = 0, parts = 0] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : [];
  if (part < 1 || part > parts) throw new Error(`DEATHS_PART is ${text}: write 2/8 for the second of eight parts.`);
  return [part, parts];
}

/** Seconds: after a failed change, processes may wait for a long time before they try again, and need not come to their end. */
const patience = { whole: 240, failing: 20 };

/**
 * Adds hooks that make a table, and print it at the end.
 * @param prepare makes what lives on a disk in this folder. @returns the disk
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

/** The table of deaths: a line for each step, with how often it was ended or failed, and where it was found afterwards. */
class TableOfDeaths {
  readonly lines: string[] = [];
  readonly #disk: MortalDisk;
  readonly #random = seededRandom();

  constructor(disk: MortalDisk) {
    this.#disk = disk;
  }

  /**
   * Lets a step come to its end, and begins it anew for each change of the disk at which something happens.
   * @throws Error with all moments after which something else was seen than may be
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

  /** All; where one moment is enough, one of them, in turn from step to step. */
  #chosenOutcomes(): readonly Outcome[] {
    return samples > 1 ? outcomes : [outcomes[this.lines.length % outcomes.length]!];
  }

  /** All, or some that are spread at random over the whole. */
  #chosen(count: number): number[] {
    if (samples >= count) return Array.from({ length: count }, (_, at) => at + 1);
    return Array.from({ length: samples }, (_, at) => 1 + Math.floor(((at + this.#random()) * count) / samples));
  }
}
