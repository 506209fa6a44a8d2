import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InferenceSession, openSession } from 'photofinch/plugin-api/toolkit';
import { FaceDetector } from '../faces/face-detector.ts';
import { FaceEmbedder } from '../faces/face-embedder.ts';
import { ImageEmbedder } from '../images/image-embedder.ts';
import { Classifier } from '../labels/classifier.ts';
import { Deimv2 } from '../labels/deimv2.ts';
import { LabelFinder } from '../labels/label-finder.ts';
import { SceneryMeter } from '../labels/scenery-meter.ts';
import { readThingsTable, type ThingsTable } from '../labels/things-table.ts';
import { Yolox } from '../labels/yolox.ts';
import type { InstalledModel } from '../models/choose-models.ts';
import type { Models, SquareNetwork } from '../models/manifest.ts';
import { LineDetector } from '../reading/line-detector.ts';
import { LineReader } from '../reading/line-reader.ts';
import { TextFinder } from '../reading/text-finder.ts';
import { TextEmbedder } from '../texts/text-embedder.ts';
import { Tokenizer } from '../texts/tokenizer.ts';
import { exactProductsHere } from './exact-products.ts';
import type { Execution } from './execution.ts';
import { ModelFault } from './model-fault.ts';

interface Network {
  /** Runs it once on a plain input. */
  tryOut(): Promise<unknown>;
}

interface LoadedModel {
  readonly network: Promise<Network>;
  session: InferenceSession | undefined;
  usedAt: number;
}

interface Options {
  /** Threads per run of a network. */
  readonly threads: number;
  /** Seconds without use after which a model is released. */
  readonly keepFor: number;
  readonly execution: Execution;
  /** Called with a sentence if a model cannot run on `execution`. */
  readonly onFallBack: (sentence: string) => void;
}

/**
 * The models of one process. Each is loaded on first use and run once on a test input: so a model that does not match its
 * manifest is not blamed on a picture.
 */
export class LoadedModels {
  readonly #options: Options;
  readonly #loaded = new Map<string, LoadedModel>();
  readonly #tables = new Map<string, ThingsTable>();

  constructor(options: Options) {
    this.#options = options;
  }

  faceDetector({ folder, model }: InstalledModel<'faceDetector'>): Promise<FaceDetector> {
    return this.#once('face detector', folder, model.file, model, (session) => new FaceDetector(session, model));
  }

  faceEmbedder({ folder, model }: InstalledModel<'faceEmbedder'>): Promise<FaceEmbedder> {
    return this.#once('face embedder', folder, model.file, model, (session) => new FaceEmbedder(session, model));
  }

  imageEmbedder({ folder, model }: InstalledModel<'imageText'>): Promise<ImageEmbedder> {
    const { file } = model.image;
    return this.#once('image embedder', folder, file, model, (session) => new ImageEmbedder(session, model));
  }

  textEmbedder({ folder, model }: InstalledModel<'imageText'>): Promise<TextEmbedder> {
    return this.#once('text embedder', folder, model.text.file, model, async (session) => {
      return new TextEmbedder(session, await Tokenizer.load(folder), model);
    });
  }

  /** Its models are released one by one, like all others, so each is looked up for every picture. */
  async labelFinder({ folder, model }: InstalledModel<'labels'>): Promise<LabelFinder> {
    const { detectors, classifier, scenery } = model;
    const open = <T extends Network>(
      role: string,
      network: SquareNetwork,
      make: (session: InferenceSession) => T,
      options?: object,
    ): Promise<T> => this.#once(role, folder, network.file, model, make, options);
    // Its arena is a few megabytes and saves a fifth of the time.
    const small = { enableCpuMemArena: true };
    const networks = {
      deimv2: await open('detector', detectors.deimv2, (session) => new Deimv2(session, detectors.deimv2)),
      yolox: await open('second detector', detectors.yolox, (session) => new Yolox(session, detectors.yolox)),
      classifier: await open('classifier', classifier, (session) => new Classifier(session, classifier), small),
      scenery: scenery ? await open('scenery meter', scenery, (session) => new SceneryMeter(session, scenery)) : null,
    };
    return new LabelFinder(networks, await this.#table(join(folder, model.table)));
  }

  async textFinder({ folder, model }: InstalledModel<'text'>): Promise<TextFinder> {
    const { detector, reader } = model;
    const lines = await this.#once('text detector', folder, detector.file, model, (session) => {
      return new LineDetector(session, detector);
    });
    const openReader = (): Promise<LineReader> =>
      this.#once('text reader', folder, reader.file, model, async (session) => {
        const symbols = JSON.parse(await readFile(join(folder, reader.symbols), 'utf8')) as string[];
        return new LineReader(session, reader, symbols);
      });
    return new TextFinder(lines, openReader, model);
  }

  /** Releases models that have not been used for long, for example after a new model has replaced them. */
  async releaseUnused(): Promise<void> {
    const before = performance.now() - this.#options.keepFor * 1000;
    for (const [key, { usedAt, session }] of this.#loaded) {
      if (usedAt > before || !session) continue;
      this.#loaded.delete(key);
      await session.release();
    }
  }

  /** Tables are cached: the files of a model do not change. */
  async #table(path: string): Promise<ThingsTable> {
    const table = this.#tables.get(path) ?? (await readThingsTable(path));
    this.#tables.set(path, table);
    return table;
  }

  async #once<T extends Network>(
    role: string,
    folder: string,
    file: string,
    model: Models[keyof Models],
    make: (session: InferenceSession) => T | Promise<T>,
    options: object = {},
  ): Promise<T> {
    const key = JSON.stringify([role, folder, model]);
    const existing = this.#loaded.get(key);
    if (existing) {
      existing.usedAt = performance.now();
      return existing.network as Promise<T>;
    }
    const loadOn = async (execution: Execution): Promise<T> => {
      const session = await openSession(join(folder, file), {
        executionProviders: execution === 'cpu' ? ['cpu'] : [execution, 'cpu'],
        intraOpNumThreads: this.#options.threads,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        // An arena keeps the peak memory of its model, and each model has its own.
        enableCpuMemArena: false,
        ...(await exactProductsHere()),
        ...options,
      });
      loaded.session = session;
      const network = await make(session);
      await network.tryOut();
      return network;
    };
    const { execution, onFallBack } = this.#options;
    const network = Promise.resolve()
      .then(() => loadOn(execution))
      .catch(async (error: unknown) => {
        if (execution === 'cpu') throw error;
        // It may be too large for the graphics card, or use an operator that the card's library lacks.
        await loaded.session?.release();
        const replacement = await loadOn('cpu');
        onFallBack(`The ${role} ${model.id} does not run on ${execution}, and runs on the processor.`);
        return replacement;
      })
      .catch((error: unknown) => {
        // The next call tries again: the file may have been replaced.
        this.#loaded.delete(key);
        const reason = error instanceof Error ? error.message : String(error);
        throw new ModelFault(`The ${role} ${model.id} cannot be used: ${withoutPaths(reason, folder)}`, folder);
      });
    const loaded: LoadedModel = { network, session: undefined, usedAt: performance.now() };
    this.#loaded.set(key, loaded);
    return network;
  }
}

/** onnxruntime's messages contain full paths; people see only the file name. */
function withoutPaths(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '');
}
