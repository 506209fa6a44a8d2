/** A decoded, upright picture: 8-bit RGB in the sRGB colour space, rows from the top, no padding. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  /** `width * height * 3` bytes. */
  readonly data: Uint8Array;
}

/** The model that made a vector. Vectors of different models or versions are never compared. */
export interface ModelId {
  readonly id: string;
  readonly version: string;
}

/** A rectangle in fractions of the upright photo, 0 to 1. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface DetectedFace {
  readonly box: Box;
  /** Eyes, nose, corners of the mouth, in the picture's left-to-right order; fractions of the upright photo. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

/** Something that a photo shows, such as `dog` or `boat`. */
export interface FoundLabel {
  /** The label in the model's own vocabulary, which searches use. People see `LabelVocabulary.nameOf`. */
  readonly label: string;
  /** The model's confidence, 0 to 1. */
  readonly score: number;
  /** The box of the clearest one; null if it fills the photo, or the model cannot locate it. */
  readonly box: Box | null;
}

export interface PictureLabels {
  /** Each label once. Those below the model's `search` threshold are left out, unless the vocabulary adds them up. */
  readonly labels: readonly FoundLabel[];
  /** The number of people, including those seen from behind. */
  readonly people: number;
}

/** A line of text in a photo. */
export interface TextLine {
  readonly text: string;
  /** The mean confidence of its symbols, 0 to 1. */
  readonly score: number;
  readonly box: Box;
}

/** Measured thresholds: results below `search` are not found, and those below `show` are not shown unless searched for. */
export interface Confidence {
  readonly search: number;
  readonly show: number;
}

/** The photos that a word means: those whose scores of `labels` add up to `least` or more. */
export interface LabelQuery {
  readonly labels: readonly string[];
  readonly least: number;
}

/** Languages in which labels have names. */
export type LabelLanguage = 'en' | 'de' | 'fr';

/** The words for labels. */
export interface LabelVocabulary {
  /**
   * @param words one or more words of a search, in any of the languages: case, accents and plurals do not matter
   * @returns null if the model has no label for them
   */
  find(words: string): LabelQuery | null;

  /** The name of a label for people; null for labels that only searches use. */
  nameOf(label: string, language: LabelLanguage): string | null;
}

/** `interactive` work, for which a person waits, is done before `background` work of the indexer. */
export type MlPriority = 'interactive' | 'background';

export interface MlCallOptions {
  readonly priority: MlPriority;
  readonly signal: AbortSignal;
  /**
   * The model of the requested vectors, if it is not the one in `models()`: while a new model analyses all photos, searches
   * still use the old one. A provider that no longer has it throws.
   */
  readonly model?: ModelId;
}

/** Measured cosine similarities of face vectors, with which faces are grouped into people. */
export interface FaceThresholds {
  /** Pairs of faces that are less similar are not even compared further. */
  readonly edge: number;
  /** The minimum mean similarity between the faces of two groups that are joined. */
  readonly link: number;
}

/** Models that can be installed together. */
export interface ModelPack {
  readonly name: string;
  readonly summary: string;
  readonly licence: string;
  /** Whether it is installed by default. */
  readonly default: boolean;
  /** The size of all its files, as far as it is known in advance. */
  readonly bytes: number;
  readonly state: 'installed' | 'incomplete' | 'missing';
  /** Whether it is included with the plugin and need not be pulled; `incomplete` then means that its files are damaged. */
  readonly builtIn?: boolean;
}

export interface ModelPullOptions {
  /** A folder that has the files, used instead of the network. */
  readonly from?: string | undefined;
  readonly signal: AbortSignal;
  /** `total` is null while it is unknown. */
  readonly onProgress: (progress: { pack: string; file: string; bytes: number; total: number | null }) => void;
}

/** Installs models on this machine, only at a person's request. */
export interface ModelPacks {
  list(): Promise<ModelPack[]>;
  /**
   * Installs packs: complete files stay, interrupted downloads continue.
   * @param names empty for the default ones
   * @throws Error with one sentence for people
   */
  pull(names: readonly string[], options: ModelPullOptions): Promise<void>;
}

/** The models that can work now; null for those that are not installed. */
export interface MlModels {
  readonly faceDetector: ModelId | null;
  /** Produces vectors of 512 float32 values, L2-normalised. */
  readonly faceEmbedder: (ModelId & { readonly thresholds?: FaceThresholds }) | null;
  /** A common vector space for pictures and texts, L2-normalised. */
  readonly imageText: (ModelId & { readonly dimensions: number }) | null;
  /** Labels photos from its own vocabulary. Absent is null. */
  readonly labels?: (ModelId & { readonly confidence: Confidence; readonly vocabulary: LabelVocabulary }) | null;
  /** Reads text in photos, after another model has analysed them. Absent is null. */
  readonly text?: (ModelId & { readonly confidence: Confidence }) | null;
}

/** The parts that `MlProvider.analyse` computes. */
export interface AnalysisParts {
  /** Faces, each with its vector; needs both face models. */
  readonly faces: boolean;
  /** The vector of the whole picture. */
  readonly image: boolean;
  /** Labels of what the picture shows. */
  readonly labels?: boolean;
}

/** The analysis of one picture; null for parts that were not requested. */
export interface PictureAnalysis {
  /** At most 2,000. */
  readonly faces: readonly (DetectedFace & { readonly embedding: Float32Array })[] | null;
  readonly image: Float32Array | null;
  readonly labels?: PictureLabels | null;
}

/**
 * Machine learning on this machine's own CPU. It gets pictures and returns vectors, without access to photos, uids or the
 * index. A method that cannot work on any picture now throws `MlError` `unavailable`: photos then wait, and none fails.
 */
export interface MlProvider {
  /** The installed models. It must be cheap, since it is called before each piece of work. */
  models(): MlModels;

  /** Calls `listener` when the result of `models()` has changed. */
  onModelsChanged(listener: () => void): void;

  /** The preferred longest side of pictures in px, for all methods but `readText`; larger pictures only cost time. */
  readonly preferredImageSize: number;

  /** The preferred longest side of pictures in px for `readText`. */
  readonly preferredTextSize?: number;

  /** At most 2,000: a photo of which more are found fails. */
  detectFaces(image: RgbImage, options: MlCallOptions): Promise<DetectedFace[]>;

  /** One vector per face, in the order of `faces`. */
  embedFaces(image: RgbImage, faces: readonly DetectedFace[], options: MlCallOptions): Promise<Float32Array[]>;

  embedImages(images: readonly RgbImage[], options: MlCallOptions): Promise<Float32Array[]>;

  embedTexts(texts: readonly string[], options: MlCallOptions): Promise<Float32Array[]>;

  /** The labels of a picture; for providers with a label model. */
  findLabels?(image: RgbImage, options: MlCallOptions): Promise<PictureLabels>;

  /**
   * The text in a picture, in reading order; for providers with a text model. Most photos have no text: a provider should
   * find that out cheaply.
   */
  readText?(image: RgbImage, options: MlCallOptions): Promise<TextLine[]>;

  /**
   * Everything but text that the indexer needs of one picture, with the same results as the single calls: a provider whose
   * models run in other processes then gets the pixels once. Absent if that makes no difference. The models that `models()`
   * names at the start of the call are used, even if others are installed in the meantime.
   * @throws if a part is requested whose model is not installed
   */
  analyse?(image: RgbImage, parts: AnalysisParts, options: Omit<MlCallOptions, 'model'>): Promise<PictureAnalysis>;

  /** How many concurrent calls make sense; more only wait. Default 1. */
  readonly concurrency?: number;

  /** What the models run on, in one word for people, such as `cpu` or `cuda`; null while unknown. Absent if there is no choice. */
  readonly execution?: string | null;

  /** Absent if models do not come in packs. */
  readonly packs?: ModelPacks;

  close?(): Promise<void>;
}
