import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { endProcess } from '../support/child-process.ts';
import { needModels, needPhotos, photosDir } from '../support/model-packs.ts';
import { fromSource } from '../support/programs.ts';
import { uploadForm } from '../support/upload-form.ts';

/**
 * MB: one picture of 98 megapixels during decoding (300), and three files of 20 MiB with the copies that are made while
 * reading a form. Twenty pictures at once would take 6 GB, and all files at once 1.5 GB.
 */
const mostMemory = 600;

describe('many uploads at once', function () {
  before(function () {
    needModels(this);
    needPhotos(this);
  });

  it('use a bounded amount of memory', async () => {
    const program = join(import.meta.dirname, '../fixtures/face-uploads-process.ts');
    const execArgv = fromSource(program).slice(0, -1);
    const child = fork(program, { execArgv, env: { ...process.env, LOG_LEVEL: 'error' } });
    try {
      const [{ url, headers }] = (await once(child, 'message')) as [{ url: string; headers: Record<string, string> }];
      const folder = join(photosDir, 'faces/George_Clooney');
      const portrait = readFileSync(join(folder, readdirSync(folder)[0]!));
      // Data after the end of a JPEG is ignored.
      const heavy = Buffer.concat([portrait], 20 * 1024 * 1024 - 1);
      const wide = await sharp(portrait)
        .resize(9900, 9900, { fit: 'fill' })
        .webp({ quality: 20, effort: 0 })
        .toBuffer();
      const upload = async (file: Buffer): Promise<string> => {
        const form = await uploadForm({ file });
        const body = form.payload;
        const answer = await fetch(`${url}/api/search/face`, {
          method: 'POST',
          body,
          headers: { ...headers, ...form.headers },
        });
        // The response says what is wrong.
        return answer.ok ? 'ok' : `${answer.status} ${await answer.text()}`;
      };
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => upload(at % 5 === 0 ? wide : heavy)));
      expect(answers).to.deep.equal(Array<string>(20).fill('ok'));
      child.send('enough');
      const [{ before, most }] = (await once(child, 'message')) as [{ before: number; most: number }];
      expect(most - before).to.be.below(mostMemory);
    } finally {
      await endProcess(child, 'SIGKILL');
    }
  });
});
