import type { FoundPhoto, PhotoItem } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';

/** Sentences are short: of what stands with a photo, the first reasons say enough. */
const most = 3;

/** Why a search found the photo, in words; none for a photo of another list. */
export function reasonsOf(item: PhotoItem | null): string[] {
  const { why = [] } = (item ?? {}) as Partial<FoundPhoto>;
  const said = why.map(({ kind, text: what }) =>
    text.reasons[kind](kind === 'place' ? placeName(what ?? '') : (what ?? '')),
  );
  return [...new Set(said)].slice(0, most);
}
