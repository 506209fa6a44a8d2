import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePhotoSource } from '../../../core/plugin-api/contract-tests.ts';
import type { PhotoSource } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { withPlugins } from './loading.ts';

const document = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');

/** The first block of JavaScript in the document: the complete example. */
const example = /```js\n([^]*?)```/.exec(document)![1]!;

describe('docs/plugins.md', () => {
  it('has an example that loads as it stands and keeps the contract', () =>
    withTempFolder(async (folder) => {
      const pictures = join(folder, 'pictures');
      mkdirSync(pictures);
      for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(pictures, `${name}.jpg`), name.repeat(100));
      writeFileSync(join(folder, 'few-pictures.mjs'), example);
      const loading = {
        plugins: [join(folder, 'few-pictures.mjs')],
        environment: { FEW_PICTURES_FOLDER: pictures },
      };
      await withPlugins(loading, async ({ photoSource }) => {
        const source: PhotoSource = photoSource;
        const { passed, failed } = await runContract(() => {
          describePhotoSource(() => ({ source }));
        });
        expect(failed).to.deep.equal([]);
        expect(passed).to.have.length.greaterThan(40);
      });
    }));
});
