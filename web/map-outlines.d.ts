/** Where the outlines of land and borders are: made at build time by `scripts/map-outlines.ts`. */
declare module 'virtual:map-outlines/*' {
  const url: string;
  export default url;
}
