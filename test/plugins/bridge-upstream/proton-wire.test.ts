import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ThumbnailBatches } from '../../../plugins/bridge-upstream/bridge/proton-faces/content/thumbnail-batches.ts';
import {
  readProtonFacesSettings,
  readUpstreamSettings,
} from '../../../plugins/bridge-upstream/bridge/proton-faces/settings.ts';
import { readLines, type LineReading } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/lines.ts';
import { readListed, readNodeAnswer } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/node.ts';
import { Upstream } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/upstream.ts';
import { ProtonStandIn } from '../../support/proton-stand-in.ts';

const { signal } = new AbortController();

async function linesOf(body: PassThrough, reading: LineReading, idle = 1000): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(body, reading, { longest: 100, idle }, signal)) lines.push(...some);
  return lines;
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'nothing was refused',
    (error: unknown) => (error as { kind?: string }).kind,
  );
}

describe('the connection to proton-faces', () => {
  describe('lists', () => {
    it('are lines, however they are split, without their comments about progress', async () => {
      const body = new PassThrough();
      const reading: LineReading = {};
      const lines = linesOf(body, reading);
      for (const piece of ['# wor', 'king\n{"a"', ':"', 'é', '"}\n\n{"b":1}', '\n# done: 2']) body.write(piece);
      body.end();
      expect(await lines).to.deep.equal(['{"a":"é"}', '{"b":1}']);
      expect(reading.done).to.equal(2);
    });

    it('time out once neither lines nor progress arrive', async () => {
      const body = new PassThrough();
      const lines = linesOf(body, {}, 600);
      for (let i = 0; i < 8; i += 1) {
        await sleep(150);
        body.write('# still here\n');
      }
      body.write('{}\n');
      expect(await refusal(lines)).to.equal('timeout');
    });

    it('with lines that are too long are rejected', async () => {
      const body = new PassThrough();
      const lines = linesOf(body, {});
      body.write('x'.repeat(101));
      expect(await refusal(lines)).to.equal('bad_answer');
    });
  });

  describe('photos', () => {
    it('have the stated facts, except for invalid ones', () => {
      const said = readNodeAnswer(
        JSON.stringify({
          ...{
            uid: 'v~n=',
            name: 'a.jpg',
            mediaType: 'Image/JPEG',
            captureTime: '2024-01-01T00:00:00.900Z',
            size: 'many',
          },
          ...{ sha1: 'A'.repeat(40), tags: ['Raw', 7], albums: ['v~a', '../etc'], modificationTime: null },
        }),
      );
      expect(said?.node).to.deep.include({
        ...{ mediaType: 'image/jpeg', captureTime: 1_704_067_200, size: 0, sha1: 'a'.repeat(40) },
        ...{ tags: ['Raw'], albums: ['v~a'], modifiedTime: 1_704_067_200, relatedUids: [] },
      });
    });

    it('have replacements for half surrogate pairs, which the journal would store as other text', () => {
      const line = String.raw`{"uid":"a","name":"\ud800b","modificationTime":"(\udc00)","tags":["\ud800"]}`;
      expect(readNodeAnswer(line)?.node).to.deep.include({
        name: '\ufffdb',
        modificationTime: '(\ufffd)',
        tags: ['\ufffd'],
      });
      const cut = readNodeAnswer(JSON.stringify({ uid: 'a', name: `${'a'.repeat(999)}😀` }));
      expect(cut?.node?.name).to.equal(`${'a'.repeat(999)}\ufffd`);
    });

    it('are distinguished from missing ones and from invalid lines', () => {
      expect(readNodeAnswer('{"uid":"v~n","missing":true}')).to.deep.equal({ uid: 'v~n', node: null });
      for (const line of ['', 'null', '[]', '{"uid":7}', '{"uid":"../x","name":"x"}', '{"uid":"v~n"}', '{']) {
        expect(readNodeAnswer(line), line).to.equal(undefined);
      }
      expect(readListed('{"uid":"v~n","captureTime":"once"}')).to.deep.equal({ uid: 'v~n', captureTime: null });
    });
  });

  it('requests thirty thumbnails at a time, and each once', async () => {
    const upstream = await new ProtonStandIn().start();
    const { url: origin, token, library } = upstream;
    const asked = new Upstream({ origin, basePath: '', token });
    try {
      const uids = Array.from({ length: 31 }, (_, i) => library.put(`${i}.heic`, Buffer.from(`${i}`)).uid);
      const batches = new ThumbnailBatches({ upstream: asked, stopping: signal, fill: () => Promise.resolve([]) });
      const results = await Promise.all([...uids, ...uids].map((uid) => batches.ask(uid, true)));
      expect(new Set(results.map(({ error }) => error))).to.deep.equal(new Set(['no image preview']));
      expect(upstream.asked(/thumbnails/)).to.equal(2);
    } finally {
      await asked.close();
      await upstream.close();
    }
  });
});

describe('the settings of a bridge in front of proton-faces', () => {
  const good = {
    BRIDGE_UPSTREAM: 'http://127.0.0.1:8090/',
    BRIDGE_UPSTREAM_TOKEN: 'token',
    BRIDGE_WORK_DIR: '/data/work',
  };

  it('are a URL, a token and a folder', () => {
    expect(readUpstreamSettings(good)).to.deep.equal({
      ...{ origin: 'http://127.0.0.1:8090', basePath: '', token: 'token', workDir: '/data/work', warnings: [] },
    });
  });

  it('warn about a missing token and a missing folder', () => {
    const { warnings } = readUpstreamSettings({ BRIDGE_UPSTREAM: good.BRIDGE_UPSTREAM });
    expect(warnings.join(' '))
      .to.match(/BRIDGE_UPSTREAM_TOKEN is not set/)
      .and.match(/BRIDGE_WORK_DIR is not set/);
  });

  it('permit unencrypted requests to another machine only with BRIDGE_UPSTREAM_IN_CLEAR', () => {
    const remote = { ...good, BRIDGE_UPSTREAM: 'http://nas:8090' };
    expect(() => readUpstreamSettings(remote)).to.throw(/in the clear/);
    expect(readUpstreamSettings({ ...remote, BRIDGE_UPSTREAM_IN_CLEAR: '1' }).origin).to.equal('http://nas:8090');
    expect(readUpstreamSettings({ ...good, BRIDGE_UPSTREAM: 'https://nas' }).origin).to.equal('https://nas');
  });

  it('accept sizes in the same forms as the settings of the server', () => {
    const environment = {
      ...good,
      BRIDGE_TOKEN: 'x'.repeat(32),
      BRIDGE_MAX_PICTURE: '64MB',
      BRIDGE_VIDEO_SPACE: '2GiB',
    };
    expect(readProtonFacesSettings(environment)).to.include({ largestPicture: 64e6, videoSpace: 2 ** 31 });
    expect(readProtonFacesSettings({ ...environment, BRIDGE_MAX_PICTURE: '64M' }).largestPicture).to.equal(2 ** 26);
  });

  it('are rejected with the name of the wrong one', () => {
    const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ BRIDGE_UPSTREAM: '' }, /BRIDGE_UPSTREAM is missing/],
      [{ BRIDGE_UPSTREAM: 'ftp://127.0.0.1' }, /BRIDGE_UPSTREAM is not understood/],
      [{ BRIDGE_UPSTREAM: 'http://me:secret@127.0.0.1' }, /BRIDGE_UPSTREAM holds more/],
      [{ BRIDGE_UPSTREAM_TOKEN: 'two words' }, /BRIDGE_UPSTREAM_TOKEN must be/],
      [{ BRIDGE_MAX_PICTURE: 'large' }, /BRIDGE_MAX_PICTURE must be/],
      [{ BRIDGE_VIDEO_SPACE: '2T' }, /BRIDGE_VIDEO_SPACE must be/],
      [{ BRIDGE_SCAN_INTERVAL: '0' }, /BRIDGE_SCAN_INTERVAL must be/],
      [{ BRIDGE_TOKEN: 'short' }, /BRIDGE_TOKEN must be/],
    ];
    for (const [setting, sentence] of wrong) {
      const environment = { ...good, BRIDGE_TOKEN: 'x'.repeat(32), ...setting };
      expect(() => readProtonFacesSettings(environment)).to.throw(sentence);
    }
  });
});
