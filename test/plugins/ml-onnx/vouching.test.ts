import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { parseManifest, type PackFile, type PackManifest } from '../../../plugins/ml-onnx/models/manifest.ts';
import { OnnxModelPacks } from '../../../plugins/ml-onnx/models/model-packs.ts';
import { shippedPacks } from '../../../plugins/ml-onnx/models/model-packs.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { failure, pullOptions, withMirror, type Mirror } from './mirror.ts';

const weights = Buffer.alloc(300_000, 'weights of a network ');
const sha256 = createHash('sha256').update(weights).digest('hex');
const gitBlob = createHash('sha1').update(`blob ${weights.length}\0`).update(weights).digest('hex');

/** A pack with one file, of which the pack knows only the name. */
function pack(name: string, file: Partial<PackFile> = {}, rest: Partial<PackManifest> = {}): PackManifest {
  return parseManifest({
    pack: name,
    summary: 'One file.',
    licence: 'test only',
    default: false,
    files: [{ path: 'net.onnx', ...file }],
    faceEmbedder: {
      id: name,
      version: '1',
      file: 'net.onnx',
      pixels: { order: 'rgb', mean: 0, deviation: 1 },
      dimensions: 512,
    },
    ...rest,
  });
}

interface Rig {
  readonly mirror: Mirror;
  readonly folder: string;
  readonly models: string;
  readonly packs: OnnxModelPacks;
}

/** @param files on the mirror, by path */
async function onMirror(
  files: Record<string, string | Buffer>,
  use: (rig: Rig) => Promise<void>,
  options: { answerWithin?: number } = {},
): Promise<void> {
  await withTempFolder((folder) =>
    withMirror(
      (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
      (mirror) => {
        const models = join(folder, 'models');
        return use({
          mirror,
          folder,
          models,
          packs: new OnnxModelPacks(models, mirror.url, { shipped: [pack('one')], ...options }),
        });
      },
    ),
  );
}

const installedFile = (models: string, name = 'one'): unknown =>
  parseManifest(JSON.parse(readFileSync(join(models, name, 'pack.json'), 'utf8'))).files[0];

describe('a file whose checksum is not in its pack', () => {
  const lists: [string, string, string][] = [
    ['a checksum beside the file', '/one/net.onnx.sha256', `${sha256}\n`],
    ['a list in the folder of the pack', '/one/SHA256SUMS', `${'0'.repeat(64)}  other.onnx\n${sha256} *net.onnx\n`],
    ['a list of the whole mirror', '/SHA256SUMS', `${'0'.repeat(64)}  two/net.onnx\n${sha256}  ./one/net.onnx\n`],
  ];
  for (const [what, path, text] of lists) {
    it(`is verified with ${what}`, async () => {
      await onMirror({ '/one/net.onnx': weights, [path]: text }, async ({ packs, models }) => {
        await packs.pull(['one'], pullOptions());
        expect(installedFile(models)).to.deep.equal({ path: 'net.onnx', bytes: weights.length, sha256 });
      });
      const other = { '/one/net.onnx': Buffer.concat([weights, Buffer.from('x')]), [path]: text };
      await onMirror(other, async ({ packs, models }) => {
        expect(await failure(packs.pull(['one'], pullOptions()))).to.match(/another checksum than it must have/);
        expect(existsSync(join(models, 'one/net.onnx'))).to.equal(false);
        expect((await packs.list())[0]?.state).to.equal('incomplete');
      });
    });
  }

  it('times out at a mirror whose list of checksums stops in the middle', async () => {
    await onMirror(
      { '/one/net.onnx': weights },
      async ({ packs, mirror }) => {
        mirror.fault = (request, response) => {
          if (!request.url?.endsWith('SHA256SUMS')) return false;
          response.writeHead(200, { 'content-length': 80 }).write(sha256.slice(0, 30));
          return true;
        };
        expect(await failure(packs.pull(['one'], pullOptions()))).to.match(
          /^PullError: 127\.0\.0\.1:\d+ has not answered within 0\.3 seconds/,
        );
      },
      { answerWithin: 0.3 },
    );
  });

  it('is rejected if nothing states its checksum', async () => {
    await onMirror(
      { '/one/net.onnx': weights, '/SHA256SUMS': `${sha256}  two/net.onnx\n` },
      async ({ packs, mirror }) => {
        expect(await failure(packs.pull(['one'], pullOptions()))).to.equal(
          `PullError: Nothing at ${new URL(mirror.url).host} says which checksum net.onnx must have: put net.onnx.sha256 or SHA256SUMS beside it, or take the file from a folder of yours with --from.`,
        );
      },
    );
  });

  it('is verified once: a later pull needs no server', async () => {
    await onMirror(
      { '/one/net.onnx': weights, '/SHA256SUMS': `${sha256}  one/net.onnx` },
      async ({ packs, mirror }) => {
        await packs.pull(['one'], pullOptions());
        mirror.close();
        await packs.pull(['one'], pullOptions());
        expect((await packs.list())[0]).to.include({ state: 'installed', bytes: weights.length });
      },
    );
  });

  it('is trusted in a folder, whose checksum the copy must have', async () => {
    await withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'net.onnx'), weights);
      const models = join(folder, 'models');
      await new OnnxModelPacks(models, undefined, { shipped: [pack('one')] }).pull(
        ['one'],
        pullOptions({ from: folder }),
      );
      expect(installedFile(models)).to.deep.equal({ path: 'net.onnx', bytes: weights.length, sha256 });
    });
  });

  describe('on Hugging Face', () => {
    /** Responds like the hub: with facts about the file, and a redirect to the bytes. */
    function asHub(mirror: Mirror, headers: Record<string, string>): void {
      mirror.fault = (request, response) => {
        if (!request.url?.startsWith('/hub/')) return false;
        response.writeHead(302, { location: '/bytes', 'x-repo-commit': 'a'.repeat(40), ...headers }).end();
        return true;
      };
    }

    async function pullFromHub(headers: Record<string, string>, bytes = weights): Promise<unknown> {
      let installed: unknown;
      await onMirror({ '/bytes': bytes }, async ({ mirror, models }) => {
        asHub(mirror, headers);
        const packs = new OnnxModelPacks(models, undefined, {
          shipped: [pack('one', { url: `${mirror.url}/hub/net.onnx` })],
        });
        await packs.pull(['one'], pullOptions());
        installed = installedFile(models);
      });
      return installed;
    }

    it('is verified with the checksum of the hub for large files', async () => {
      const headers = { 'x-linked-etag': `"${sha256}"`, 'x-linked-size': `${weights.length}` };
      expect(await pullFromHub(headers)).to.include({ sha256, bytes: weights.length });
      expect(await failure(pullFromHub(headers, Buffer.from(weights).fill(1, 7, 8)))).to.match(/another checksum/);
      expect(await failure(pullFromHub(headers, weights.subarray(1)))).to.match(/connection ended after 299999 of/);
    });

    it('is verified with the git blob hash for small files', async () => {
      expect(await pullFromHub({ etag: `W/"${gitBlob}"` })).to.include({ sha256, bytes: weights.length });
      expect(await failure(pullFromHub({ etag: `"${gitBlob}"` }, weights.subarray(1)))).to.match(/another checksum/);
    });

    it('is not verified with a checksum from the server that has the bytes', async () => {
      await onMirror({}, async ({ mirror, models }) => {
        mirror.fault = (request, response) => {
          if (request.url === '/hub/net.onnx') response.writeHead(302, { location: '/bytes' }).end();
          else response.writeHead(200, { 'x-linked-etag': sha256, 'x-repo-commit': 'b' }).end(weights);
          return true;
        };
        const packs = new OnnxModelPacks(models, undefined, {
          shipped: [pack('one', { url: `${mirror.url}/hub/net.onnx` })],
        });
        expect(await failure(packs.pull(['one'], pullOptions()))).to.match(/^PullError: Nothing at .* says which/);
      });
    });
  });
});

describe('pulling packs', () => {
  it('times out at a server that does not respond', async () => {
    await onMirror(
      {},
      async ({ mirror, packs }) => {
        mirror.fault = () => true;
        const begin = performance.now();
        expect(await failure(packs.pull(['one'], pullOptions()))).to.match(
          /^PullError: 127\.0\.0\.1:\d+ has not answered within 0\.3 seconds: check the network/,
        );
        expect(performance.now() - begin).to.be.at.least(250);
      },
      { answerWithin: 0.3 },
    );
  });

  it('continues with a file of unknown length', async () => {
    const files = { '/one/net.onnx': weights, '/one/net.onnx.sha256': sha256 };
    await onMirror(files, async ({ mirror, packs, models }) => {
      const part = join(models, 'one/net.onnx.part');
      mkdirSync(dirname(part), { recursive: true });
      writeFileSync(part, weights.subarray(0, 1000));
      await packs.pull(['one'], pullOptions());
      expect(mirror.requests.at(-1)).to.equal('GET /one/net.onnx bytes=1000-');
      expect(installedFile(models)).to.include({ sha256 });
      // More than the file has: of an older version, for example.
      rmSync(join(models, 'one'), { recursive: true });
      mkdirSync(dirname(part), { recursive: true });
      writeFileSync(part, Buffer.concat([weights, weights]));
      await packs.pull(['one'], pullOptions());
      expect(installedFile(models)).to.include({ sha256 });
    });
  });

  describe('onto a full disk', function () {
    it('reports that, and continues when there is room', async function () {
      await withTempFolder(async (folder) => {
        const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
        if (mounted.status !== 0) {
          console.log('      (only root can mount a small disk)');
          this.skip();
        }
        try {
          const { bavail, bsize } = statfsSync(folder);
          writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - 150_000));
          await withMirror(
            () => weights,
            async (mirror) => {
              const packs = new OnnxModelPacks(folder, mirror.url, {
                shipped: [pack('one', { sha256, bytes: weights.length })],
              });
              expect(await failure(packs.pull(['one'], pullOptions()))).to.equal(
                'PullError: The disk of MODELS_DIR is full: make room and pull again, it goes on where it stopped.',
              );
              const there = statSync(join(folder, 'one/net.onnx.part')).size;
              expect(there).to.be.within(50_000, 150_000);
              rmSync(join(folder, 'ballast'));
              await packs.pull(['one'], pullOptions());
              expect(mirror.requests.at(-1)).to.equal(`GET /one/net.onnx bytes=${there}-`);
              expect(readFileSync(join(folder, 'one/net.onnx')).equals(weights)).to.equal(true);
            },
          );
        } finally {
          execFileSync('umount', [folder]);
        }
      });
    });
  });
});

describe('the shipped packs', () => {
  it('have checksums of all files except JSON, and only https addresses', () => {
    for (const { files } of shippedPacks()) {
      for (const { path, sha256: known, bytes, url } of files) {
        if (known === undefined) expect(path).to.match(/\.json$/);
        else expect(bytes).to.be.greaterThan(0);
        expect(url ?? 'https://').to.match(/^https:\/\//);
      }
    }
  });

  it('include one default pack, clip, which is pulled over https', () => {
    const byDefault = shippedPacks().filter((one) => one.default);
    expect(byDefault.map(({ pack: name }) => name)).to.deep.equal(['clip']);
    for (const { url } of byDefault.flatMap(({ files }) => files)) expect(url).to.match(/^https:/);
  });
});
