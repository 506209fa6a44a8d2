/** A town, or a part of one, as a map names it. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** 0 when unknown. */
  readonly population: number;
  readonly kind: TownKind;
}

/** `quarter`: a part of a city. */
export const townKinds = ['capital', 'town', 'quarter'] as const;
export type TownKind = (typeof townKinds)[number];

export interface TownsOfTile {
  /** The towns in the tile, the most important first. */
  readonly towns: readonly Town[];
  /** Those nearest to the middle of the tile, wherever they are, the nearest first: for a view with none in it. */
  readonly nearest: readonly Town[];
}
