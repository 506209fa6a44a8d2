import { isDecodedHere, levelAfter, type CloserLevel } from '../../domain/level.ts';
import { PhotoError, refuseTooManyBytes } from '../../media/photo-error.ts';
import type { OwnBytes, PhotoReader } from '../../media/photo-reader.ts';
import { isSourceError } from '../../plugin-api/errors.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import { metadataBytes } from '../../plugin-api/toolkit/index.ts';
import type { Analyses } from '../../store/models/analyses.ts';
import type { AwaitingPhoto, CloserQueue } from '../../store/photos/closer-queue.ts';
import type { Transact } from '../../store/transact.ts';
import type { ModelPause } from '../model-pause.ts';
import { modelsFailed, type Means, type PhotoAnalyser } from '../analyse-photo.ts';
import type { Reading, ReadingKeeper } from '../keep-reading.ts';
import type { LevelledPicture } from '../model-picture.ts';
import { confirmedTransientError } from '../confirm-transient.ts';
import { discard } from '../read-content.ts';
import { readOriginal, refuseUnread } from '../read-original.ts';
import type { CheckedSource } from '../sync/checked-source.ts';
import type { TextReading } from '../text-reading.ts';
import { photoReason, transientErrorOf } from '../transient-error.ts';
import type { OriginalsBudget, Payment } from './originals-budget.ts';
import { CannotSeek } from './ranged-file.ts';
import { readHeadFacts } from './read-head.ts';
import type { SeekingOfSources } from './seeking-of-sources.ts';
import type { VideoHeads } from './video-head.ts';

/** How often a head is requested if it fails for an unknown reason. */
const headTries = 3;

/** How often a photo is requested that does not arrive: its source may work better on another day. */
const sourceTries = 8;

/** After this many failures of models for one original, it is stored without their findings. */
const maxModelFailures = 3;

interface Dependencies {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly keeper: ReadingKeeper;
  readonly analyser: PhotoAnalyser;
  readonly modelPause: ModelPause;
  readonly analyses: Analyses;
  readonly texts: TextReading;
  readonly closer: CloserQueue;
  readonly budget: OriginalsBudget;
  readonly seeking: SeekingOfSources;
  readonly videoHeads: VideoHeads;
  readonly transact: Transact;
  readonly clock: () => number;
  readonly config: { readonly maxPhotoBytes: number };
  readonly metered: () => boolean;
  /** Called for failures that are probably not the photo's fault. */
  readonly onUnknownError: (error: unknown) => void;
}

/** Reads indexed photos at the next level. After an error, the photo stays as it is. */
export class CloserReader {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @returns false if today's budget is used up, so that the photo waits
   * @throws TransientError for an obstacle that is not the photo's fault, or the reason of `signal`
   */
  async read(
    photo: AwaitingPhoto,
    node: SourceNode | PhotoError,
    level: CloserLevel,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { closer, source, transact, clock, onUnknownError } = this.#with;
    try {
      if (node instanceof PhotoError) throw node;
      // The next sync reports the change.
      if (node.rev !== photo.rev) throw new PhotoError('The photo has changed meanwhile.');
      refuseUnread(node);
      // If originals are cheap, they are read at once.
      if (level === 'original' || (isDecodedHere(node.kind) && !this.#with.metered())) {
        return await this.#original(photo, node, signal);
      }
      await this.#head(photo, node, signal);
      return true;
    } catch (error) {
      const transient = await confirmedTransientError(error, source, signal);
      if (signal.aborted || transient) {
        transact(() => {
          closer.putBack(photo.id);
        });
        throw transient ?? error;
      }
      if (!(error instanceof PhotoError) && !isSourceError(error)) onUnknownError(error);
      transact(() => {
        closer.fail(photo, photoReason(error), clock(), error instanceof PhotoError ? undefined : sourceTries);
      });
      return true;
    }
  }

  /** Without a head, a picture waits for its original. Errors that may be temporary are retried first. */
  async #head(photo: AwaitingPhoto, node: SourceNode, signal: AbortSignal): Promise<void> {
    const { closer, keeper, seeking, videoHeads, transact } = this.#with;
    const next = levelAfter('head', node.kind);
    try {
      if (node.size === 0) throw new PhotoError('The photo source does not know how long this photo is.');
      const { isKept, ...videoFacts } =
        node.kind === 'video' ? await videoHeads.read(photo, node, signal) : { isKept: false };
      if (!isKept) {
        await keeper.head(photo, node, { ...(await readHeadFacts(node, this.#with, signal)), ...videoFacts }, signal);
      }
      if (node.size > metadataBytes) seeking.of(photo.uid).notePart();
    } catch (error) {
      if (error instanceof CannotSeek) seeking.of(photo.uid).noteWhole();
      const isEarly = isSourceError(error) && photo.attempts + 1 < headTries;
      if (signal.aborted || transientErrorOf(error) || next === null || isEarly) throw error;
      transact(() => {
        closer.skipHead(photo.id, next);
      });
    }
  }

  async #original(photo: AwaitingPhoto, node: SourceNode, signal: AbortSignal): Promise<boolean> {
    const { analyser, analyses, keeper, budget } = this.#with;
    if (!isDecodedHere(node.kind)) throw new PhotoError('The photo is of another kind than before.');
    const payment = budget.pay(Math.max(photo.size, node.size));
    if (!payment) return false;
    let means: Means | null;
    let reading: Reading | null;
    try {
      means = await analyser.means(photo.uid, signal);
      reading = await this.#readPaid(photo, node, payment, means?.size ?? null, signal);
    } finally {
      payment.settle();
    }
    if (!reading) return false;
    const { picture, width, height, sha1 } = reading;
    const lastAnalysis = analyses.last(photo.id);
    // Stored first: if the process ends in between, the photo is read again, instead of being stored as complete.
    if (means && lastAnalysis && picture && width !== null && height !== null) {
      const decoded: LevelledPicture = { picture, width, height, level: 'original' };
      const isSeen = await analyser.analyse({ ...lastAnalysis, sha1 }, means, decoded, signal);
      if (!isSeen && this.#with.modelPause.isOn) {
        this.#with.transact(() => {
          this.#with.closer.putBack(photo.id);
        });
        return true;
      }
      // Read again to find faces, but not too often, since each attempt costs the whole original.
      if (!isSeen && photo.attempts + 1 < maxModelFailures) throw new PhotoError(modelsFailed);
    }
    await keeper.better(photo, node, reading, signal);
    return true;
  }

  /** @returns null if it is larger than the source reported, and exceeds the budget */
  async #readPaid(
    photo: AwaitingPhoto,
    node: SourceNode,
    payment: Payment,
    modelSize: number | null,
    signal: AbortSignal,
  ): Promise<Reading | null> {
    const { source, reader, closer, config, analyses, texts, transact } = this.#with;
    refuseTooManyBytes(node.size, config.maxPhotoBytes);
    const content = await source.open(photo.uid, { signal });
    const { totalLength } = content;
    if (totalLength <= config.maxPhotoBytes && !payment.raise(totalLength)) {
      discard(content);
      transact(() => {
        closer.learnSize(photo.id, totalLength);
      });
      return null;
    }
    const onBytes = (bytes: number): void => {
      payment.count(bytes);
    };
    const onRead = async (bytes: OwnBytes): Promise<void> => {
      transact(() => {
        closer.take(photo.id);
      });
      const lastAnalysis = analyses.last(photo.id);
      if (lastAnalysis) await texts.readOriginal(lastAnalysis, bytes, signal);
    };
    return await readOriginal(node, content, { reader, config, modelSize, onBytes, onRead }, signal);
  }
}
