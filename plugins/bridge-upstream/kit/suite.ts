import type { Level } from './check.ts';
import { Probe } from './probe.ts';
import { checksOfLevels, Run } from './runner.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export interface BridgeUnderTest {
  /** `http://127.0.0.1:8471` or `unix:/path/to.sock`. */
  readonly url: string;
  readonly token: string;
  /** If absent, checks that change the store are skipped. */
  readonly store?: StoreUnderTest | undefined;
  /** Seconds within which the bridge must notice a change of its store. */
  readonly patience?: number | undefined;
  /** Called at the end. */
  close(): Promise<void>;
}

/** The globals of test runners such as mocha. */
interface Runner {
  describe?: (title: string, define: () => void) => void;
  it?: (title: string, test: (this: { skip(): never }) => Promise<void>) => void;
  before?: (prepare: () => Promise<void>) => void;
  after?: (cleanup: () => Promise<void>) => void;
}

/** Registers one test for each check. They share one bridge, and run in the order of the kit. */
export function describeBridge(
  title: string,
  create: () => Promise<BridgeUnderTest>,
  { levels }: { readonly levels: readonly Level[] },
): void {
  const { describe, it, before, after } = globalThis as Runner;
  if (!describe || !it || !before || !after) {
    throw new Error(
      'The conformance tests need a test runner with global describe, it, before and after, such as mocha.',
    );
  }
  describe(title, () => {
    let bridge: BridgeUnderTest | undefined;
    let probe: Probe | undefined;
    let run: Run | undefined;

    before(async () => {
      bridge = await create();
      probe = new Probe(bridge);
      run = new Run({ probe, store: bridge.store, patience: bridge.patience });
      await run.begin();
    });
    after(async () => {
      try {
        await run?.end();
      } finally {
        probe?.close();
        await bridge?.close();
      }
    });

    for (const level of levels) {
      describe(level, () => {
        for (const check of checksOfLevels([level])) {
          it(check.behaviour, async function () {
            const { outcome, reason } = (await run?.check(check)) ?? { outcome: 'failed' };
            if (outcome === 'failed') throw new Error(reason);
            if (outcome === 'skipped') {
              console.log(`        (${reason ?? ''})`);
              this.skip();
            }
          });
        }
      });
    }
  });
}
