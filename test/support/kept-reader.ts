import { PhotoReader, type PhotoReaderConfig } from '../../core/media/photo-reader.ts';

/** A reader that one indexer after the other may use: that one of them stops ends none of its processes. */
class KeptReader extends PhotoReader {
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

let kept: KeptReader | undefined;

/**
 * The reader of all indexers of this process of tests: to start a process that decodes takes longer than the few pictures
 * of a test. Idle processes end by themselves, and keep no process of tests alive.
 */
export function keptReader(config: PhotoReaderConfig): PhotoReader {
  kept ??= new KeptReader(config);
  return kept;
}
