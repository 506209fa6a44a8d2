import { PhotoReader, type PhotoReaderConfig } from '../../core/media/photo-reader.ts';

/** A reader that one indexer after the other may use: that one of them stops ends none of its processes. */
class KeptReader extends PhotoReader {
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

/** By what they were told. */
const kept = new Map<string, KeptReader>();

/**
 * A reader for all indexers of this process of tests: to start a process that decodes takes longer than the few pictures
 * of a test. Idle processes end by themselves, and keep no process of tests alive.
 */
export function keptReader({ maxPhotoPixels, photoMemory, workers }: PhotoReaderConfig): PhotoReader {
  const key = [maxPhotoPixels, photoMemory, workers].join();
  const reader = kept.get(key) ?? new KeptReader({ maxPhotoPixels, photoMemory, workers });
  kept.set(key, reader);
  return reader;
}
