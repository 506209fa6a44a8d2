import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorIndex } from '../../../core/plugin-api/index.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { everything, unitVector } from './vector-rows.ts';

export const dimensions = 64;

export interface Rig {
  readonly provider: VectorIndexes;
  readonly cacheDir: string;
  readonly warnings: string[];
  readonly open: (size?: number) => Promise<VectorIndex>;
}

/** Indexes in a temporary folder, in one process. */
export async function withProvider(use: (rig: Rig) => Promise<void>): Promise<void> {
  await withTempFolder(async (cacheDir) => {
    const warnings: string[] = [];
    const provider = createVectorIndexProvider({ log: { warn: (message) => warnings.push(message) } });
    const open = (size = dimensions): Promise<VectorIndex> =>
      provider.open({ kind: 'face', model: 'some/model@1', dimensions: size, cacheDir });
    try {
      await use({ provider, cacheDir, warnings, open });
    } finally {
      await provider.close();
    }
  });
}

export const query = unitVector(-1, dimensions);
export const best = async (index: VectorIndex): Promise<unknown> =>
  index.search([query], { k: 20, filter: everything });

/** The folder of the only index. */
export const folderOf = (cacheDir: string): string => join(cacheDir, readdirSync(cacheDir)[0]!);
