import type { DueAnalysis } from '../store/models/analyses.ts';
import type { FoundFaces } from '../store/people/found-faces.ts';
import { sameBoxes } from '../domain/same-boxes.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import type { AnalysisParts, DetectedFace, MlModels, MlProvider, PictureAnalysis } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';
import { analysisModels, anyModel, facesBy, imageModel, sameModels } from './analysis-models.ts';
import type { CheckedSource } from './sync/checked-source.ts';
import type { AnalysisKeeper, Finding, SeenFace } from './keep-analysis.ts';
import { PhotoError } from '../media/photo-error.ts';
import { readModelPicture, usualSize } from './model-picture.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { ModelPicture } from '../media/photo-tasks.ts';
import { embedKnownFaces, runModels, type Models } from './run-models.ts';
import { anyStandIn, standIns, storedFacesBy } from './stand-ins.ts';
import { photoReason, transientErrorOf } from './transient-error.ts';

const noModels: MlModels = { faceDetector: null, faceEmbedder: null, imageText: null };

interface Dependencies {
  readonly ml: () => MlProvider | undefined;
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly faces: FoundFaces;
  readonly keeper: AnalysisKeeper;
  readonly config: { readonly maxPhotoBytes: number };
  /** Told of failures of the provider, which are a photo's reason in one general sentence. */
  readonly onProviderError: (error: unknown) => void;
  /** Told of a stored analysis that cannot be used. */
  readonly onWrongStored: (uid: string, reason: string) => void;
}

/** What there is to analyse a photo with. */
export interface Means {
  /** Longest side in px of the picture to analyse. */
  readonly size: number;
  readonly provider: MlProvider | undefined;
  readonly models: MlModels;
  /** Brought along by the source; stands in for models that are not installed. */
  readonly stored: StoredAnalysis | null;
}

/**
 * Runs one photo through the models: faces with their vectors, the vector of the whole picture, and what it shows. What the
 * source brings along stands in for models that are missing.
 */
export class PhotoAnalyser {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether there are models at all, and which. */
  installed(): MlModels {
    return this.#with.ml()?.models() ?? noModels;
  }

  /**
   * What a photo can be analysed with now; null when nothing is there, and it has to wait.
   * @throws SourceError
   */
  async means(uid: string, signal: AbortSignal): Promise<Means | null> {
    const provider = this.#with.ml();
    const models = this.installed();
    const installed = analysisModels(models);
    const missing = Object.values(installed).includes(null) || !models.text;
    const stored = missing ? await this.#stored(uid, signal) : null;
    if (!anyModel(installed) && !stored) return null;
    return {
      size: provider && anyModel(installed) ? provider.preferredImageSize : usualSize,
      provider,
      models,
      stored,
    };
  }

  /**
   * @param modelPicture the picture in the size that `means` wants, when it is at hand: its pixels are used up
   * @throws TransientError, or the reason of `signal`: the photo then waits as before
   */
  async analyse(
    photo: DueAnalysis,
    means: Means,
    modelPicture: ModelPicture | null,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.#analyse(photo, means, modelPicture, signal);
    } catch (error) {
      const trouble = transientErrorOf(error);
      if (signal.aborted || trouble) throw trouble ?? error;
      // Models that are no more, perhaps because they do not work, failed by themselves: the photo waits for others.
      if (!sameModels(analysisModels(means.models), analysisModels(this.installed()))) return;
      const known = error instanceof PhotoError || isSourceError(error);
      if (!known) this.#with.onProviderError(error);
      this.#with.keeper.fail(photo, known ? photoReason(error) : 'The models failed over this photo: see the log.');
    }
  }

  async #analyse(photo: DueAnalysis, means: Means, decoded: ModelPicture | null, signal: AbortSignal): Promise<void> {
    const { models, stored: brought } = means;
    const by = analysisModels(models);
    const run: Required<AnalysisParts> = {
      faces: by.faces !== null && by.faces !== photo.facesBy,
      image: by.image !== null && by.image !== photo.imageBy,
      labels: by.labels !== null && by.labels !== photo.labelsBy,
    };
    const stored = this.#fitting(photo, brought);
    const instead = standIns(stored, photo, models);

    // Done is what has been through something: without models, the photo goes on waiting for them.
    if (!anyModel(by) && !anyStandIn(instead)) return;
    const toSee = run.faces || run.image || run.labels || instead.faces !== null;
    const modelPicture = toSee ? (decoded ?? (await readModelPicture(photo, means.size, this.#with, signal))) : null;
    if (!sameModels(by, analysisModels(this.installed()))) {
      // Others came while the picture was decoded: what they say must not be kept under the names of the old ones.
      const anew = await this.means(photo.uid, signal);
      if (anew) await this.#analyse(photo, anew, modelPicture, signal);
      return;
    }
    const { provider } = means;
    const seen =
      modelPicture && provider
        ? await this.#run(photo, modelPicture, { provider, models }, run, signal)
        : nothingSeen(run);
    const faceModels = run.faces ? facesBy(models) : instead.faces && storedFacesBy(stored);
    const model = run.image ? imageModel(models) : null;
    const found = seen.faces ?? (modelPicture && instead.faces?.found);
    await this.#with.keeper.keep(photo, {
      faces: faceModels && { ...faceModels, found: await this.#view(modelPicture, found ?? [], signal) },
      image: model ? { model, embedding: seen.image } : instead.image,
      labels: run.labels && by.labels !== null ? { by: by.labels, ...labelsOf(models, seen) } : instead.labels,
      text: instead.text,
    });
  }

  /** The stored analysis, if it is of this very content. */
  #fitting({ uid, sha1 }: DueAnalysis, stored: StoredAnalysis | null): StoredAnalysis | null {
    if (!stored) return null;
    if (sha1 && Buffer.from(sha1).toString('hex') === stored.sha1) return stored;
    this.#with.onWrongStored(uid, 'It is of another content than the photo has.');
    return null;
  }

  /** @returns null when there is none that can be read */
  async #stored(uid: string, signal: AbortSignal): Promise<StoredAnalysis | null> {
    const { source, onWrongStored } = this.#with;
    if (!source.bringsAnalyses) return null;
    try {
      return await source.storedAnalysis(uid, signal);
    } catch (error) {
      if (signal.aborted || transientErrorOf(error)) throw error;
      onWrongStored(uid, photoReason(error));
      return null;
    }
  }

  async #run(
    photo: DueAnalysis,
    { picture }: ModelPicture,
    models: Models,
    parts: AnalysisParts,
    signal: AbortSignal,
  ): Promise<PictureAnalysis> {
    if (!parts.faces && !parts.image && !parts.labels) return nothingSeen(parts);
    const seen = await runModels(models, picture, parts, signal);
    if (!seen.faces || photo.facesBy === null) return seen;
    const missed = this.#missed(photo.id, seen.faces);
    return { ...seen, faces: [...seen.faces, ...(await embedKnownFaces(models, picture, missed, signal))] };
  }

  /**
   * Faces about which people decided something and that these models do not find in the same picture: they stay, and get
   * a vector of the new model like the others.
   */
  #missed(photoId: number, found: readonly DetectedFace[]): DetectedFace[] {
    const known = this.#with.faces.known(photoId);
    const met = sameBoxes(
      known,
      found.map(({ box }) => box),
    );
    return known
      .filter((face) => face.decided && !met.includes(face))
      .map(({ x, y, w, h, points, score }) => ({
        box: { x, y, w, h },
        points: JSON.parse(points) as DetectedFace['points'],
        score,
      }));
  }

  /** Crops and qualities. The pixels are used up. */
  async #view(
    modelPicture: ModelPicture | null,
    faces: NonNullable<PictureAnalysis['faces']>,
    signal: AbortSignal,
  ): Promise<SeenFace[]> {
    if (!modelPicture || faces.length === 0) return [];
    const bare = faces.map(({ box, points, score }) => ({ box, points, score }));
    const views = await this.#with.reader.faces({ ...modelPicture, faces: bare }, signal);
    return faces.flatMap((face, index) => {
      const view = views[index];
      return view ? [{ ...face, ...view }] : [];
    });
  }
}

function labelsOf({ labels }: MlModels, seen: PictureAnalysis): Omit<NonNullable<Finding['labels']>, 'by'> {
  const { labels: found, people } = seen.labels ?? { labels: [], people: 0 };
  return { labels: found, people, show: labels?.confidence.show ?? 1 };
}

/** In a video without a thumbnail there is nothing to see, and that is all there is to know. */
function nothingSeen({ faces }: AnalysisParts): PictureAnalysis {
  return { faces: faces ? [] : null, image: null };
}
