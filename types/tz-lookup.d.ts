declare module 'tz-lookup' {
  /** The IANA zone at a point. Throws RangeError for coordinates that are not on the globe. */
  export default function tzLookup(lat: number, lng: number): string;
}
