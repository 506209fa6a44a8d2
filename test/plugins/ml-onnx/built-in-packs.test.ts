import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { builtInPacks, BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { parseManifest } from '../../../plugins/ml-onnx/models/manifest.ts';
import { OnnxModelPacks } from '../../../plugins/ml-onnx/models/model-packs.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { pullOptions } from './mirror.ts';
import { background, plain, reasonOf, withProvider } from './provider-rig.ts';
import faces from '../../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };

const shipped = fileURLToPath(new URL('../../../plugins/ml-onnx/models', import.meta.url));

/** A copy of the shipped files, which a test can damage. */
async function withCopy(use: (folder: string) => Promise<void>): Promise<void> {
  await withTempFolder(async (folder) => {
    for (const { pack } of builtInPacks) cpSync(join(shipped, pack), join(folder, pack), { recursive: true });
    await use(folder);
  });
}

/** Changes one byte in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  rmSync(file);
  writeFileSync(file, bytes);
}

describe('built-in models', () => {
  it('have complete manifests, in the format of any pack', () => {
    for (const manifest of builtInPacks) expect(parseManifest(manifest)).to.deep.equal(manifest);
  });

  it('are available without installation', async () => {
    await withProvider({ builtIn: ['faces', 'things'] }, async ({ ml, watch }) => {
      expect(watch.broken).to.deep.equal([]);
      expect(watch.packs).to.deep.equal(['faces', 'things']);
      const { faceDetector, faceEmbedder, imageText, labels, text } = ml.models();
      expect([faceDetector?.id, faceEmbedder?.id, imageText, labels?.id, text?.id]).to.deep.equal([
        'yunet-n',
        'edgeface-xs',
        null,
        'things',
        'pp-ocr-tiny',
      ]);
      expect(text?.confidence).to.deep.equal({ search: 0.6, show: 0.85 });
      expect(ml.preferredTextSize).to.equal(1440);
      expect(await ml.detectFaces(plain([128, 128, 128]), background)).to.deep.equal([]);
    });
  });

  for (const file of ['detect-deimv2-femto.onnx', 'things.json', 'text-keys.json']) {
    it(`leave out a pack whose ${file} has a wrong byte, name the file, and keep the others working`, async () => {
      await withCopy(async (folder) => {
        damage(join(folder, 'things', file));
        await withProvider({ builtIn: ['faces', 'things'], builtInFolder: folder }, async ({ ml, watch }) => {
          await watch.examined();
          expect(watch.broken).to.deep.equal([
            { pack: 'things', reason: `Its file ${file} is not the one that was shipped: install Photofinch again.` },
          ]);
          expect(ml.models()).to.include({ labels: null, text: null });
          expect(await ml.detectFaces(plain([128, 128, 128]), background)).to.deep.equal([]);
        });
      });
    });
  }

  it('are never used if damaged, even before all their bytes have been verified', async () => {
    await withCopy(async (folder) => {
      damage(join(folder, 'things', 'detect-deimv2-femto.onnx'));
      await withProvider({ builtIn: ['things'], builtInFolder: folder }, async ({ ml }) => {
        expect(ml.models().labels?.id).to.equal('things');
        expect(await reasonOf(ml.findLabels(plain([1, 2, 3]), background))).to.equal(
          'The models have changed: try again.',
        );
        expect(ml.models().labels).to.equal(null);
      });
    });
  });

  it('are used again once a damaged file is restored', async () => {
    await withCopy(async (folder) => {
      const file = join(folder, 'faces', faces.files[0]!.path);
      rmSync(file);
      await withProvider({ builtIn: ['faces'], builtInFolder: folder }, async ({ ml, watch }) => {
        expect(ml.models().faceDetector).to.equal(null);
        cpSync(join(shipped, 'faces', faces.files[0]!.path), file);
        await watch.rescan();
        expect(ml.models().faceDetector?.id).to.equal('yunet-n');
      });
    });
  });

  it('say how to repair a network that breaks during use', async () => {
    await withCopy(async (folder) => {
      await withProvider({ builtIn: ['faces'], builtInFolder: folder }, async ({ ml, watch, faults }) => {
        await watch.examined();
        damage(join(folder, 'faces', 'yunet_n_dynamic.onnx'));
        writeFileSync(join(folder, 'faces', 'yunet_n_dynamic.onnx'), 'no network');
        expect(await reasonOf(ml.detectFaces(plain([1, 2, 3]), background))).to.match(
          /^The face detector yunet-n cannot/,
        );
        expect(ml.models().faceDetector).to.equal(null);
        expect(faults).to.have.length(1);
        expect(faults[0]).to.match(/^faces: .*Install Photofinch again\.$/);
        expect(watch.broken.map(({ pack }) => pack)).to.deep.equal(['faces']);
      });
    });
  });

  it('are replaced by an installed pack of a higher rank, but not of the same rank', async () => {
    const install =
      (name: string, rank: number, version: string) =>
      (into: string): void => {
        const folder = join(into, name);
        cpSync(join(shipped, 'faces'), folder, { recursive: true });
        const faceEmbedder = { ...faces.faceEmbedder, version };
        writeFileSync(join(folder, 'pack.json'), JSON.stringify({ ...faces, pack: name, rank, faceEmbedder }));
      };
    await withProvider({ builtIn: ['faces'], install: [install('faces', 0, 'pulled')] }, async ({ ml }) => {
      expect(ml.models().faceEmbedder?.version).to.equal('int8');
      await Promise.resolve();
    });
    await withProvider({ builtIn: ['faces'], install: [install('better-faces', 1, 'better')] }, async ({ ml }) => {
      expect(ml.models().faceEmbedder?.version).to.equal('better');
      await Promise.resolve();
    });
  });

  it('ignore an incomplete pack of their name that was pulled once', async () => {
    const half = (into: string): void => {
      mkdirSync(join(into, 'faces'));
      writeFileSync(join(into, 'faces/pack.json'), JSON.stringify(faces));
    };
    await withProvider({ builtIn: ['faces'], install: [half] }, async ({ watch }) => {
      expect(watch.broken).to.deep.equal([]);
      await Promise.resolve();
    });
  });

  it('are listed as built-in, and as incomplete if damaged', async () => {
    await withCopy(async (folder) => {
      damage(join(folder, 'things', 'text-read.onnx'));
      const packs = new OnnxModelPacks(join(folder, 'models'), undefined, {
        builtIn: new BuiltInPacks(['faces', 'things'], folder),
      });
      const byName = new Map((await packs.list()).map((pack) => [pack.name, pack]));
      expect(byName.get('faces')).to.include({ state: 'installed', builtIn: true });
      expect(byName.get('things')).to.include({ state: 'incomplete', builtIn: true });
      expect(byName.get('clip')).to.include({ state: 'missing', builtIn: false, default: true });
    });
  });

  it('are repaired from a folder if damaged, and not fetched if intact', async () => {
    await withCopy(async (folder) => {
      damage(join(folder, 'things', 'text-read.onnx'));
      const builtIn = new BuiltInPacks(['faces', 'things'], folder);
      const packs = new OnnxModelPacks(join(folder, 'models'), undefined, { builtIn });
      await packs.pull(['faces'], pullOptions());
      await packs.pull(['things'], pullOptions({ from: shipped }));
      const things = (await packs.list()).find(({ name }) => name === 'things');
      expect(things).to.include({ state: 'installed' });
    });
  });
});
