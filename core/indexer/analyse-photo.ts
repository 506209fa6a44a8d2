import { beforeTurn, type DueAnalysis } from '../store/models/analyses.ts';
import type { FoundFaces } from '../store/people/found-faces.ts';
import { sameFaces } from '../domain/same-faces.ts';
import { inverseTurn } from '../domain/turn.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import { isMlError } from '../plugin-api/ml-error.ts';
import type { AnalysisParts, MlModels, MlProvider, PictureAnalysis } from '../plugin-api/ml-provider.ts';
import type { StoredAnalysis } from '../plugin-api/photo-source.ts';
import { asShown, ofFile, turnFace } from './as-shown.ts';
import { analysisModels, anyModel, facesBy, imageModel, sameModels } from './analysis-models.ts';
import type { AnalysisKeeper, Finding, AnalysedFace } from './keep-analysis.ts';
import { seenAfterTurn, seenByOthers } from './known-faces.ts';
import { PhotoError } from '../media/photo-error.ts';
import type { ModelPause } from './model-pause.ts';
import { readModelPicture, usualSize, type LevelledPicture, type PictureMeans } from './model-picture.ts';
import type { ModelPicture } from '../media/photo-tasks.ts';
import { isDecodedHere, isBetterLevel, type PictureLevel } from '../domain/level.ts';
import { embedKnownFaces, runModels, type Models } from './run-models.ts';
import { anyStandIn, standIns, storedFacesBy } from './stand-ins.ts';
import { photoReason, transientErrorOf } from './transient-error.ts';

/** Why a photo has to wait for its analysis. */
export const modelsFailed = 'The models failed over this photo: see the log.';

const nothing: Required<AnalysisParts> = { faces: false, image: false, labels: false };
const noModels: MlModels = { faceDetector: null, faceEmbedder: null, imageText: null };

interface Dependencies extends PictureMeans {
  readonly ml: () => MlProvider | undefined;
  readonly modelPause: ModelPause;
  readonly faces: FoundFaces;
  readonly keeper: AnalysisKeeper;
  /** Called with failures of the provider. The photo itself only gets a general reason. */
  readonly onProviderError: (error: unknown) => void;
  /** Called for a stored analysis that cannot be used. */
  readonly onWrongStored: (uid: string, reason: string) => void;
}

/** The source of the picture and the models for one analysis. */
export interface Means {
  /** The longest side in px of the picture to analyse. */
  readonly size: number;
  readonly provider: MlProvider | undefined;
  readonly models: MlModels;
  /** The stored analysis of the source, which replaces models that are not installed. */
  readonly stored: StoredAnalysis | null;
}

/**
 * Runs one photo through the models: faces with their vectors, the vector of the whole picture, and labels. A stored
 * analysis of the source replaces models that are missing.
 */
export class PhotoAnalyser {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The models that are installed now. */
  installed(): MlModels {
    return this.#with.ml()?.models() ?? noModels;
  }

  /**
   * The picture and the models with which a photo can be analysed now; null if there are none, so that the photo has to
   * wait.
   * @throws SourceError
   */
  async means(uid: string, signal: AbortSignal): Promise<Means | null> {
    if (this.#with.modelPause.isOn) return null;
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
   * @param modelPicture the picture in the size that `means` requires, if it is already decoded; its pixels are used up
   * @returns whether it succeeded; if the models cannot work now, the photo waits as before
   * @throws TransientError, or the reason of `signal`: the photo then waits as before
   */
  async analyse(
    photo: DueAnalysis,
    means: Means,
    modelPicture: LevelledPicture | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    // The pause may have begun while the picture was read.
    if (this.#with.modelPause.isOn) return false;
    try {
      await this.#analyse(photo, means, modelPicture, signal);
      if (means.provider) this.#with.modelPause.noteSuccess();
      return true;
    } catch (error) {
      const transient = transientErrorOf(error);
      if (signal.aborted || transient) throw transient ?? error;
      if (isMlError(error)) {
        this.#with.modelPause.begin(error);
        return false;
      }
      // If the models have changed in the meantime, the photo waits for the new ones.
      if (!sameModels(analysisModels(means.models), analysisModels(this.installed()))) return false;
      const isKnown = error instanceof PhotoError || isSourceError(error);
      if (!isKnown) this.#with.onProviderError(error);
      this.#with.keeper.fail(photo, isKnown ? photoReason(error) : modelsFailed);
      return false;
    }
  }

  async #analyse(
    photo: DueAnalysis,
    means: Means,
    decoded: LevelledPicture | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { models, stored: brought } = means;
    const by = analysisModels(models);
    // A better picture has to be analysed again by all models.
    const isBetterPicture = isBetterLevel(decoded?.level ?? this.#levelOf(photo), photo.seen);
    const dueParts: Required<AnalysisParts> = {
      faces: by.faces !== null && (isBetterPicture || by.faces !== photo.facesBy),
      image: by.image !== null && (isBetterPicture || by.image !== photo.imageBy),
      labels: by.labels !== null && (isBetterPicture || by.labels !== photo.labelsBy),
    };
    const stored = this.#fitting(photo, brought);
    const instead = standIns(stored, photo, models);

    // An analysis needs at least one model or a stored analysis: without either, the photo keeps waiting.
    if (!anyModel(by) && !anyStandIn(instead)) return;
    const toRun = dueParts.faces || dueParts.image || dueParts.labels;
    const toSee = toRun || instead.faces !== null;
    const modelPicture = toSee ? (decoded ?? (await readModelPicture(photo, means.size, this.#with, signal))) : null;
    const upright =
      toRun && modelPicture ? await asShown(modelPicture.picture, photo.turned, this.#with.reader, signal) : null;
    if (!sameModels(by, analysisModels(this.installed()))) {
      // The models changed while the picture was decoded or rotated: results must not be stored under the names of the old
      // ones.
      const newMeans = await this.means(photo.uid, signal);
      if (newMeans) await this.#analyse(photo, newMeans, modelPicture, signal);
      return;
    }
    // Only the original can show this photo, so until it is read, nothing is found and nothing is removed.
    const unseen = toSee && !modelPicture && isDecodedHere(photo.kind);
    const run = unseen ? nothing : dueParts;
    const { provider } = means;
    const analysis =
      modelPicture && upright && provider
        ? await this.#run(photo, { picture: upright, level: modelPicture.level }, { provider, models }, run, signal)
        : nothingSeen(run);
    const faceModels = run.faces ? facesBy(models) : unseen ? null : instead.faces && storedFacesBy(stored);
    const model = run.image ? imageModel(models) : null;
    const faces = analysis.faces ?? (modelPicture && instead.faces?.found);
    await this.#with.keeper.keep(photo, {
      level: modelPicture?.level ?? (unseen ? 'thumbnail' : anyStandIn(instead) ? photo.best : photo.seen),
      passedOver: unseen ? by : null,
      faces: faceModels && { ...faceModels, found: await this.#view(modelPicture, faces ?? [], signal) },
      image: model ? { model, embedding: analysis.image } : instead.image,
      labels: run.labels && by.labels !== null ? { by: by.labels, ...labelsOf(models, analysis) } : instead.labels,
      text: instead.text,
    });
  }

  /** The level of the picture for models, if no picture has been decoded yet. */
  #levelOf({ kind }: DueAnalysis): PictureLevel {
    return isDecodedHere(kind) && !this.#with.metered() ? 'original' : 'thumbnail';
  }

  /** The stored analysis, if it is for the current content. */
  #fitting({ uid, sha1 }: DueAnalysis, stored: StoredAnalysis | null): StoredAnalysis | null {
    if (!stored) return null;
    if (sha1 && Buffer.from(sha1).toString('hex') === stored.sha1) return stored;
    this.#with.onWrongStored(uid, 'It is of another content than the photo has.');
    return null;
  }

  /** @returns null if there is no readable one */
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

  /** @param picture as users see the photo */
  async #run(
    photo: DueAnalysis,
    { picture: upright, level }: Pick<LevelledPicture, 'picture' | 'level'>,
    models: Models,
    parts: AnalysisParts,
    signal: AbortSignal,
  ): Promise<PictureAnalysis> {
    const { turned } = photo;
    const analysis = ofFile(await runModels(models, upright, parts, signal), turned);
    // Faces that the same models found in a worse picture are recognised by their embeddings, even at another position.
    if (!analysis.faces || photo.facesBy === null || photo.facesBy === analysisModels(models.models).faces)
      return analysis;
    const known = this.#with.faces.known(photo.id);
    const wasTurned = photo.facesBy === beforeTurn && !isBetterLevel(level, photo.seen);
    const { found, free, missed, clearer } = wasTurned
      ? seenAfterTurn(known, analysis.faces)
      : seenByOthers(known, analysis.faces, isBetterLevel(photo.best, level));
    const uprightKept = [...missed, ...clearer].map((face) => turnFace(face, turned));
    const uprightFaces = await embedKnownFaces(models, upright, uprightKept, signal);
    const keptFaces = uprightFaces.map((face) => turnFace(face, inverseTurn(turned)));
    // Two similar faces of one model in one picture are one face with two boxes.
    const twins = sameFaces(
      keptFaces.slice(0, missed.length).map((face) => ({ ...face.box, embedding: face.embedding })),
      free,
      ({ embedding }) => embedding,
    );
    const doubled = new Set(free.filter((_, index) => twins[index]));
    return { ...analysis, faces: [...found.filter((face) => !doubled.has(face)), ...keptFaces] };
  }

  /** The crops and qualities of faces. The pixels are used up. */
  async #view(
    modelPicture: ModelPicture | null,
    faces: NonNullable<PictureAnalysis['faces']>,
    signal: AbortSignal,
  ): Promise<AnalysedFace[]> {
    if (!modelPicture || faces.length === 0) return [];
    const bare = faces.map(({ box, points, score }) => ({ box, points, score }));
    const { picture, width, height } = modelPicture;
    const views = await this.#with.reader.faces({ picture, width, height, faces: bare }, signal);
    return faces.flatMap((face, index) => {
      const view = views[index];
      return view ? [{ ...face, ...view }] : [];
    });
  }
}

function labelsOf({ labels }: MlModels, analysis: PictureAnalysis): Omit<NonNullable<Finding['labels']>, 'by'> {
  const { labels: found, people } = analysis.labels ?? { labels: [], people: 0 };
  return { labels: found, people, show: labels?.confidence.show ?? 1 };
}

/** The result for a video without a thumbnail: models find nothing. */
function nothingSeen({ faces }: AnalysisParts): PictureAnalysis {
  return { faces: faces ? [] : null, image: null };
}
