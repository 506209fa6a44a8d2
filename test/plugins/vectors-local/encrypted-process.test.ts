import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { everything, puts, unitVector } from './vector-rows.ts';

const key = randomBytes(32);

describe('the process that holds the vectors of an encrypted library', () => {
  const open = { kind: 'face', model: 'some/model@1', dimensions: 16 } as const;
  const query = unitVector(-1, 16);

  it('leaves no plaintext and loses nothing that it saved when it is killed while saving', () =>
    withTempFolder(async (cacheDir) => {
      const provider = createVectorIndexProvider();
      try {
        const index = await provider.open({ ...open, cacheDir, key });
        for (let round = 1; round <= 3; round += 1) {
          // This many rows are saved at once; saving has begun when the list of files changes.
          await index.apply(BigInt(round), puts((round - 1) * 17_000 + 1, round * 17_000, 16));
          const files = (): string[] =>
            readdirSync(cacheDir, { recursive: true, withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map((entry) => join(entry.parentPath, entry.name));
          const before = files().join();
          await until(() => files().join() !== before);
          process.kill(provider.pid!, 'SIGKILL');
          for (const file of files()) {
            const bytes = readFileSync(file);
            for (const id of [1, 17_000, 17_001, round * 17_000]) {
              const trace = Buffer.from(unitVector(id, 16).buffer, 0, 16);
              expect(bytes.includes(trace), `${file}, ${id}`).to.equal(false);
            }
          }
          expect((await index.stats()).rows).to.equal(round * 17_000);
          expect(await index.watermark()).to.equal(BigInt(round));
        }
        const answer = await index.search([query], { k: 20, filter: everything });
        await index.close();
        const again = await provider.open({ ...open, cacheDir, key });
        expect(await again.watermark()).to.equal(3n);
        expect(await again.search([query], { k: 20, filter: everything })).to.deep.equal(answer);
      } finally {
        await provider.close();
      }
    }));

  it('gets the key only in a message: neither its arguments nor its environment contain it', () =>
    withTempFolder(async (cacheDir) => {
      const provider = createVectorIndexProvider();
      try {
        await provider.open({ ...open, cacheDir, key });
        for (const file of ['cmdline', 'environ']) {
          const text = readFileSync(`/proc/${provider.pid}/${file}`);
          for (const form of [key, key.toString('hex'), key.toString('base64'), key.toString('base64url')]) {
            expect(text.includes(form), file).to.equal(false);
          }
        }
      } finally {
        await provider.close();
      }
    }));

  it('accepts only keys of 32 bytes, and erases only its own copy', () =>
    withTempFolder(async (cacheDir) => {
      const provider = createVectorIndexProvider();
      const short = provider.open({ ...open, cacheDir, key: key.subarray(1) });
      expect(String(await short.catch((error: unknown) => error))).to.match(/^RangeError: .*32 bytes/);
      const given = Uint8Array.from(key);
      const index = await provider.open({ ...open, cacheDir, key: given });
      await index.close();
      expect(given).to.deep.equal(Uint8Array.from(key));
    }));
});
