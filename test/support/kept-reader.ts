import { PhotoReader, type PhotoReaderConfig } from '../../core/media/photo-reader.ts';

/** A reader that several indexers use: closing it ends none of its processes. */
class KeptReader extends PhotoReader {
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

/** By their configuration. */
const kept = new Map<string, KeptReader>();

/**
 * One reader for all indexers of this test process: starting a decoder process takes longer than decoding the few
 * pictures of a test. Idle decoders end on their own, and do not keep the test process alive.
 */
export function keptReader({ maxPhotoPixels, photoMemory, workers }: PhotoReaderConfig): PhotoReader {
  const key = [maxPhotoPixels, photoMemory, workers].join();
  const reader = kept.get(key) ?? new KeptReader({ maxPhotoPixels, photoMemory, workers });
  kept.set(key, reader);
  return reader;
}
