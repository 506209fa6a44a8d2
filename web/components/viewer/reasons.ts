import type { FoundPhoto, PhotoItem } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';

/** The first reasons are enough. */
const most = 3;

/** Why a search found the photo, as text; empty for photos of other lists. */
export function reasonsOf(item: PhotoItem | null): string[] {
  const { why = [] } = (item ?? {}) as Partial<FoundPhoto>;
  const said = why.map(({ kind, text: what }) =>
    text.reasons[kind](kind === 'place' ? placeName(what ?? '') : (what ?? '')),
  );
  return [...new Set(said)].slice(0, most);
}
