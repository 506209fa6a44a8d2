import { Session, type Profiler } from 'node:inspector';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A position in a function that had never run before. */
interface Place {
  readonly key: string;
  readonly offset: number;
}

/** The code that ran since the last call. */
export interface Ran {
  /** Positions that ran for the first time. */
  readonly fresh: readonly Place[];
  /** The number of blocks that ran: a measure of work that is independent of time. */
  readonly steps: number;
  has(place: Place): boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The folders of parsers, without the tests. */
const ours = ['core', 'plugins', 'web'].map((folder) => pathToFileURL(`${root}${folder}${sep}`).href);

/**
 * Records which of our code has run, with V8's block coverage. It makes code a few times slower, and reading it takes
 * some milliseconds. It is therefore read after many inputs, and for fewer of them if something is new.
 */
export class Coverage {
  readonly #session = new Session();
  /** By function: one byte per character. */
  readonly #known = new Map<string, Uint8Array>();

  start(): void {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.look();
  }

  stop(): void {
    this.#post('Profiler.stopPreciseCoverage');
    this.#post('Profiler.disable');
    this.#session.disconnect();
  }

  look(): Ran {
    const fresh: Place[] = [];
    const now = new Map<string, Uint8Array>();
    let steps = 0;
    for (const { scriptId, url, functions } of this.#take()) {
      if (!ours.some((folder) => url.startsWith(folder))) continue;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (!whole || whole.count === 0) continue;
        const key = `${scriptId}:${whole.startOffset}:${whole.endOffset}`;
        const ran = painted(ranges, whole);
        now.set(key, ran);
        for (const { count } of ranges) steps += count;
        fresh.push(...this.#learn(key, ran));
      }
    }
    return { fresh, steps, has: ({ key, offset }) => now.get(key)?.[offset] === 1 };
  }

  /** The starts of newly covered ranges. */
  #learn(key: string, ran: Uint8Array): Place[] {
    const known = this.#known.get(key) ?? new Uint8Array(ran.length);
    this.#known.set(key, known);
    const fresh: Place[] = [];
    let wasNew = false;
    for (let offset = 0; offset < ran.length; offset += 1) {
      const isNew = ran[offset] === 1 && known[offset] === 0;
      if (isNew && !wasNew) fresh.push({ key, offset });
      if (isNew) known[offset] = 1;
      wasNew = isNew;
    }
    return fresh;
  }

  #take(): Profiler.ScriptCoverage[] {
    let result: Profiler.ScriptCoverage[] = [];
    // For its own thread, V8 calls back before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (_error, taken) => {
      result = taken.result;
    });
    return result;
  }

  #post(method: 'Profiler.enable' | 'Profiler.disable' | 'Profiler.stopPreciseCoverage'): void {
    this.#session.post(method);
  }
}

/** Inner ranges come after the ranges that contain them. */
function painted(ranges: readonly Profiler.CoverageRange[], whole: Profiler.CoverageRange): Uint8Array {
  const ran = new Uint8Array(whole.endOffset - whole.startOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    ran.fill(count > 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  }
  return ran;
}
