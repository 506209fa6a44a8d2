import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { skip } from '../../support/skip.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const built = (module: string): string => pathToFileURL(resolve(import.meta.dirname, '../../../dist', module)).href;

/** Decodes a picture as the built program does, and prints how its process was started. */
const script = (jpeg: Buffer): string => `
  import { readFileSync } from 'node:fs';
  import { PhotoReader } from '${built('core/media/photo-reader.js')}';
  import { Pictures } from '${built('plugins/bridge-upstream/bridge/pictures/pictures.js')}';
  const bytes = Buffer.from('${jpeg.toString('base64')}', 'base64');
  const reader = new PhotoReader({ maxPhotoPixels: 1e8, photoMemory: 4e8, workers: 1 });
  const { mime, width } = await reader.examine(Uint8Array.from(bytes), null);
  const started = readFileSync('/proc/' + reader.pids.indexing[0] + '/cmdline', 'utf8').split('\\0');
  await reader.close();
  const pictures = new Pictures();
  const { signal } = new AbortController();
  const thumbnail = await pictures.thumbnail(bytes, { kind: 'image', size: 512, signal });
  await pictures.close();
  console.log(JSON.stringify({ mime, width, started, thumbnail: thumbnail?.length ?? 0 }));
`;

describe('the decoders of the built program', function () {
  it('read pictures without permissions for files and processes, if this Node.js can drop them', async function () {
    if (process.env['TEST_BUILT'] !== '1') skip(this, 'nothing is built: set TEST_BUILT=1 after npm run build');
    const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const stdout = await withTempFolder(async (folder) => {
      const file = join(folder, 'decode.mjs');
      writeFileSync(file, script(jpeg));
      return (await promisify(execFile)(process.execPath, [file], { timeout: 60_000 })).stdout;
    });
    const { mime, width, started, thumbnail } = JSON.parse(stdout) as {
      mime: string;
      width: number;
      started: string[];
      thumbnail: number;
    };
    expect([mime, width]).to.deep.equal(['image/jpeg', 90]);
    expect(thumbnail).to.be.above(50);
    expect(started.includes('--permission')).to.equal(process.allowedNodeEnvironmentFlags.has('--permission'));
    expect(started.filter((argument) => argument.startsWith('--allow-fs-write'))).to.deep.equal([]);
  });
});
