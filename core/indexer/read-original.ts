import { PhotoError } from '../media/photo-error.ts';
import type { OwnBytes, PhotoReader } from '../media/photo-reader.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { SourceContent, SourceNode } from '../plugin-api/photo-source.ts';
import type { Reading } from './keep-reading.ts';
import { readContent } from './read-content.ts';

interface Means {
  readonly reader: PhotoReader;
  readonly config: { readonly maxPhotoBytes: number };
  /** px of the longest side of the picture for the models; null when none is wanted. */
  readonly modelSize: number | null;
  /** Called when all bytes have arrived, before the untrusted picture is decoded; it keeps none of them. */
  readonly onRead: (bytes: OwnBytes) => void | Promise<void>;
  /** Called with the number of bytes of each piece that arrives. */
  readonly onBytes?: (bytes: number) => void;
}

/** @throws PhotoError for a photo whose content the source has tried to read in vain */
export function refuseUnread({ errors }: SourceNode): void {
  const unread = errors.find(({ field }) => field === 'content');
  if (unread) throw new PhotoError(`The photo source cannot read this photo: ${unread.message}`, 'unreadable');
}

/**
 * Reads a picture whole; of a RAW file, the preview inside shows it.
 * @throws PhotoError, SourceError, or the reason of `signal`
 */
export async function readOriginal(
  node: SourceNode,
  content: SourceContent,
  { reader, config, modelSize, onRead, onBytes }: Means,
  signal: AbortSignal,
): Promise<Reading> {
  const bytes = await readContent(content, {
    maxBytes: config.maxPhotoBytes,
    signal,
    ...(onBytes && { onBytes }),
  });
  await onRead(bytes);
  // The decoder takes the bytes over.
  const size = bytes.length;
  const isRaw = node.kind === 'raw';
  const { webp, thumbhash, hash, ...facts } = await reader.examine(bytes, modelSize, signal, isRaw);
  // A newer content than the node's has another hash; the sync will bring its node.
  if (node.sha1 !== null && content.rev === node.rev && Buffer.from(facts.sha1).toString('hex') !== node.sha1) {
    throw new SourceError('integrity', 'its SHA-1 is not the one that the source announced.');
  }
  const reading: Reading = { ...facts, examined: 'original', size, thumbnail: { webp, thumbhash, hash } };
  // The preview's own metadata has its media type and its size, not those of the raw file.
  if (!isRaw) return reading;
  const { width, height } = node.media ?? reading;
  return { ...reading, mime: node.mediaType, width, height };
}
