// Photo filters in requests and in the rules of albums.

export type { PhotoKind } from '../../domain/photo-kind.ts';
export type { PhotoListFilter, PhotoRule } from '../../domain/photo-rule.ts';
