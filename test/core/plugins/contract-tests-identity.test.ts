import { Readable } from 'node:stream';
import { expect } from 'chai';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import { SourceError } from '../../../core/plugin-api/index.ts';
import { runContract, type ContractRun } from '../../support/contract-run.ts';
import { MemorySource } from '../../support/memory-source.ts';

type Change = (source: MemorySource) => void;

const bytesOf = (text: string): Buffer => Buffer.from(`the picture ${text} of many colours`);
const own = bytesOf('a');

function library(): MemorySource {
  const source = new MemorySource();
  for (const uid of ['a', 'b', 'c']) source.put(uid, bytesOf(uid));
  return source;
}

/** Runs the contract tests with one of the hooks, which changes the store as the source would show it. */
async function runOn(hook: 'rename' | 'replace' | 'change', change: Change, create = library): Promise<ContractRun> {
  const run = await runContract(() => {
    const after = ({ source }: { source: MemorySource }): void => {
      change(source);
    };
    describePhotoSource(() => ({ source: create() }), { [hook]: after });
  });
  const group = { rename: 'a renamed photo', replace: 'a replaced photo', change: 'changes' }[hook];
  const isOfGroup = (title: string): boolean => title.startsWith(`photo source ${group} `);
  return {
    ...run,
    passed: run.passed.filter(isOfGroup),
    failed: run.failed.filter(({ title }) => isOfGroup(title)),
  };
}

/** Keeps no change feed: after any change, all photos must be listed again. */
class WithoutRecord extends MemorySource {
  override put(...photo: Parameters<MemorySource['put']>): void {
    super.put(...photo);
    this.expireCursors();
  }
}

function libraryWithoutRecord(): MemorySource {
  const source = new WithoutRecord();
  for (const uid of ['a', 'b', 'c']) source.put(uid, bytesOf(uid));
  return source;
}

const renamed: Change = (source) => {
  source.put('a', own, { name: 'renamed.jpg' });
};
const replaced: Change = (source) => {
  source.put('a', bytesOf('other'));
};

const keeps = 'keeps its uid and its rev, or is listed once under another uid';
const isTold = 'is reported in the change feed';

const badRenames: readonly (readonly [what: string, test: string, change: Change])[] = [
  [
    'another rev',
    keeps,
    (source) => {
      source.put('a', own, { name: 'renamed.jpg', rev: 'another' });
    },
  ],
  [
    'both uids',
    keeps,
    (source) => {
      source.put('a2', own);
    },
  ],
  [
    'no uid any more',
    keeps,
    (source) => {
      source.remove('a');
    },
  ],
  ['its old name', keeps, () => undefined],
  [
    'other bytes',
    'keeps its bytes',
    (source) => {
      source.bodies.set('a', (content) => ({ ...content, body: Readable.from([bytesOf('other')]) }));
    },
  ],
  [
    'no entry in the change feed',
    isTold,
    (source) => {
      source.loseSilently('a');
      source.photos.set('a2', { ...source.photos.get('b')!, node: { ...source.photos.get('b')!.node, uid: 'a2' } });
    },
  ],
];

const badReplacements: readonly (readonly [what: string, test: string, change: Change])[] = [
  [
    'its old rev',
    'keeps its uid and gets another rev',
    (source) => {
      source.put('a', bytesOf('other'), { rev: source.photos.get('a')!.node.rev });
    },
  ],
  [
    'another uid',
    'keeps its uid and gets another rev',
    (source) => {
      source.remove('a');
      source.put('a2', bytesOf('other'));
    },
  ],
  [
    'its old rev when it is opened',
    'is opened with its new rev and size',
    (source) => {
      const { rev } = source.photos.get('a')!.node;
      replaced(source);
      source.bodies.set('a', (content) => ({ ...content, rev }));
    },
  ],
  [
    'no entry in the change feed',
    isTold,
    (source) => {
      const { node, bytes } = source.photos.get('a')!;
      source.photos.set('a', { bytes, node: { ...node, rev: 'another' } });
    },
  ],
];

describe('contract tests of photo sources that change', () => {
  const good: readonly (readonly [what: string, hook: 'rename' | 'replace', change: Change])[] = [
    ['keeps the uid of a renamed photo', 'rename', renamed],
    [
      'identifies photos by path, and lists a renamed one under another uid',
      'rename',
      (source) => {
        source.remove('a');
        source.put('a2', own);
      },
    ],
    ['gives a replaced photo another rev', 'replace', replaced],
  ];
  for (const [what, hook, change] of good) {
    it(`pass for a source that ${what}`, async () => {
      const { passed, failed } = await runOn(hook, change);
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length(3);
    });
  }

  for (const [what, test, change] of badRenames) {
    it(`detect a source whose renamed photo has ${what}`, async () => {
      const { failed } = await runOn('rename', change);
      expect(failed.map(({ title }) => title)).to.include(`photo source a renamed photo ${test}`);
    });
  }

  for (const [what, test, change] of badReplacements) {
    it(`detect a source whose replaced photo has ${what}`, async () => {
      const { failed } = await runOn('replace', change);
      expect(failed.map(({ title }) => title)).to.include(`photo source a replaced photo ${test}`);
    });
  }

  const afterChange = 'photo source changes bring a reader up to date after a change';

  it('accept a source without a change feed that requires a new enumeration', async () => {
    const { passed } = await runOn('change', replaced, libraryWithoutRecord);
    expect(passed).to.include.members([
      afterChange,
      'photo source changes bring a reader up to date in pages of one',
      'photo source changes can be read again with the same result',
    ]);
  });

  it('detect a source that requires a new enumeration after each enumeration', async () => {
    const { failed } = await runOn('change', (source) => {
      source.faults.set('changes', () => {
        throw new SourceError('cursor_expired', 'Again.');
      });
    });
    expect(failed.map(({ title }) => title)).to.include(afterChange);
  });
});
