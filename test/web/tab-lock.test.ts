import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { TabLock, type Locks } from '../../web/state/session/tab-lock.ts';

const key = 'photofinch.renew';

/** Time that passes only when everybody waits. */
class SimulatedTime {
  now = 1_700_000_000_000;
  #waiting: { at: number; wake: () => void }[] = [];

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((wake) => {
      this.#waiting.push({ at: this.now + milliseconds, wake });
    });

  /** Lets time pass until all of `work` is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    const done = new AbortController();
    const mark = (): void => {
      done.abort();
    };
    work.then(mark, mark);
    for (let turns = 0; turns < 10_000; turns += 1) {
      await turn();
      if (done.signal.aborted) return work;
      const at = Math.min(...this.#waiting.map((one) => one.at));
      this.now = at;
      const due = this.#waiting.filter((one) => one.at <= at);
      this.#waiting = this.#waiting.filter((one) => one.at > at);
      for (const { wake } of due) wake();
    }
    throw new Error('never done');
  }
}

/** One browser's notes: a tab sees its own at once and those of others a little later. */
class SharedNotes {
  readonly #tabs: Map<string, string>[] = [];
  readonly #time: SimulatedTime;
  readonly #delay: number;

  constructor(time: SimulatedTime, delay: number) {
    this.#time = time;
    this.#delay = delay;
  }

  tab() {
    const mine = new Map<string, string>(this.#tabs[0]);
    this.#tabs.push(mine);
    const everywhere = (write: (notes: Map<string, string>) => void): void => {
      write(mine);
      void this.#time.pause(this.#delay).then(() => {
        this.#tabs.forEach(write);
      });
    };
    return {
      getItem: (name: string) => mine.get(name) ?? null,
      setItem: (name: string, value: string) => {
        everywhere((notes) => notes.set(name, value));
      },
      removeItem: (name: string) => {
        everywhere((notes) => notes.delete(name));
      },
    };
  }
}

/** As browsers have them on secure origins. */
function serialLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

describe('the lock between tabs', () => {
  for (const secure of [false, true]) {
    describe(secure ? 'with locks of the browser' : 'without locks of the browser', () => {
      let time: SimulatedTime;
      let notes: SharedNotes;
      let locks: Locks | undefined;
      let log: { tab: number; what: 'begins' | 'ends'; at: number }[];

      beforeEach(() => {
        time = new SimulatedTime();
        notes = new SharedNotes(time, 15);
        locks = secure ? serialLocks() : undefined;
        log = [];
      });

      const tab = (own = notes.tab()) => new TabLock({ locks, notes: own, pause: time.pause, now: () => time.now });
      const work = (number: number, milliseconds: number) => async (): Promise<number> => {
        log.push({ tab: number, what: 'begins', at: time.now });
        await time.pause(milliseconds);
        log.push({ tab: number, what: 'ends', at: time.now });
        return number;
      };
      const expectOneAtATime = (count: number): void => {
        expect(log).to.have.length(2 * count);
        for (let i = 0; i < log.length; i += 2) {
          expect(log[i]).to.include({ what: 'begins' });
          expect(log[i + 1]).to.include({ what: 'ends', tab: log[i]!.tab });
        }
      };

      it('lets one tab work at a time, however many begin at the same moment', async () => {
        const tabs = Array.from({ length: 6 }, () => tab());
        const done = await time.until(Promise.all(tabs.map((one, i) => one.run(work(i, 100)))));
        expect(done).to.deep.equal([0, 1, 2, 3, 4, 5]);
        expectOneAtATime(6);
      });

      it('lets one tab work at a time when they begin one a few milliseconds after the other', async () => {
        const tabs = Array.from({ length: 12 }, () => tab());
        const begun = tabs.map(async (one, i) => {
          await time.pause(i * 7);
          await one.run(work(i, 30));
        });
        await time.until(Promise.all(begun));
        expectOneAtATime(12);
      });

      it('lets nobody overtake work that takes long', async () => {
        const [slow, other] = [tab(), tab()];
        const late = async (): Promise<void> => {
          await time.pause(5000);
          await other.run(work(2, 10));
        };
        await time.until(Promise.all([slow.run(work(1, 25_000)), late()]));
        expectOneAtATime(2);
        expect(log[0]).to.include({ tab: 1 });
      });

      it('waits for what a page that went away has left under way, and not for ever', async () => {
        const gone = notes.tab();
        gone.setItem(key, JSON.stringify({ holder: 'gone', until: time.now + 3500 }));
        const begin = time.now;
        await time.until(tab(gone).run(work(1, 10)));
        expect(log[0]!.at - begin).to.be.within(3500, 4500);
      });

      for (const [what, note] of [
        ['rubbish', '{"holder"'],
        ['something else', '[1]'],
        ['of a clock that has been set back', JSON.stringify({ holder: 'x', until: 9_999_999_999_999 })],
      ] as const) {
        it(`does not wait for a note that is ${what}`, async () => {
          const own = notes.tab();
          own.setItem(key, note);
          const begin = time.now;
          await time.until(tab(own).run(work(1, 10)));
          expect(log[0]!.at - begin).to.be.at.most(200);
        });
      }

      it('is free again after work that failed', async () => {
        const own = notes.tab();
        const failed = tab(own).run(() => Promise.reject(new Error('lost')));
        expect(await time.until(failed.catch((error: unknown) => error))).to.have.property('message', 'lost');
        expect(own.getItem(key)).to.equal(null);
      });
    });
  }
});
