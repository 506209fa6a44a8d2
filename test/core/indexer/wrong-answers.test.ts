import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Config } from '../../../core/settings/env.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import type { SourceContent, SourceNode } from '../../../core/plugin-api/photo-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource, sha1Of } from '../../support/memory-source.ts';

describe('a photo source with faulty responses', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let jpeg: Buffer;

  before(async () => {
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    for (const uid of ['a', 'b', 'c']) source.put(uid, jpeg);
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const settle = async (config: Partial<Config> = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, config });
    await rig.settle();
  };
  const states = (): Record<string, string> => Object.fromEntries(rig.photos().map(({ uid, state }) => [uid, state]));
  const allIndexed = { a: 'indexed', b: 'indexed', c: 'indexed' };

  for (const [what, change] of [
    ['fewer bytes than it announced', (content: SourceContent) => ({ ...content, length: content.length + 5 })],
    ['more bytes than it announced', (content: SourceContent) => ({ ...content, length: content.length - 5 })],
    [
      'a broken stream',
      (content: SourceContent) => ({
        ...content,
        body: Readable.from(
          (function* () {
            yield jpeg.subarray(0, 9);
            throw new SourceError('integrity', 'the stream broke off.');
          })(),
        ),
      }),
    ],
  ] as const) {
    it(`that sends ${what} is retried once, then the photo fails`, async () => {
      source.bodies.set('b', change);
      await settle();
      expect(states()).to.deep.equal({ a: 'indexed', b: 'failed', c: 'indexed' });
      expect(rig.photo('b').error).to.match(/^The photo arrived damaged from the source, twice: /);
      expect(source.count('open')).to.equal(4);
    });
  }

  it('that fails once on a photo does no harm', async () => {
    let first = true;
    source.bodies.set('b', (content) => {
      const answer = first ? { ...content, length: content.length + 1 } : content;
      first = false;
      return answer;
    });
    await settle();
    expect(states()).to.deep.equal(allIndexed);
  });

  it('that announces another SHA-1 than that of the content fails the photo', async () => {
    source.put('a', jpeg, { sha1: sha1Of(jpeg) });
    source.put('b', jpeg, { sha1: 'f'.repeat(40) });
    await settle();
    expect(states()).to.deep.equal({ a: 'indexed', b: 'failed', c: 'indexed' });
    expect(rig.photo('b').error).to.include('SHA-1');
  });

  it('that announces an invalid length fails the photo', async () => {
    source.bodies.set('b', (content) => ({ ...content, length: Number.NaN }));
    await settle();
    expect(states()).to.deep.equal({ a: 'indexed', b: 'failed', c: 'indexed' });
  });

  it('that describes one photo with invalid facts fails only that photo', async () => {
    const { node } = source.photos.get('b')!;
    for (const rubbish of [
      { size: -1 },
      { kind: 'sculpture' },
      { captureTime: Number.NaN },
      { captureTime: 1e300 },
      { location: { lat: 99, lng: 0 } },
      { sha1: 'x' },
      { name: 7 },
    ]) {
      const wrong = { ...node, ...rubbish } as unknown as SourceNode;
      source.photos.set('b', { node: wrong, bytes: jpeg });
      source.faults.set('timeline', async (next) => {
        const page = (await next()) as { items: { captureTime: number }[] };
        return { ...page, items: page.items.map((item) => ({ ...item, captureTime: 1 })) };
      });
      rig = new IndexerRig({ folder: join(folder, JSON.stringify(rubbish).replaceAll(/\W/g, '')), source });
      await rig.settle();
      expect(states(), JSON.stringify(rubbish)).to.deep.equal({ a: 'indexed', b: 'failed', c: 'indexed' });
      expect(rig.photo('b').error).to.match(/^The photo source described this photo wrongly: /);
      await rig.close();
    }
    rig = new IndexerRig({ folder, source });
  });

  for (const [what, page] of [
    ['no object', null],
    ['an array', []],
    ['no items', { next: null, changesCursor: '0' }],
    ['a path as uid', { items: [{ uid: '../../etc', rev: 'r', captureTime: 1 }], next: null, changesCursor: '0' }],
    ['an overlong cursor', { items: [], next: 'x'.repeat(20_000), changesCursor: '0' }],
    ['an infinite time', { items: [{ uid: 'a', rev: 'r', captureTime: Infinity }], next: null, changesCursor: '0' }],
    ['no revision', { items: [{ uid: 'a', rev: '', captureTime: 1 }], next: null, changesCursor: '0' }],
  ] as const) {
    it(`that responds with ${what} for a timeline pauses the sync with the reason`, async () => {
      source.faults.set('timeline', () => Promise.resolve(page));
      await settle();
      expect(rig.photos()).to.deep.equal([]);
      expect(rig.indexer.progress().trouble).to.include({ code: 'bad_answer' });
      expect(rig.indexer.progress().trouble!.message).to.match(/^The photo source answered wrongly to timeline: .+\.$/);
    });
  }

  it('that returns the same page repeatedly is not read endlessly', async () => {
    source.faults.set('timeline', async (next) => ({ ...((await next()) as object), next: 'again' }));
    await settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'bad_answer' });
    source.faults.clear();
    source.faults.set('changes', async (next) => ({ ...((await next()) as object), next: '3', more: true }));
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'bad_answer' });
    source.faults.clear();
    source.faults.set('albums', async (next) => ({ ...((await next()) as object), next: 'again' }));
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'bad_answer' });
  });

  it('that omits a new photo once does not lose it', async () => {
    await settle();
    source.put('late', jpeg);
    source.faults.set('nodes', () => Promise.resolve({ nodes: [], missing: [] }));
    await rig.settle();
    expect(rig.photo('late').error).to.match(/left out of the answer/);
    source.faults.clear();
    rig.ahead = 120;
    await rig.settle();
    expect(rig.photo('late').state).to.equal('indexed');
  });

  it('that does not have an announced photo fails it with a reason', async () => {
    source.faults.set('nodes', async (next) => {
      const answer = (await next()) as { nodes: SourceNode[] };
      return { nodes: answer.nodes.filter(({ uid }) => uid !== 'b'), missing: ['b'] };
    });
    await settle();
    expect(rig.photo('b')).to.include({
      state: 'failed',
      error: 'The photo source does not have this photo any more.',
    });
  });
});
