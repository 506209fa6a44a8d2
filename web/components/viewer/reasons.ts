import type { FoundPhoto, PhotoItem } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';

/** The first reasons are enough. */
const limit = 3;

/** Why a search found the photo, as text; empty for photos of other lists. */
export function reasonsOf(item: PhotoItem | null): string[] {
  const { why = [] } = (item ?? {}) as Partial<FoundPhoto>;
  const sentences = why.map(({ kind, text: detail }) =>
    text.reasons[kind](kind === 'place' ? placeName(detail ?? '') : (detail ?? '')),
  );
  return [...new Set(sentences)].slice(0, limit);
}
