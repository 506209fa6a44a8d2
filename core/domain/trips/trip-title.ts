/** How many photos of a trip were taken at a place. */
export interface TripPlace {
  readonly label: string;
  readonly city: string;
  readonly country: string;
  readonly count: number;
}

/** The title of a trip by its places, in parts: clients add the words. */
export interface TripTitle {
  /** The town where most photos were taken; null where they are of several. */
  readonly city: string | null;
  /** In English, those with the most photos first; of a town, its country. */
  readonly countries: readonly string[];
}

/** A town with more than this part of the photos names the trip alone. */
const shareOfCity = 1 / 2;
/** A country with a smaller part of the photos was passed through. */
const shareOfCountry = 1 / 10;

/** @param places of the photos that have one */
export function tripTitle(places: readonly TripPlace[]): TripTitle {
  const total = places.reduce((sum, { count }) => sum + count, 0);
  const [city] = most(places, ({ city, country }) => JSON.stringify([city, country]));
  if (city && city[1] > total * shareOfCity) {
    const [name, country] = JSON.parse(city[0]) as [string, string];
    return { city: name, countries: [country] };
  }
  const countries = most(places, ({ country }) => country);
  return {
    city: null,
    countries: countries.filter(([, count]) => count >= total * shareOfCountry).map(([country]) => country),
  };
}

function most(places: readonly TripPlace[], by: (place: TripPlace) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(by(place), (counts.get(by(place)) ?? 0) + place.count);
  return [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
}
