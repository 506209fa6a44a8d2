import type { VectorIndex } from '../../../core/plugin-api/index.ts';
import { createVectorIndexProvider, type VectorIndexesOptions } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

export interface OpenIndex {
  readonly index: VectorIndex;
  /** Another empty index in the same process. */
  readonly another: () => Promise<VectorIndex>;
}

/** Calls `use` with an empty index of images in a separate process. */
export async function withIndex(
  dimensions: number,
  use: (open: OpenIndex) => Promise<void>,
  options: VectorIndexesOptions = {},
): Promise<void> {
  await withTempFolder(async (cacheDir) => {
    const provider = createVectorIndexProvider(options);
    let models = 0;
    const another = (): Promise<VectorIndex> =>
      provider.open({ kind: 'image', model: `test ${(models += 1)}`, dimensions, cacheDir });
    try {
      await use({ index: await another(), another });
    } finally {
      await provider.close();
    }
  });
}
