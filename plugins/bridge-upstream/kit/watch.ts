import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangesAnswer, ChangeEvent, Node } from '../contract.ts';
import type { Context } from './context.ts';
import { must } from './expect.ts';
import { readJson, readNodes, readTimeline } from './reading.ts';

const pauseMs = 200;

/** Repeats a request until its condition holds. @throws AssertionError if that takes longer than the context's patience */
export async function eventually(
  { patienceMs }: Context,
  expectation: string,
  isMet: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isMet())) {
    must(performance.now() < end, `${expectation}: not within ${patienceMs / 1000} s.`);
    await sleep(pauseMs);
  }
}

/** Follows the change feed from its creation on. */
export class Watch {
  readonly events: ChangeEvent[] = [];
  /** The latest nodes of photos that were reported in the feed. */
  readonly nodes = new Map<string, Node>();
  /** The feed's cursor at the start. */
  readonly start: string;
  readonly #context: Context;
  #cursor: string;

  private constructor(context: Context, cursor: string) {
    this.#context = context;
    this.start = cursor;
    this.#cursor = cursor;
  }

  static async from(context: Context): Promise<Watch> {
    const { changesCursors } = await readTimeline(context.probe, 1, 1);
    return new Watch(context, changesCursors[0] ?? '');
  }

  /** Reads the next page of the feed. */
  async poll(): Promise<void> {
    const page = await readChanges(this.#context, this.#cursor);
    this.#cursor = page.next;
    this.events.push(...page.events);
    const uids = page.events.flatMap(({ type, kind, uid }) => (type === 'upsert' && kind === 'photo' ? [uid] : []));
    for (const node of await readNodes(this.#context.probe, [...new Set(uids)])) this.nodes.set(node.uid, node);
  }

  async until(expectation: string, isMet: () => boolean): Promise<void> {
    await eventually(this.#context, expectation, async () => {
      await this.poll();
      return isMet();
    });
  }

  /** Waits until the feed has reported a photo with this file name. */
  async photo(path: string): Promise<Node> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    let found: Node | undefined;
    await this.until(`The change feed reports ${name}`, () => {
      found = [...this.nodes.values()].find((node) => node.name === name);
      return found !== undefined;
    });
    must(found !== undefined, `The change feed does not report ${name}.`);
    return found;
  }

  hasDeleted(uid: string): boolean {
    return this.events.some((event) => event.type === 'delete' && event.uid === uid);
  }

  get deletions(): readonly ChangeEvent[] {
    return this.events.filter(({ type, kind }) => type === 'delete' && kind === 'photo');
  }
}

export async function readChanges({ probe }: Context, since: string, limit = 1000): Promise<ChangesAnswer> {
  return (await readJson(probe, `/changes?since=${encodeURIComponent(since)}&limit=${limit}`)) as ChangesAnswer;
}
