import type { CroppedPhoto, FoundFaces, KnownFace } from '../store/people/found-faces.ts';
import type { DetectedFace, MlProvider } from '../plugin-api/ml-provider.ts';
import { readModelPicture, usualSize, type PictureMeans } from './model-picture.ts';
import type { PictureFiles } from './picture-files.ts';
import { transientErrorOf } from './transient-error.ts';
import { workThrough } from './work-through.ts';

interface Dependencies extends PictureMeans {
  readonly faces: FoundFaces;
  readonly crops: PictureFiles;
  readonly ml: () => MlProvider | undefined;
  readonly config: { readonly workers: number; readonly maxPhotoBytes: number };
  /** Called for a photo from which crops can no longer be made. */
  readonly onError: (uid: string, error: unknown) => void;
  /** Whether the source of a photo can be read now. */
  readonly isReadable: (uid: string) => boolean;
}

/**
 * Creates crops of faces again if their files are missing, as after restoring a backup, which contains no crops. The boxes
 * are known, so no model is needed. Requests for crops report missing files.
 */
export class LostCrops {
  readonly #with: Dependencies;
  readonly #waiting = new Set<number>();
  /** Faces for which this has already failed since the start. */
  readonly #hopeless = new Set<number>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @returns whether this added work */
  add(faceId: number): boolean {
    if (this.#hopeless.has(faceId) || this.#waiting.has(faceId)) return false;
    this.#waiting.add(faceId);
    return this.#waiting.size === 1;
  }

  /** @throws TransientError, or the reason of `signal`: the faces then wait as before */
  async run(signal: AbortSignal): Promise<void> {
    await workThrough<CroppedPhoto>({
      workers: this.#with.config.workers,
      next: (inProgress) => {
        signal.throwIfAborted();
        return Promise.resolve(this.#photos().filter(({ id }) => !inProgress.has(id)));
      },
      work: (photo) => this.#remake(photo, signal),
      enough: () => signal.aborted,
    });
  }

  /** The photos of the faces. A photo that waits to be read again gets its crops then. */
  #photos(): CroppedPhoto[] {
    const { faces, isReadable } = this.#with;
    const photos = new Map<number, CroppedPhoto>();
    for (const faceId of this.#waiting) {
      const photo = faces.photoOf(faceId);
      if (!photo) this.#waiting.delete(faceId);
      else if (isReadable(photo.uid)) photos.set(photo.id, photo);
    }
    return [...photos.values()];
  }

  async #remake(photo: CroppedPhoto, signal: AbortSignal): Promise<void> {
    const { faces, crops, onError } = this.#with;
    const facesWithCrop = faces.known(photo.id).filter(({ crop }) => crop > 0);
    const missing: KnownFace[] = [];
    for (const face of facesWithCrop) if (!(await crops.has(face.id))) missing.push(face);
    try {
      if (missing.length > 0) await this.#cut(photo, missing, signal);
    } catch (error) {
      const transient = transientErrorOf(error);
      if (signal.aborted || transient) throw transient ?? error;
      onError(photo.uid, error);
    }
    for (const { id } of facesWithCrop) this.#waiting.delete(id);
    for (const { id } of missing) if (!(await crops.has(id))) this.#hopeless.add(id);
  }

  async #cut(photo: CroppedPhoto, missing: readonly KnownFace[], signal: AbortSignal): Promise<void> {
    const { crops, reader, ml } = this.#with;
    const modelPicture = await readModelPicture(photo, ml()?.preferredImageSize ?? usualSize, this.#with, signal);
    if (!modelPicture) return;
    const { picture, width, height } = modelPicture;
    const views = await reader.faces({ picture, width, height, faces: missing.map(detected) }, signal);
    for (const [index, { id }] of missing.entries()) {
      const view = views[index];
      if (view) await crops.write(id, view.crop);
    }
  }
}

function detected({ x, y, w, h, points, score }: KnownFace): DetectedFace {
  return { box: { x, y, w, h }, points: JSON.parse(points) as DetectedFace['points'], score };
}
