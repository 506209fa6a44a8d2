import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { indexFile } from '../../../../core/settings/data-folder.ts';
import {
  contentOf,
  convertPlace,
  foundIn,
  keysOf,
  makeLibrary,
  telling,
  type LibraryPlace,
} from '../../../support/convertible-library.ts';
import { isLongRun } from '../../../support/long-run.ts';
import { fromSource } from '../../../support/programs.ts';
import { seededRandom } from '../../../support/seed.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const kills = isLongRun ? 20 : 3;
const program = join(import.meta.dirname, '../../../fixtures/converting-process.ts');

const start = ({ dataDir, backupDir }: LibraryPlace, to: string, last = 0, power = '') =>
  spawn(process.execPath, [...fromSource(program), dataDir, backupDir, to, String(last), power], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The number of changes of the disk that the conversion of such a library takes. */
async function changesOf(to: 'encrypted' | 'plain'): Promise<number> {
  return withTempFolder(async (folder) => {
    const place = await makeLibrary(folder, { photos: 5 });
    if (to === 'plain') await convertPlace(place, keysOf(), 'encrypted');
    return Number(await text(start(place, to).stdout));
  });
}

describe('a library that is converted by processes that are repeatedly killed', () => {
  for (const [to, from, keys] of [
    ['encrypted', 'plain', keysOf()],
    ['plain', 'encrypted', null],
  ] as const) {
    it(`is ${to} in the end, and nothing is lost`, () =>
      withTempFolder(async (folder) => {
        const changes = await changesOf(to);
        const random = seededRandom();
        const place = await makeLibrary(folder, { photos: 5 });
        const before = contentOf(place, null);
        if (from === 'encrypted') await convertPlace(place, keysOf(), 'encrypted');
        for (let kill = 0; kill < kills; kill += 1) {
          // Completed steps are not repeated, so that this many kills reach the last steps.
          const last = 1 + Math.floor((changes / kills) * (0.4 + 0.6 * random()));
          const ended = await once(start(place, to, last), 'exit');
          expect(ended, `in the middle of change ${last} of life ${kill + 1}`).to.deep.equal([null, 'SIGKILL']);
        }
        const { removed, left } = await convertPlace(place, keysOf(), to);
        expect({ removed, left }).to.deep.equal({ removed: 0, left: [] });
        expect(contentOf(place, keys)).to.deep.equal(before);
        if (to === 'encrypted') expect(foundIn(place)).to.deep.equal([]);
        else expect(foundIn(place)).to.include.members(Object.keys(telling).filter((what) => !/log|vector/.test(what)));
      }));
  }

  it('is encrypted in the end, and nothing is lost, if the power fails while files are overwritten', () =>
    withTempFolder(async (folder) => {
      const place = await makeLibrary(folder, { photos: 2 });
      const before = contentOf(place, null);
      // The first changes are those of the previous process, which are repeated: a few pictures at a time.
      const life = (): Promise<unknown[]> => once(start(place, 'encrypted', 5, 'power'), 'exit');
      let lives = 0;
      while (lives < 30 && (await life())[1] === 'SIGKILL') lives += 1;
      expect(lives).to.be.within(3, 29);
      expect(contentOf(place, keysOf())).to.deep.equal(before);
      expect(foundIn(place)).to.deep.equal([]);
    }));

  it('survives a kill while the new index is written, and changes of direction', () =>
    withTempFolder(async (folder) => {
      const place = await makeLibrary(folder);
      const before = contentOf(place, null);
      const child = start(place, 'encrypted');
      const exit = once(child, 'exit');
      await until(() => existsSync(`${indexFile(place.dataDir)}.new-form`));
      child.kill('SIGKILL');
      await exit;
      await convertPlace(place, keysOf(), 'plain');
      expect(contentOf(place, null)).to.deep.equal(before);
      for (const last of [30, 60]) await once(start(place, 'encrypted', last), 'exit');
      await convertPlace(place, keysOf(), 'plain');
      expect(contentOf(place, null)).to.deep.equal(before);
      for (const last of [40, 80]) await once(start(place, 'encrypted', last), 'exit');
      await once(start(place, 'plain', 30), 'exit');
      await convertPlace(place, keysOf(), 'encrypted');
      expect(contentOf(place, keysOf())).to.deep.equal(before);
      expect(foundIn(place)).to.deep.equal([]);
    }));
});
