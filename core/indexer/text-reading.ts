import { isDecodedHere } from '../domain/level.ts';
import { modelName } from '../domain/model-name.ts';
import { longestLine, maxLines } from '../domain/text-lines.ts';
import type { PhotoText } from '../store/photos/photo-text.ts';
import type { DueAnalysis } from '../store/models/analyses.ts';
import { inPreview, type TextLines, type UnreadPhoto } from '../store/photos/text-lines.ts';
import type { Transact } from '../store/transact.ts';
import { isMlError } from '../plugin-api/ml-error.ts';
import type { MlModels, MlProvider, RgbImage, TextLine } from '../plugin-api/ml-provider.ts';
import { letOthersRun } from '../threads/pause.ts';
import { asShown, boxOfFile } from './as-shown.ts';
import type { ModelPause } from './model-pause.ts';
import { readModelPicture, usualSize, type PictureMeans } from './model-picture.ts';
import type { RunProgress } from './progress.ts';
import type { StageOptions } from './stages.ts';
import { databaseError, transientErrorOf } from './transient-error.ts';
import { workThrough } from './work-through.ts';

const batch = 100;
const outdateBatch = 1000;
/** Photos that are read concurrently, if the provider does not specify that. */
const usualConcurrency = 2;
/**
 * After this many consecutive failures, the models are considered broken, not the photos: the others wait for the next
 * round.
 */
const maxFailures = 20;

type TextReader = Required<Pick<MlProvider, 'readText'>> & MlProvider;
type TextModel = NonNullable<MlModels['text']>;

interface TextMeans {
  readonly provider: TextReader;
  readonly model: TextModel;
}

interface Dependencies extends PictureMeans {
  readonly ml: () => MlProvider | undefined;
  readonly modelPause: ModelPause;
  readonly lines: TextLines;
  readonly text: PhotoText;
  readonly transact: Transact;
  readonly progress: RunProgress;
  readonly clock: () => number;
  /** Called for photos that could not be read. */
  readonly onError: (uid: string, error: unknown) => void;
  /** Ids of the sources whose photos can be read now. */
  readonly readable: () => readonly number[];
}

/** Reads text in photos. It is the last stage, since it takes long and most photos have no text. */
export class TextReading {
  readonly #with: Dependencies;
  /** The number of consecutive failures in this run. */
  #failures = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws TransientError for an obstacle that is not a photo's fault */
  async run({ signal, enough }: StageOptions): Promise<void> {
    const { lines, transact, progress, clock, readable, modelPause } = this.#with;
    const means = this.#means();
    if (!means) return;
    const name = modelName(means.model);
    while (transact(() => lines.outdate(name, this.#with.metered(), outdateBatch)) > 0) await letOthersRun(signal);
    this.#failures = 0;
    const total = lines.dueCount(clock(), readable());
    if (total === 0 || modelPause.isOn) return;
    progress.begin(total);
    await workThrough<UnreadPhoto>({
      workers: means.provider.concurrency ?? usualConcurrency,
      next: (inProgress) => {
        signal.throwIfAborted();
        const duePhotos = lines.due(clock(), batch + inProgress.size, readable());
        return Promise.resolve(duePhotos.filter(({ id }) => !inProgress.has(id)));
      },
      work: (photo) => this.#readOne(photo, means, signal),
      enough: () => enough() || modelPause.isOn || this.#failures >= maxFailures || this.#nameNow() !== name,
    });
  }

  /**
   * Reads the text of an original that is already in memory, of which only a preview may have been read before. Errors
   * leave the texts unchanged.
   * @param bytes are not modified
   * @throws TransientError, or the reason of `signal`
   */
  async readOriginal(
    { uid, textBy, ...photo }: Pick<DueAnalysis, 'id' | 'uid' | 'textBy' | 'turned'>,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void> {
    const means = this.#means();
    if (!means || textBy === modelName(means.model) || this.#with.modelPause.isOn) return;
    try {
      const size = means.provider.preferredTextSize ?? usualSize;
      const { picture } = await this.#with.reader.modelPicture(bytes, size, signal);
      await this.#read(photo, modelName(means.model), picture, means, signal);
    } catch (error) {
      const transient = transientErrorOf(databaseError(error));
      if (signal.aborted || transient) throw transient ?? error;
      if (isMlError(error)) this.#with.modelPause.begin(error);
      else this.#with.onError(uid, error);
    }
  }

  /** When a photo may be retried, in epoch seconds; undefined if none waits. */
  nextRetryAt(): number | undefined {
    if (!this.#means()) return undefined;
    return this.#with.modelPause.present?.retryAt ?? this.#with.lines.nextRetryAt(this.#with.readable());
  }

  /** Null if no model can read text. */
  #means(): TextMeans | null {
    const provider = this.#with.ml();
    const model = provider?.models().text;
    return provider?.readText && model ? { provider: provider as TextReader, model } : null;
  }

  #nameNow(): string | null {
    const model = this.#with.ml()?.models().text;
    return model ? modelName(model) : null;
  }

  /** @param by the name under which it is recorded that the photo was read */
  async #read(
    { id, turned }: Pick<UnreadPhoto, 'id' | 'turned'>,
    by: string,
    picture: RgbImage | undefined,
    { provider, model }: TextMeans,
    signal: AbortSignal,
  ): Promise<void> {
    const { lines, text, transact, reader } = this.#with;
    const options = { priority: 'background', signal, model: { id: model.id, version: model.version } } as const;
    const upright = picture && (await asShown(picture, turned, reader, signal));
    const allLines = upright ? checkedLines(await provider.readText(upright, options)) : [];
    const { search, show } = model.confidence;
    const confident = allLines
      .filter(({ score }) => score >= search)
      .map((line) => ({ ...line, box: boxOfFile(line.box, turned) }));
    transact(() => {
      if (lines.keep({ id, turned }, by, confident, show)) text.refresh([id]);
    });
  }

  async #readOne(photo: UnreadPhoto, { provider, model }: TextMeans, signal: AbortSignal): Promise<void> {
    const { lines, transact, progress, clock, modelPause, onError } = this.#with;
    const name = modelName(model);
    try {
      const size = provider.preferredTextSize ?? usualSize;
      const modelPicture = await readModelPicture(photo, size, this.#with, signal);
      const isBest = modelPicture?.level === 'original' || !isDecodedHere(photo.kind);
      await this.#read(photo, isBest ? name : inPreview(name), modelPicture?.picture, { provider, model }, signal);
      this.#failures = 0;
      modelPause.noteSuccess();
    } catch (error) {
      const transient = transientErrorOf(databaseError(error));
      if (signal.aborted || transient) throw transient ?? error;
      if (isMlError(error)) {
        modelPause.begin(error);
        return;
      }
      // The model was replaced or removed, perhaps because it does not work: the photo waits for another one.
      if (this.#nameNow() !== name) return;
      this.#failures += 1;
      onError(photo.uid, error);
      transact(() => {
        lines.fail(photo, clock());
      });
    }
    progress.advance();
  }
}

function checkedLines(lines: readonly TextLine[]): TextLine[] {
  return lines.slice(0, maxLines).map(({ text, score, box }) => {
    if (![score, box.x, box.y, box.w, box.h].every((value) => Number.isFinite(value))) {
      throw new Error('A model of texts gave no numbers');
    }
    return { text: text.slice(0, longestLine), score: Math.min(1, score), box };
  });
}
