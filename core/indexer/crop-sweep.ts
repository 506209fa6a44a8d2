import type { FoundFaces } from '../store/people/found-faces.ts';
import type { Transact } from '../store/transact.ts';
import { letOthersRun } from '../threads/pause.ts';
import type { PictureFiles } from './picture-files.ts';

const batch = 100;

interface Dependencies {
  readonly faces: FoundFaces;
  readonly crops: PictureFiles;
  readonly transact: Transact;
}

/** Removes the crop files of faces that no longer exist. */
export class CropSweep {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws TransientError for an error of the disk */
  async run(signal: AbortSignal): Promise<void> {
    const { faces, crops, transact } = this.#with;
    for (;;) {
      const ids = faces.removed(batch);
      if (ids.length === 0) return;
      for (const id of ids) await crops.remove(id);
      transact(() => {
        faces.forgetRemoved(ids);
      });
      await letOthersRun(signal);
    }
  }
}
