import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import {
  installClip,
  installFaces,
  installPack,
  modelsDir,
  needModels,
  needPhotos,
  photosDir,
} from '../../support/model-packs.ts';
import { until } from '../../support/until.ts';
import { floatProductGraph } from '../../../plugins/vectors-local/onnx-graphs.ts';
import {
  background,
  installVariant,
  interactive,
  plain,
  reasonOf,
  storedPixels,
  withProvider,
} from './provider-rig.ts';
import { crowd } from './crowd.ts';

const portrait = join(photosDir, 'faces/Kate_Hudson/Kate_Hudson_0001.jpg');

/** So many texts that they are still being processed when a test has done something else. */
const manyTexts = Array.from({ length: 20_000 }, (_, index) => `a red picture ${index}`);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The memory in bytes. @param what a line of /proc/…/status in kB */
function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
}

describe('ONNX models in difficult conditions', function () {
  before(function () {
    needModels(this);
    needPhotos(this);
  });

  it('fail a job that has killed two processes, with the reason, and continue with other jobs', async () => {
    await withProvider({ install: [installClip] }, async ({ ml }) => {
      await ml.embedTexts(['red'], interactive);
      const [first] = ml.pids;
      const failed = reasonOf(ml.embedTexts(manyTexts, background));
      process.kill(first!, 'SIGKILL');
      await until(() => ml.pids.length > 0 && ml.pids[0] !== first);
      process.kill(ml.pids[0]!, 'SIGKILL');
      expect(await failed).to.equal(
        'The process that runs the models was ended by SIGKILL, as the system does when memory is short.',
      );
      expect(await ml.embedTexts(['blue'], interactive)).to.have.length(1);
    });
  });

  it('kill a process that hangs, and give its job to another', async () => {
    await withProvider({ install: [installClip], patience: 15 }, async ({ ml }) => {
      await ml.embedTexts(['red'], interactive);
      const [hanging] = ml.pids;
      process.kill(hanging!, 'SIGSTOP');
      expect(await ml.embedTexts(['blue'], interactive)).to.have.length(1);
      expect(isAlive(hanging!)).to.equal(false);
    });
  });

  it('fail running and waiting jobs when they are shut down', async () => {
    await withProvider({ install: [installClip] }, async ({ ml }) => {
      await ml.embedTexts(['red'], interactive);
      const [pid] = ml.pids;
      const running = reasonOf(ml.embedTexts(manyTexts, background));
      const waiting = reasonOf(ml.embedTexts(['blue'], background));
      await ml.close();
      expect(await running).to.equal('The models are shut down.');
      expect(await waiting).to.equal('The models are shut down.');
      expect(await reasonOf(ml.embedTexts(['green'], interactive))).to.equal('The models are shut down.');
      expect(isAlive(pid!)).to.equal(false);
    });
  });

  it('set a damaged file aside, continue with the other models, and use the file again once it is repaired', async () => {
    await withProvider({ install: [installFaces, installClip] }, async ({ ml, watch, folder, faults }) => {
      const file = join(folder, 'faces/yunet_n_dynamic.onnx');
      rmSync(file);
      writeFileSync(file, Buffer.alloc(322_906, 7));
      let changes = 0;
      ml.onModelsChanged(() => (changes += 1));
      const image = await storedPixels(portrait);
      expect(await reasonOf(ml.analyse(image, { faces: true, image: true }, background))).to.match(
        /^The face detector yunet-n cannot be used: /,
      );
      expect(changes).to.equal(1);
      expect(ml.models()).to.deep.include({ faceDetector: null, faceEmbedder: null });
      expect(ml.models().imageText).to.include({ id: 'clip-standin' });
      expect(watch.broken).to.have.length(1);
      expect(faults).to.have.length(1);
      expect(faults[0]).to.match(/^faces: The face detector .*Run `photofinch models pull faces`\.$/);
      expect(faults[0]).not.to.include(folder);
      expect(await reasonOf(ml.detectFaces(image, interactive))).to.equal(
        'No model for finding faces is installed: run `photofinch models pull`.',
      );
      expect((await ml.analyse(image, { faces: false, image: true }, background)).image).to.have.length(512);

      await watch.rescan();
      expect(ml.models().faceDetector).to.equal(null);
      writeFileSync(file, readFileSync(join(modelsDir, 'yunet_n_dynamic.onnx')));
      await watch.rescan();
      expect(watch.broken).to.deep.equal([]);
      expect(await ml.detectFaces(image, interactive)).to.have.length(1);
    });
  });

  it('fall back to a pack of lower rank if one is damaged', async () => {
    const better = (into: string): void => {
      installVariant(into, installClip, (manifest) => {
        Object.assign(manifest, { pack: 'clip-better', rank: 1 });
        manifest.imageText!.version = '2';
        manifest.imageText!.dimensions = 768;
      });
    };
    await withProvider({ install: [installClip, better] }, async ({ ml, faults }) => {
      expect(ml.models().imageText).to.deep.equal({ id: 'clip-standin', version: '2', dimensions: 768 });
      expect(await reasonOf(ml.embedTexts(['red'], interactive))).to.match(
        /cannot be used: the model answers 512 values instead of 1 × 768/,
      );
      expect(faults).to.have.length(1);
      expect(ml.models().imageText).to.deep.equal({ id: 'clip-standin', version: '1', dimensions: 512 });
      expect(await ml.embedTexts(['red'], interactive)).to.have.length(1);
    });
  });

  it('say how the inputs or outputs of a network differ from its manifest', async () => {
    const wrong: [RegExp, (into: string) => void][] = [
      [
        /the model has no output pooler_output$/,
        (into) => {
          installVariant(into, installClip, (manifest) => (manifest.imageText!.image.output = 'pooler_output'));
        },
      ],
      [
        /Got invalid dimensions for input/,
        (into) => {
          installVariant(into, installClip, (manifest) => (manifest.imageText!.image.side = 64));
        },
      ],
      [
        /the model wants 2 inputs \(queries, vectors\) instead of 1/,
        (into) => {
          const folder = installClip(into);
          const graph = floatProductGraph(512);
          rmSync(join(folder, 'vision_model.onnx'));
          writeFileSync(join(folder, 'vision_model.onnx'), graph);
          const manifest = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as {
            files: { path: string; bytes: number }[];
          };
          for (const file of manifest.files) if (file.path === 'vision_model.onnx') file.bytes = graph.length;
          writeFileSync(join(folder, 'pack.json'), JSON.stringify(manifest));
        },
      ],
    ];
    for (const [message, install] of wrong) {
      await withProvider({ install: [install] }, async ({ ml }) => {
        expect(await reasonOf(ml.embedImages([plain([9, 9, 9])], interactive))).to.match(message);
        expect(ml.models().imageText).to.equal(null);
      });
    }
  });

  it('find three hundred faces in a photo, in bounded memory', async () => {
    await withProvider({ install: [installFaces] }, async ({ ml }) => {
      const image = await crowd(20, 15, 64);
      await ml.analyse(plain([9, 9, 9]), { faces: true, image: false }, background);
      const { faces } = await ml.analyse(image, { faces: true, image: false }, background);
      const squares = new Set(
        faces!.map(({ box }) => Math.floor((box.x + box.w / 2) * 20) + 20 * Math.floor((box.y + box.h / 2) * 15)),
      );
      expect(squares.size).to.be.at.least(298);
      expect(new Set(faces!.map(({ embedding }) => embedding.slice(0, 4).join())).size).to.equal(faces!.length);
      expect(memoryOf(ml.pids[0]!, 'VmHWM')).to.be.below(600 * 1024 * 1024);
    });
  });

  it('find faces in black and white', async () => {
    await withProvider({ install: [installFaces] }, async ({ ml }) => {
      const { data, info } = await sharp(portrait).greyscale().raw().toBuffer({ resolveWithObject: true });
      const image = {
        ...info,
        data: Uint8Array.from({ length: data.length * 3 }, (_, at) => data[Math.floor(at / 3)]!),
      };
      const { faces } = await ml.analyse(image, { faces: true, image: false }, background);
      expect(faces).to.have.length(1);
    });
  });

  it('release their memory when there is nothing to do', async () => {
    await withProvider({ install: [installFaces, installClip], processes: 2, idleStop: 0.3 }, async ({ ml }) => {
      const image = await storedPixels(portrait);
      const parts = { faces: true, image: true };
      await Promise.all([ml.analyse(image, parts, background), ml.analyse(image, parts, background)]);
      const pids = [...ml.pids];
      expect(pids).to.have.length(2);
      await until(() => pids.every((pid) => !isAlive(pid)));
      expect(ml.pids).to.deep.equal([]);
      expect((await ml.analyse(image, parts, background)).faces).to.have.length(1);
    });
  });

  it('process a photo that arrives at the moment at which they are stopped', async () => {
    await withProvider({ install: [installFaces], processes: 2, idleStop: 0.3 }, async ({ ml }) => {
      for (let times = 0; times < 3; times += 1) {
        const image = plain([120, 120, 120]);
        await Promise.all([ml.detectFaces(image, background), ml.detectFaces(image, background)]);
        const pids = [...ml.pids];
        // Timers of the same duration fire in the order in which they were set.
        await setTimeout(300);
        expect(await ml.detectFaces(image, background)).to.deep.equal([]);
        // A stopping process may need longer to exit than the new one for its job.
        const fresh = ml.pids.filter((pid) => !pids.includes(pid));
        expect(fresh).to.have.length(1);
      }
    });
  });

  it('reject a picture whose bytes do not fit its size, without affecting the next ones', async () => {
    await withProvider({ install: [installClip], patience: 20 }, async ({ ml }) => {
      const red = plain([250, 10, 10]);
      const [expected] = await ml.embedImages([red], interactive);
      const few = { ...red, data: red.data.subarray(3) };
      const many = { ...red, data: new Uint8Array(red.data.length + 1) };
      const [pid] = ml.pids;
      expect(await reasonOf(ml.embedImages([few], interactive))).to.equal(
        'A picture of 64 × 48 pixels has 9213 bytes.',
      );
      expect(await reasonOf(ml.embedImages([red, many], interactive))).to.equal(
        'A picture of 64 × 48 pixels has 9217 bytes.',
      );
      expect(await ml.embedImages([red], interactive)).to.deep.equal([expected]);
      expect(ml.pids).to.deep.equal([pid]);
    });
  });

  it('answer an interactive request while fifty photos wait', async () => {
    await withProvider({ install: [installFaces, installClip] }, async ({ ml }) => {
      const image = await storedPixels(portrait);
      await ml.analyse(image, { faces: true, image: true }, background);
      await ml.embedTexts(['warm'], interactive);
      let done = 0;
      const photos = Array.from({ length: 50 }, async () => {
        await ml.analyse(image, { faces: true, image: true }, background);
        done += 1;
      });
      await ml.embedTexts(['a person waits'], interactive);
      expect(done).to.be.at.most(1);
      await Promise.all(photos);
    });
  });

  it('reject a folder with an invalid manifest, and name it', async () => {
    const strange = (into: string): void => {
      installPack(into, { pack: 'strange', files: [] });
    };
    await withProvider({ install: [strange, installClip] }, ({ watch }) => {
      expect(watch.broken).to.deep.equal([
        { pack: 'strange', reason: 'The manifest of a model pack is wrong: "summary" is required.' },
      ]);
      expect(watch.models.imageText?.pack).to.equal('clip-standin');
      return Promise.resolve();
    });
  });
});
