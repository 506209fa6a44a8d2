/** The data of maps, generated at build time by `scripts/map/map-data.ts`. */
declare module 'virtual:map/shores' {
  /** URLs by column and row: `4-2`. */
  const urls: Readonly<Record<string, string>>;
  export default urls;
}

declare module 'virtual:map/countries' {
  /**
   * Country code, position of the label as fractions of the world's width and height, and the country's width; widest first.
   */
  const countries: readonly (readonly [code: string, x: number, y: number, width: number])[];
  export default countries;
}

declare module 'virtual:map/*' {
  const url: string;
  export default url;
}
