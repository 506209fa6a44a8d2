/** A town, or a part of one, for labels on a map. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** 0 if unknown. */
  readonly population: number;
  readonly kind: TownKind;
}

/** `quarter`: a part of a city. */
export const townKinds = ['capital', 'town', 'quarter'] as const;
export type TownKind = (typeof townKinds)[number];

export interface TownsOfTile {
  /** The towns in the tile, the most important first. */
  readonly towns: readonly Town[];
  /**
   * The towns nearest to the middle of the tile, inside or outside of it, the nearest first: for a view that contains none.
   */
  readonly nearest: readonly Town[];
}
