import { readdirSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { RemoteIndex } from '../../../plugins/vectors-local/remote-index.ts';
import { VectorProcessLink } from '../../../plugins/vectors-local/vector-process-link.ts';
import { cpuOfTree } from '../../support/process-tree.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { everything, put, puts, unitVector } from './vector-rows.ts';
import { best, dimensions, folderOf, query, withProvider } from './provider-rig.ts';

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The error of a promise that should be rejected. */
const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );

describe('the process that holds vectors', () => {
  it('runs short calls on one index before the rest of a long call on another', async () => {
    await withProvider(async ({ provider, open, cacheDir }) => {
      const faces = await open();
      const images = await provider.open({ kind: 'image', model: 'pictures@1', dimensions, cacheDir });
      // Several blocks with pauses in between: a second in all, which is longer than the change takes on a busy
      // machine.
      const rows = 60_000;
      await faces.apply(1n, puts(1, rows, dimensions));
      const ended: string[] = [];
      const ids = Array.from({ length: 2000 }, (_, index) => index + 1);
      // All are called at once: after a delay between two of them, the first might be finished.
      await Promise.all([
        faces.neighbours(ids, { k: 10, minScore: 0.2 }).then(() => ended.push('neighbours')),
        images.apply(1n, [put(1, query)]).then(() => ended.push('change')),
        images.search([query], { k: 1, filter: everything }).then(() => ended.push('search')),
      ]);
      expect(ended.at(-1)).to.equal('neighbours');
    });
  });

  it('starts with the first index and exits with the last one', async () => {
    await withProvider(async ({ provider, open, cacheDir }) => {
      expect(provider.pid).to.equal(undefined);
      const index = await open();
      const { pid } = provider;
      const other = await provider.open({ kind: 'image', model: 'other', dimensions: 3, cacheDir });
      expect(provider.pid).to.equal(pid).and.not.to.equal(undefined);
      await index.close();
      expect(alive(pid!)).to.equal(true);
      await other.close();
      expect(alive(pid!)).to.equal(false);
      expect(String(await reasonOf(index.stats()))).to.match(/is closed/);
    });
  });

  it('keeps running for the others if an index is closed before its faces are compared', async () => {
    await withProvider(async ({ provider, open, cacheDir }) => {
      const faces = await open();
      const images = await provider.open({ kind: 'image', model: 'pictures@1', dimensions, cacheDir });
      await faces.apply(1n, puts(1, 300, dimensions));
      await images.apply(1n, puts(1, 20_000, dimensions));
      const { pid } = provider;
      // All are called at once: the search keeps the process busy, and the comparison of faces comes last.
      const queries = Array.from({ length: 128 }, (_, at) => unitVector(-1 - at, dimensions));
      const searched = images.search(queries, { k: 5 });
      const ids = Array.from({ length: 200 }, (_, at) => at + 1);
      const compared = reasonOf(faces.neighbours(ids, { k: 10, minScore: 0.2 }));
      await faces.close();
      expect(await searched).to.have.length(128);
      expect(String(await compared)).to.include('not open');
      expect(await images.watermark()).to.equal(1n);
      expect(provider.pid).to.equal(pid);
    });
  });

  it('has closed an index when any of several calls to close it returns, so that it can be opened again', async () => {
    await withProvider(async ({ open }) => {
      const index = await open();
      await index.apply(1n, puts(1, 2000, dimensions));
      const first = index.close();
      await new Promise(setImmediate);
      await index.close();
      const again = await open();
      expect((await again.stats()).rows).to.equal(2000);
      await first;
      await again.close();
    });
  });

  it('refuses to open an index twice', async () => {
    await withProvider(async ({ open }) => {
      await open();
      expect(String(await reasonOf(open()))).to.match(/open already/);
    });
  });

  it('is replaced if it is killed in the middle of searches, which are still answered', async () => {
    await withProvider(async ({ provider, open }) => {
      const index = await open();
      await index.apply(1n, puts(1, 20_000, dimensions));
      const queries = Array.from({ length: 128 }, (_, at) => unitVector(-1 - at, dimensions));
      const before = await index.search(queries, { k: 5 });
      const { pid } = provider;
      const searches = [index.search(queries, { k: 5 }), index.search(queries, { k: 5 })];
      await sleep(10);
      process.kill(pid!, 'SIGKILL');
      expect(await Promise.all(searches)).to.deep.equal([before, before]);
      expect(provider.pid).not.to.equal(pid);
      expect(await index.watermark()).to.equal(1n);
    });
  });

  it('has all changes again after it was killed, saved or not', async () => {
    await withProvider(async ({ provider, open, cacheDir }) => {
      const index = await open();
      // This many rows are saved at once.
      await index.apply(1n, puts(1, 17_000, dimensions));
      await until(() => readdirSync(cacheDir).length > 0 && readdirSync(folderOf(cacheDir)).includes('index'));
      await index.apply(2n, [put(5, query), { type: 'delete', id: 6 }]);
      await index.apply(3n, puts(17_001, 17_300, dimensions));
      const before = await best(index);
      process.kill(provider.pid!, 'SIGKILL');
      expect(await best(index)).to.deep.equal(before);
      expect(await index.watermark()).to.equal(3n);
      expect((await index.stats()).rows).to.equal(17_299);
    });
  });

  it('reports that changes were lost if it and the cache are gone, until its watermark is requested', async () => {
    await withProvider(async ({ provider, open, cacheDir }) => {
      await (await open()).apply(1n, puts(1, 100, dimensions));
      await provider.close();
      const index = await open();
      await index.apply(2n, puts(101, 110, dimensions));
      rmSync(folderOf(cacheDir), { recursive: true });
      process.kill(provider.pid!, 'SIGKILL');
      expect(await reasonOf(index.apply(3n, [put(1, query)]))).to.have.property('name', 'ChangesLost');
      expect(await index.watermark()).to.equal(0n);
      await index.apply(3n, puts(1, 110, dimensions));
      expect((await index.stats()).rows).to.equal(110);
    });
  });

  it('makes a change during which it was killed', async () => {
    await withProvider(async ({ provider, open }) => {
      const index = await open();
      await index.apply(1n, [put(1, query)]);
      const applied = index.apply(2n, puts(2, 5000, dimensions));
      await sleep(5);
      process.kill(provider.pid!, 'SIGKILL');
      await applied;
      expect((await index.stats()).rows).to.equal(5000);
      expect(await index.watermark()).to.equal(2n);
    });
  });

  it('answers searches during changes, each from one consistent state', async () => {
    await withProvider(async ({ open }) => {
      const index = await open();
      await index.apply(1n, [...puts(1, 2000, dimensions), put(2001, query)]);
      const changes = (async () => {
        for (let at = 2; at < 60; at += 1) {
          // The best vector changes its id: at any time exactly one of the two exists.
          const [from, to] = at % 2 === 0 ? [2001, 2002] : [2002, 2001];
          await index.apply(BigInt(at), [{ type: 'delete', id: from }, put(to, query)]);
        }
      })();
      const found = new Set<number>();
      for (let turn = 0; (await index.watermark()) < 59n; turn += 1) {
        // Two changes are made during two calls: without one more call, every search might find the same id.
        if (turn % 2 === 0) await index.watermark();
        const [hits = []] = await index.search([query], { k: 3 });
        const same = hits.filter(({ score }) => score > 0.999);
        expect(same).to.have.length(1);
        found.add(same[0]!.id);
      }
      await changes;
      expect([...found].sort()).to.deep.equal([2001, 2002]);
    });
  });

  it('answers twenty searches at once, and interactive calls before the neighbours of many rows', async () => {
    await withProvider(async ({ open }) => {
      const index = await open();
      await index.apply(1n, puts(1, 20_000, dimensions));
      const queries = Array.from({ length: 20 }, (_, at) => unitVector(-1 - at, dimensions));
      const each = await Promise.all(queries.map((one) => index.search([one], { k: 10 })));
      expect(each.flat()).to.deep.equal(await index.search(queries, { k: 10 }));

      const finished: string[] = [];
      const ids = Array.from({ length: 2000 }, (_, at) => at + 1);
      // All at once, as above.
      await Promise.all([
        index.neighbours(ids, { k: 5, minScore: 0.4 }).then(() => finished.push('neighbours')),
        index.search([query], { k: 10 }).then(() => finished.push('search')),
        index.neighbours([1], { k: 5, minScore: 0.4 }).then(() => finished.push('those of one')),
      ]);
      expect(finished).to.deep.equal(['search', 'those of one', 'neighbours']);
    });
  });

  it('opens an index again after that failed in a process that keeps running', async () => {
    await withTempFolder(async (folder) => {
      const link = new VectorProcessLink(() => undefined);
      const call = link.call.bind(link);
      let trouble: Error | undefined = new Error('no memory');
      // Everything but the one failure comes from the real process.
      link.call = (index, task, ...rest) => {
        const failing = task === 'open' ? trouble : undefined;
        return failing ? Promise.reject(failing) : call(index, task, ...rest);
      };
      const index = new RemoteIndex({
        key: folder,
        open: {
          identity: { kind: 'face', model: 'm', dimensions },
          folder,
          cacheKey: null,
          floatRows: 1000,
          threads: 1,
        },
        process: () => link,
        onClose: () => link.end(),
        warn: () => undefined,
      });
      try {
        expect(await reasonOf(index.begin())).to.equal(trouble);
        trouble = undefined;
        expect(await index.watermark()).to.equal(0n);
        await index.apply(1n, puts(1, 30, dimensions));
        expect(await best(index)).to.have.length(1);
      } finally {
        await index.close();
      }
    });
  });

  it('gives up a search that is aborted', async () => {
    await withProvider(async ({ provider, open }) => {
      const index = await open();
      await index.apply(1n, puts(1, 20_000, dimensions));
      const queries = Array.from({ length: 640 }, (_, at) => unitVector(-1 - at, dimensions));
      // CPU time: the elapsed time depends on the load of the machine.
      const time = (): number => cpuOfTree(provider.pid);
      const before = time();
      for (let round = 0; round < 5; round += 1) await index.search(queries, { k: 5 });
      const ofOne = (time() - before) / 5;

      const begin = time();
      const given = Array.from({ length: 20 }, () => {
        const controller = new AbortController();
        // By then they are on their way, and no answer has been read.
        setImmediate(() => {
          controller.abort(new Error('enough'));
        });
        return reasonOf(index.search(queries, { k: 5, signal: controller.signal }));
      });
      for (const reason of await Promise.all(given)) expect(String(reason)).to.equal('Error: enough');
      await best(index);
      expect(time() - begin).to.be.below(ofOne * 10);
      expect(await reasonOf(index.search([query], { k: 1, signal: AbortSignal.abort('gone') }))).to.equal('gone');
    });
  });

  it('uses no more memory after many changes than after a few', async () => {
    await withProvider(async ({ provider, open }) => {
      const index = await open();
      const memory = (): number =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${provider.pid}/status`, 'utf8'))?.[1]) / 1024;
      const rows = puts(1, 3000, dimensions);
      const round = async (at: number): Promise<void> => {
        await index.apply(BigInt(at), rows);
        await index.search([query], { k: 3000 });
        await index.neighbours([1, 2, 3], { k: 100, minScore: -1 });
        await index.apply(
          BigInt(at),
          rows.map(({ id }) => ({ type: 'delete', id })),
        );
      };
      for (let at = 1; at <= 5; at += 1) await round(at);
      const before = memory();
      for (let at = 6; at <= 25; at += 1) await round(at);
      expect(memory() - before).to.be.below(60);
      expect((await index.stats()).rows).to.equal(0);
    });
  });
});
