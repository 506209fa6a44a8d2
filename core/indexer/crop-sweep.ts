import type { RemovedFaces } from '../index-store/people/removed-faces.ts';
import type { Transact } from '../index-store/transact.ts';
import { letOthersRun } from './pause.ts';
import type { PictureFiles } from './picture-files.ts';

const batch = 100;

interface Dependencies {
  readonly removed: RemovedFaces;
  readonly crops: PictureFiles;
  readonly transact: Transact;
}

/** Removes the crop files of faces that are gone, however they went. */
export class CropSweep {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws Trouble with the disk */
  async run(signal: AbortSignal): Promise<void> {
    const { removed, crops, transact } = this.#with;
    for (;;) {
      const ids = removed.some(batch);
      if (ids.length === 0) return;
      for (const id of ids) await crops.remove(id);
      transact(() => {
        removed.forget(ids);
      });
      await letOthersRun(signal);
    }
  }
}
