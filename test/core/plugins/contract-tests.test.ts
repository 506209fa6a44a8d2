import { expect } from 'chai';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { SourceError } from '../../../core/plugin-api/index.ts';
import { runContract, type ContractRun } from '../../support/contract-run.ts';
import { createFolderSource } from '../../support/folder-source.ts';
import { brokenSources, type Break } from './broken-sources.ts';

/** Runs the contract's tests on a folder of five files, with methods replaced by `broken`. */
function runOn(broken: Break): Promise<ContractRun> {
  return runContract(() => {
    describePhotoSource(
      () => {
        const root = mkdtempSync(join(tmpdir(), 'photofinch-'));
        for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(root, `${name}.jpg`), name.repeat(200));
        const good = createFolderSource({ path: root });
        const source = new Proxy(good, {
          get: (target, name) => {
            const own = { ...broken(good) } as Record<PropertyKey, unknown>;
            const value: unknown = own[name] ?? Reflect.get(target, name);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
        const cleanup = (): void => {
          rmSync(root, { recursive: true });
        };
        return { root, source, cleanup };
      },
      {
        change: ({ root }) => {
          appendFileSync(join(root, 'a.jpg'), 'more');
          rmSync(join(root, 'b.jpg'));
        },
        rename: ({ root }) => {
          renameSync(join(root, 'c.jpg'), join(root, 'z.jpg'));
        },
        replace: ({ root }) => {
          writeFileSync(join(root, 'd.jpg'), 'another picture of another length');
        },
      },
    );
  });
}

describe('contract tests of photo sources', () => {
  it('all pass for a correct source', async () => {
    const { passed, failed } = await runOn(() => ({}));
    expect(failed).to.deep.equal([]);
    expect(passed).to.have.length.greaterThan(40);
  });

  it('all pass for a correct source that reports an unreadable photo', async () => {
    const { failed } = await runOn((good) => ({
      nodes: async (uids, options) => {
        const { nodes, missing } = await good.nodes(uids, options);
        const errors = [{ field: 'content', message: 'The file is damaged in the store.' }];
        return {
          nodes: nodes.map((node) => (node.name === 'e.jpg' ? { ...node, sha1: null, errors } : node)),
          missing,
        };
      },
      open: async (uid, options) => {
        const { nodes } = await good.nodes([uid], options);
        if (nodes[0]?.name === 'e.jpg') throw new SourceError('integrity', 'The file is damaged in the store.');
        return good.open(uid, options);
      },
    }));
    expect(failed).to.deep.equal([]);
  });

  for (const [what, test, broken] of brokenSources) {
    it(`detect a source that ${what}`, async () => {
      const { failed } = await runOn(broken);
      expect(failed.map(({ title }) => title)).to.include(`photo source ${test}`);
    });
  }

  it('name a command if there is no test runner', () => {
    const runner = globalThis as unknown as Record<string, unknown>;
    const { it: kept } = runner;
    runner['it'] = undefined;
    try {
      expect(() => {
        describePhotoSource(() => ({ source: createFolderSource({ path: '.' }) }));
      }).to.throw('or a test runner with global describe and it');
    } finally {
      runner['it'] = kept;
    }
  });
});
