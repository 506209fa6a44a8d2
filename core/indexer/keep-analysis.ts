import { isBetterLevel, type PictureLevel } from '../domain/level.ts';
import type { Analyses, AnalysisModels, DueAnalysis } from '../store/models/analyses.ts';
import type { CurrentModel, CurrentModels } from '../store/models/current-models.ts';
import type { FoundFace, FoundFaces } from '../store/people/found-faces.ts';
import type { PhotoLabel, TextLine } from '../domain/photo-findings.ts';
import type { PhotoLabels } from '../store/photos/photo-labels.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { TextLines } from '../store/photos/text-lines.ts';
import type { Transact } from '../store/transact.ts';
import type { PictureFiles } from './picture-files.ts';

/** A face with its crop as JPEG. */
export interface AnalysedFace extends FoundFace {
  readonly crop: Uint8Array;
}

/** The findings in one photo. A null part was not analysed: earlier findings stay. */
export interface Finding {
  /** The level of the analysed picture. */
  readonly level: PictureLevel;
  /** Models for which there was no suitable picture: their earlier findings stay until there is one. */
  readonly passedOver: AnalysisModels | null;
  readonly faces: {
    /** Detector and embedder. */
    readonly by: string;
    readonly model: CurrentModel;
    readonly found: readonly AnalysedFace[];
  } | null;
  /** `embedding` is null if there is no picture, as for a video without a thumbnail. */
  readonly image: { readonly model: CurrentModel; readonly embedding: Float32Array | null } | null;
  readonly labels: {
    /** The model, by the name that analyses store. */
    readonly by: string;
    readonly labels: readonly PhotoLabel[];
    readonly people: number;
    /** The minimum score of a label that is shown without being searched for. */
    readonly show: number;
  } | null;
  /** Text, only if it comes from a stored analysis: models read text in a separate stage. */
  readonly text: {
    readonly by: string;
    readonly lines: readonly TextLine[];
    /** The minimum score of a line that is shown without being searched for. */
    readonly show: number;
  } | null;
}

interface Dependencies {
  readonly analyses: Analyses;
  readonly faces: FoundFaces;
  readonly labels: PhotoLabels;
  readonly lines: TextLines;
  readonly text: PhotoText;
  readonly models: CurrentModels;
  readonly crops: PictureFiles;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Writes the findings in a photo, including crops. Faces need their ids before their files can be named, and only count as
 * found when the files exist. In between, the photo still waits: after an interruption it is analysed again, and the same
 * faces get the same ids.
 */
export class AnalysisKeeper {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws TransientError for an error of the disk: the photo then waits as before */
  async keep(photo: DueAnalysis, { level, passedOver, faces, image, labels, text }: Finding): Promise<void> {
    const { analyses, faces: store, crops } = this.#with;
    const by = {
      faces: faces?.by ?? passedOver?.faces ?? null,
      image: image?.model.model ?? passedOver?.image ?? null,
      labels: labels?.by ?? passedOver?.labels ?? null,
    };
    const isSamePicture = photo.seen === level && photo.best === level;
    const seenBefore = photo.facesBy === null ? 'other content' : isSamePicture ? 'this picture' : 'another picture';
    const stored = this.#with.transact(() => {
      if (image) this.#begin('image', image.model);
      if (image?.embedding) analyses.embed(photo.id, image.model.model, image.embedding);
      if (labels) this.#with.labels.keep(photo.id, labels);
      if (text && this.#with.lines.keep(photo, text.by, text.lines, text.show)) this.#with.text.refresh([photo.id]);
      const clusteredBy = faces && this.#begin('face', faces.model);
      const { model } = faces?.model ?? {};
      const storedFaces = faces && model && store.store(photo.id, faces.found, { model, clusteredBy, seenBefore });
      if (!storedFaces || storedFaces.ids.length + storedFaces.gone.length === 0) analyses.finish(photo, by, level);
      return storedFaces;
    });
    if (!faces || !stored || stored.ids.length + stored.gone.length === 0) return;

    const noBetter = photo.facesBy !== null && !isBetterLevel(level, photo.seen);
    const cropped: number[] = [];
    for (const [index, id] of stored.ids.entries()) {
      const crop = faces.found[index]?.crop;
      if (!crop || (noBetter && stored.unmoved.has(id))) continue;
      await crops.write(id, crop);
      cropped.push(id);
    }
    const removed = this.#with.transact(() => {
      store.cropped(cropped);
      const ids = store.remove(stored.gone);
      // A face that was assigned in the meantime stays, and is analysed like the others.
      if (ids.length === stored.gone.length) analyses.finish(photo, by, level);
      return ids;
    });
    for (const id of removed) await crops.remove(id);
  }

  fail({ id, attempts }: DueAnalysis, reason: string): void {
    this.#with.transact(() => {
      this.#with.analyses.fail(id, attempts + 1, reason, this.#with.clock());
    });
  }

  /**
   * Makes the first model of its kind the one whose embeddings are searched, if there is none yet.
   * @returns the name of the model whose embeddings are searched
   */
  #begin(kind: 'face' | 'image', model: CurrentModel): string {
    const { models } = this.#with;
    const current = models.of(kind);
    if (!current) models.set(kind, model);
    return current?.model ?? model.model;
  }
}
