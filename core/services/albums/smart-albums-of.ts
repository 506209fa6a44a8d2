import type { PhotoRule } from '../../domain/photo-rule.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { OwnAlbum, OwnAlbums } from '../../store/albums/own-albums.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { Selections } from '../../timeline/selections.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { PhotoRules } from './photo-rules.ts';

type NamedAlbum = Pick<OwnAlbum, 'uid' | 'name'>;
type SmartAlbum = NamedAlbum & { readonly rule: PhotoRule };

interface Dependencies {
  readonly ownAlbums: Pick<OwnAlbums, 'all'>;
  readonly rules: Pick<PhotoRules, 'filterOf'>;
  readonly facets: Pick<Facets, 'version'>;
  readonly selections: Pick<Selections, 'passes'>;
  readonly withheld: WithheldFrom;
}

/** Finds the albums with rules that contain a given photo. */
export class SmartAlbumsOf {
  readonly #with: Dependencies;
  #known: { readonly version: number; readonly albums: readonly SmartAlbum[] } | undefined;

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /** The albums that the viewer may see; rules about favourites use the viewer's favourites. */
  of(viewer: Viewer, photo: { readonly id: number; readonly takenAt: number }): NamedAlbum[] {
    const withheldAlbums = this.#with.withheld(scopeOf(viewer).audience).albums;
    const albums = this.#all().filter(({ uid }) => !withheldAlbums.has(uid));
    if (albums.length === 0) return [];
    const filters = albums.map(
      ({ rule }) => ({ ...this.#with.rules.filterOf(rule, viewer.userId), archived: 'with', hidden: 'with' }) as const,
    );
    const matches = this.#with.selections.passes(photo, filters);
    return albums.filter((_, index) => matches[index]).map(({ uid, name }) => ({ uid, name }));
  }

  #all(): readonly SmartAlbum[] {
    const version = this.#with.facets.version('albums');
    if (this.#known?.version !== version) {
      const albums = this.#with.ownAlbums.all();
      this.#known = { version, albums: albums.flatMap(({ uid, name, rule }) => (rule ? { uid, name, rule } : [])) };
    }
    return this.#known.albums;
  }
}
