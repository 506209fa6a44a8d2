/** What a map is drawn from: made at build time by `scripts/map/map-data.ts`. */
declare module 'virtual:map/shores' {
  /** Addresses by column and row: `4-2`. */
  const urls: Readonly<Record<string, string>>;
  export default urls;
}

declare module 'virtual:map/countries' {
  /** Its code, where its name stands in shares of the world's width and height, and how wide it is; the widest first. */
  const countries: readonly (readonly [code: string, x: number, y: number, width: number])[];
  export default countries;
}

declare module 'virtual:map/*' {
  const url: string;
  export default url;
}
