import { PhotoError } from '../media/photo-error.ts';
import type { OwnBytes, PhotoReader } from '../media/photo-reader.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { SourceContent, SourceNode } from '../plugin-api/photo-source.ts';
import type { Reading } from './keep-reading.ts';
import { readContent } from './read-content.ts';

interface Means {
  readonly reader: PhotoReader;
  readonly config: { readonly maxPhotoBytes: number };
  /** The longest side in px of the picture for models; null if none is needed. */
  readonly modelSize: number | null;
  /** Called when all bytes have arrived, before the untrusted picture is decoded. It must not keep the bytes. */
  readonly onRead: (bytes: OwnBytes) => void | Promise<void>;
  /** Called with the size of each chunk that arrives. */
  readonly onBytes?: (bytes: number) => void;
}

/** @throws PhotoError for a photo that the source itself could not read */
export function refuseUnread({ errors }: SourceNode): void {
  const unread = errors.find(({ field }) => field === 'content');
  if (unread) throw new PhotoError(`The photo source cannot read this photo: ${unread.message}`, 'unreadable');
}

/**
 * Reads a picture completely; a RAW file is represented by its embedded preview.
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
  // The bytes are transferred to the decoder.
  const size = bytes.length;
  const isRaw = node.kind === 'raw';
  const { webp, thumbhash, hash, ...facts } = await reader.examine(bytes, modelSize, signal, isRaw);
  // If the content is newer than the node, its hash differs; the sync will update the node.
  if (node.sha1 !== null && content.rev === node.rev && Buffer.from(facts.sha1).toString('hex') !== node.sha1) {
    throw new SourceError('integrity', 'its SHA-1 is not the one that the source announced.');
  }
  const reading: Reading = { ...facts, examined: 'original', size, thumbnail: { webp, thumbhash, hash } };
  // The preview has its own media type and size, which are not those of the RAW file.
  if (!isRaw) return reading;
  const { width, height } = node.media ?? reading;
  return { ...reading, mime: node.mediaType, width, height };
}
