import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeVectorIndex } from '../../../core/plugin-api/contract-tests.ts';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';

describe('vectors in a separate process', () => {
  describeVectorIndex(() => {
    const cacheDir = mkdtempSync(join(tmpdir(), 'photofinch-'));
    return {
      provider: createVectorIndexProvider(),
      cacheDir,
      cleanup: () => {
        rmSync(cacheDir, { recursive: true, force: true });
      },
    };
  });
});
