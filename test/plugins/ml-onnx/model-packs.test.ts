import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import facesPack from '../../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };
import type { ModelPullOptions } from '../../../core/plugin-api/index.ts';
import { HttpOrigin } from '../../../plugins/ml-onnx/models/http-origin.ts';
import { OnnxModelPacks } from '../../../plugins/ml-onnx/models/model-packs.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { modelsDir as weights, needModels } from '../../support/model-packs.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { failure, pullOptions as options, withMirror, type Mirror } from './mirror.ts';

type Progress = Parameters<ModelPullOptions['onProgress']>[0];

const [detector, embedder] = facesPack.files.map(({ path }) => path) as [string, string];

async function withPacks(use: (packs: OnnxModelPacks, mirror: Mirror, folder: string) => Promise<void>): Promise<void> {
  const read = (path: string): Buffer | undefined => {
    const file = join(weights, basename(path));
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  await withTempFolder((folder) =>
    withMirror(read, async (mirror) => {
      const models = join(folder, 'models');
      await use(new OnnxModelPacks(models, `${mirror.url}/models/`), mirror, models);
    }),
  );
}

function expectInstalled(folder: string): void {
  for (const { path, sha256 } of facesPack.files) {
    const bytes = readFileSync(join(folder, 'faces', path));
    expect(createHash('sha256').update(bytes).digest('hex')).to.equal(sha256);
    expect(existsSync(join(folder, 'faces', `${path}.part`))).to.equal(false);
  }
}

describe('model packs', () => {
  before(function () {
    needModels(this);
  });

  it('are installed from a mirror, with progress, and listed with their state', async () => {
    await withPacks(async (packs, _mirror, folder) => {
      expect((await packs.list()).find(({ name }) => name === 'faces')).to.include({
        state: 'missing',
        builtIn: false,
      });
      const seen: Progress[] = [];
      await packs.pull(['faces'], options({ onProgress: (progress) => seen.push(progress) }));
      expectInstalled(folder);
      expect((await packs.list()).find(({ name }) => name === 'faces')).to.include({ state: 'installed' });
      expect(seen.at(-1)).to.deep.equal({ pack: 'faces', file: embedder, bytes: 3_250_428, total: 3_250_428 });
      expect(seen.map(({ bytes }) => bytes).filter((_, index) => seen[index]?.file === embedder)).to.satisfy(
        (all: number[]) => all.every((bytes, index) => index === 0 || bytes >= (all[index - 1] ?? 0)),
      );
    });
  });

  it('are not fetched again if they are installed', async () => {
    await withPacks(async (packs, mirror) => {
      await packs.pull(['faces'], options());
      const asked = mirror.requests.length;
      await packs.pull(['faces'], options());
      expect(mirror.requests).to.have.length(asked);
    });
  });

  it('continue where a connection was cut', async () => {
    await withPacks(async (packs, mirror, folder) => {
      mirror.fault = (request, response, bytes) => {
        if (!request.url?.endsWith(embedder)) return false;
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 1_000_000), () => response.destroy());
        return true;
      };
      expect(await failure(packs.pull(['faces'], options()))).to.match(
        /^PullError: The connection ended after \d+ of the 3250428 bytes of edgeface.*pull again/,
      );
      expect((await packs.list()).find(({ name }) => name === 'faces')).to.include({ state: 'incomplete' });
      const there = statSync(join(folder, 'faces', `${embedder}.part`)).size;
      expect(there).to.be.within(1, 1_000_000);
      mirror.fault = () => false;
      await packs.pull(['faces'], options());
      expect(mirror.requests.at(-1)).to.equal(`GET /models/faces/${embedder} bytes=${there}-`);
      expectInstalled(folder);
    });
  });

  it('are complete when garbage is collected before their first byte is read', async () => {
    await withPacks(async (_packs, mirror) => {
      const file = facesPack.files[1]!;
      const origin = new HttpOrigin('faces', { mirror: `${mirror.url}/models` });
      const { bytes } = await origin.open(file, 0, new AbortController().signal);
      // Finalizers run in tasks of their own.
      for (let times = 0; times < 3; times += 1) await sleep(5).then(collectGarbage);
      let length = 0;
      for await (const chunk of bytes) length += chunk.byteLength;
      expect(length).to.equal(file.bytes);
    });
  });

  it('restart if a server does not support ranges', async () => {
    await withPacks(async (packs, mirror, folder) => {
      mkdirSync(join(folder, 'faces'), { recursive: true });
      writeFileSync(join(folder, 'faces', `${embedder}.part`), Buffer.alloc(5000, 1));
      mirror.fault = (_request, response, bytes) => {
        response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
        return true;
      };
      await packs.pull(['faces'], options());
      expectInstalled(folder);
    });
  });

  it('are rejected with a wrong checksum, and fetched again the next time', async () => {
    await withPacks(async (packs, mirror, folder) => {
      mirror.fault = (request, response, bytes) => {
        if (!request.url?.endsWith(detector)) return false;
        response.writeHead(200).end(Buffer.from(bytes).fill(7, 1000, 1001));
        return true;
      };
      expect(await failure(packs.pull(['faces'], options()))).to.match(/another checksum than it must have/);
      expect(existsSync(join(folder, 'faces', detector))).to.equal(false);
      mirror.fault = () => false;
      await packs.pull(['faces'], options());
      expectInstalled(folder);
    });
  });

  it('are rejected if longer than their manifest says', async () => {
    await withPacks(async (packs, mirror) => {
      mirror.fault = (_request, response, bytes) => {
        response.writeHead(200).end(Buffer.concat([bytes, bytes]));
        return true;
      };
      expect(await failure(packs.pull(['faces'], options()))).to.match(/longer than it must be/);
    });
  });

  it('are repaired if a file is damaged or lost', async () => {
    await withPacks(async (packs, _mirror, folder) => {
      await packs.pull(['faces'], options());
      truncateSync(join(folder, 'faces', embedder), 1000);
      expect((await packs.list()).find(({ name }) => name === 'faces')).to.include({ state: 'incomplete' });
      appendFileSync(join(folder, 'faces', detector), 'x');
      await packs.pull(['faces'], options());
      expectInstalled(folder);
      rmSync(join(folder, 'faces', detector));
      expect((await packs.list()).find(({ name }) => name === 'faces')).to.include({ state: 'incomplete' });
      await packs.pull(['faces'], options());
      expectInstalled(folder);
    });
  });

  it('can be installed from a folder without a network', async () => {
    await withTempFolder(async (folder) => {
      const packs = new OnnxModelPacks(folder, 'http://127.0.0.1:9/');
      await packs.pull(['faces'], options({ from: weights }));
      expectInstalled(folder);
    });
  });

  it('say what to do without a network, a mirror or a file', async () => {
    await withTempFolder(async (folder) => {
      const gone = new OnnxModelPacks(folder, 'http://127.0.0.1:9/');
      expect(await failure(gone.pull(['faces'], options()))).to.equal(
        'PullError: 127.0.0.1:9 cannot be reached: check the network, or use --from <folder> or MODELS_URL.',
      );
      expect(await failure(gone.pull(['faces'], options({ from: folder })))).to.match(/--from has no yunet/);
      expect(await failure(gone.pull(['cats'], options()))).to.equal(
        'PullError: There is no pack cats: there are faces, things, faces-s, faces-large, clip, clip-fp32, siglip2.',
      );
    });
    await withPacks(async (packs, mirror) => {
      mirror.fault = (_request, response) => {
        response.writeHead(404).end();
        return true;
      };
      expect(await failure(packs.pull(['faces'], options()))).to.match(/answers 404 for yunet/);
    });
  });

  it('of the user’s own are installed according to their manifest', async () => {
    await withPacks(async (packs, mirror, folder) => {
      const manifest = { ...facesPack, pack: 'my-faces', default: false };
      mkdirSync(join(folder, 'my-faces'), { recursive: true });
      writeFileSync(join(folder, 'my-faces/pack.json'), JSON.stringify(manifest));
      const mine = async () => (await packs.list()).find(({ name }) => name === 'my-faces');
      expect(await mine()).to.include({ state: 'incomplete' });
      await packs.pull(['my-faces'], options());
      expect(mirror.requests).to.include(`GET /models/my-faces/${embedder}`);
      expect(await mine()).to.include({ state: 'installed' });
      truncateSync(join(folder, 'my-faces', embedder), 1000);
      await packs.pull(['my-faces'], options({ from: weights }));
      expect(await mine()).to.include({ state: 'installed' });
    });
  });

  it('fail at a server that reports the whole file as out of range', async () => {
    await withPacks(async (packs, mirror) => {
      mirror.fault = (_request, response) => {
        response.writeHead(416).end();
        return true;
      };
      expect(await failure(packs.pull(['faces'], options()))).to.match(/answers 416 for yunet/);
    });
  });

  it('stop when aborted', async () => {
    await withPacks(async (packs, mirror) => {
      const leaving = new AbortController();
      mirror.fault = (_request, response, bytes) => {
        response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 100));
        setTimeout(() => {
          leaving.abort(new Error('left'));
        }, 50);
        return true;
      };
      expect(await failure(packs.pull(['faces'], options({ signal: leaving.signal })))).to.equal('Error: left');
    });
  });
});
