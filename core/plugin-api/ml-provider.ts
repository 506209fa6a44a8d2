/** A decoded, upright picture: 8-bit RGB in the sRGB colour space, rows from the top, no padding. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  /** `width * height * 3` bytes. */
  readonly data: Uint8Array;
}

/** Which model made a vector. Vectors of different models or versions are never compared. */
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

/** Something that a photo shows, as `dog` or `boat`. */
export interface FoundLabel {
  /** The name of the thing in the model's own vocabulary: searches name it so, people read `LabelVocabulary.nameOf`. */
  readonly label: string;
  /** The model's confidence, 0 to 1. */
  readonly score: number;
  /** Where the clearest one is; null for what fills the photo, or where the model cannot tell. */
  readonly box: Box | null;
}

export interface PictureLabels {
  /** Each label once, those below the model's `search` threshold left out unless the vocabulary adds them up. */
  readonly labels: readonly FoundLabel[];
  /** How many people there are, those seen from behind included. */
  readonly people: number;
}

/** A line of text that is written in a photo. */
export interface TextLine {
  readonly text: string;
  /** The mean confidence of its symbols, 0 to 1. */
  readonly score: number;
  readonly box: Box;
}

/** Scores that were found by measurement: what is less sure than `search` is not found, and than `show` not shown unasked. */
export interface Confidence {
  readonly search: number;
  readonly show: number;
}

/** Photos that a word means: those whose scores of `labels` add up to `least` or more. */
export interface LabelQuery {
  readonly labels: readonly string[];
  readonly least: number;
}

/** Languages in which labels have names. */
export type LabelLanguage = 'en' | 'de' | 'fr';

/** The words for labels. */
export interface LabelVocabulary {
  /**
   * @param words one or more words of a search, in any of the languages: upper case, accents and plurals do not matter
   * @returns null when they name nothing that the model knows
   */
  find(words: string): LabelQuery | null;

  /** What people call the label; null for labels that only searches use. */
  nameOf(label: string, language: LabelLanguage): string | null;
}

/** `interactive` work (a person waits for it) is done before `background` work (the indexer). */
export type MlPriority = 'interactive' | 'background';

export interface MlCallOptions {
  readonly priority: MlPriority;
  readonly signal: AbortSignal;
  /**
   * The model whose vectors are wanted, when it is not the one that `models()` names: while a new model sees all photos,
   * searches are still answered by the old one. A provider that has it no more throws.
   */
  readonly model?: ModelId;
}

/** Cosine similarities of face vectors, found by measurement, that grouping faces into people works with. */
export interface FaceThresholds {
  /** Two faces that are less similar are not even examined. */
  readonly edge: number;
  /** The least mean similarity between the faces of two groups that become one. */
  readonly link: number;
}

/** Models that can be installed together. */
export interface ModelPack {
  readonly name: string;
  readonly summary: string;
  readonly licence: string;
  /** Installed when nobody says which. */
  readonly default: boolean;
  /** Of all its files, as far as they are known beforehand. */
  readonly bytes: number;
  readonly state: 'installed' | 'incomplete' | 'missing';
  /** It comes with the plugin and need not be pulled; `incomplete` then says that its files are damaged. */
  readonly builtIn?: boolean;
}

export interface ModelPullOptions {
  /** Of a folder that has the files, in place of the network. */
  readonly from?: string | undefined;
  readonly signal: AbortSignal;
  /** `total` is null while it is not known. */
  readonly onProgress: (progress: { pack: string; file: string; bytes: number; total: number | null }) => void;
}

/** Brings models onto this machine, when a person asks for it and never by itself. */
export interface ModelPacks {
  list(): Promise<ModelPack[]>;
  /**
   * Installs packs: what is there and whole stays, what was cut off goes on.
   * @param names none for the default ones
   * @throws Error with one sentence for people
   */
  pull(names: readonly string[], options: ModelPullOptions): Promise<void>;
}

/** Which parts of a provider can work now; null where the model is not installed. */
export interface MlModels {
  readonly faceDetector: ModelId | null;
  /** Makes vectors of 512 float32 values, L2-normalised. */
  readonly faceEmbedder: (ModelId & { readonly thresholds?: FaceThresholds }) | null;
  /** One space for pictures and texts, L2-normalised. */
  readonly imageText: (ModelId & { readonly dimensions: number }) | null;
  /** Names what photos show, out of a vocabulary of its own. Absent is null. */
  readonly labels?: (ModelId & { readonly confidence: Confidence; readonly vocabulary: LabelVocabulary }) | null;
  /** Reads what is written in photos, once another model has seen them. Absent is null. */
  readonly text?: (ModelId & { readonly confidence: Confidence }) | null;
}

/** What `MlProvider.analyse` looks for in a picture. */
export interface AnalysisParts {
  /** Faces, each with its vector: needs both models of faces. */
  readonly faces: boolean;
  /** The vector of the whole picture. */
  readonly image: boolean;
  /** What it shows, in words. */
  readonly labels?: boolean;
}

/** What models found in one picture; null for a part that was not asked for. */
export interface PictureAnalysis {
  readonly faces: readonly (DetectedFace & { readonly embedding: Float32Array })[] | null;
  readonly image: Float32Array | null;
  readonly labels?: PictureLabels | null;
}

/**
 * Machine learning on this machine's own CPU. Knows no photo, no uid and no index: pictures in, vectors out. A method that cannot
 * work now, whichever picture it is given, throws `MlError` `unavailable`: photos then wait, and none fails.
 */
export interface MlProvider {
  /** What is installed now. Cheap: it is asked before each piece of work. */
  models(): MlModels;

  /** Calls `listener` when the answer of `models()` has changed. */
  onModelsChanged(listener: () => void): void;

  /** The longest side in px of the picture that all but `readText` want; a larger one only costs time. */
  readonly preferredImageSize: number;

  /** The longest side in px of the picture that `readText` wants. */
  readonly preferredTextSize?: number;

  detectFaces(image: RgbImage, options: MlCallOptions): Promise<DetectedFace[]>;

  /** One vector a face, in the order of `faces`. */
  embedFaces(image: RgbImage, faces: readonly DetectedFace[], options: MlCallOptions): Promise<Float32Array[]>;

  embedImages(images: readonly RgbImage[], options: MlCallOptions): Promise<Float32Array[]>;

  embedTexts(texts: readonly string[], options: MlCallOptions): Promise<Float32Array[]>;

  /** What a picture shows; for providers with a model of labels. */
  findLabels?(image: RgbImage, options: MlCallOptions): Promise<PictureLabels>;

  /**
   * What is written in a picture, in reading order; for providers with a model of text. Most photos have no text: a
   * provider is expected to see that cheaply.
   */
  readText?(image: RgbImage, options: MlCallOptions): Promise<TextLine[]>;

  /**
   * All that the indexer wants of one picture in one call but its text, the same as the single calls give: a provider whose models
   * run in other processes is then handed the pixels once. Absent where that makes no difference. The models that
   * `models()` names when the call begins do it, whichever come meanwhile.
   * @throws when a part is asked for whose model is not installed
   */
  analyse?(image: RgbImage, parts: AnalysisParts, options: Omit<MlCallOptions, 'model'>): Promise<PictureAnalysis>;

  /** So many calls are worth having under way at a time; more only wait. One, where it is not said. */
  readonly concurrency?: number;

  /** Absent where models do not come in packs. */
  readonly packs?: ModelPacks;

  close?(): Promise<void>;
}
