/** The number of photos of a trip at a place. */
export interface TripPlace {
  readonly label: string;
  readonly city: string;
  readonly country: string;
  readonly count: number;
}

/** The title of a trip according to its places, in parts that clients translate. */
export interface TripTitle {
  /** The town in which most photos were taken; null if there is no such town. */
  readonly city: string | null;
  /** In English, those with the most photos first; for a town, its country. */
  readonly countries: readonly string[];
}

/** If a town has more than this share of the photos, it is the title. */
const shareOfCity = 1 / 2;
/** Countries with a smaller share of the photos are left out. */
const shareOfCountry = 1 / 10;

/** @param places of the photos that have one */
export function tripTitle(places: readonly TripPlace[]): TripTitle {
  const total = places.reduce((sum, { count }) => sum + count, 0);
  const [city] = countsBy(places, ({ city, country }) => JSON.stringify([city, country]));
  if (city && city[1] > total * shareOfCity) {
    const [name, country] = JSON.parse(city[0]) as [string, string];
    return { city: name, countries: [country] };
  }
  const countries = countsBy(places, ({ country }) => country);
  return {
    city: null,
    countries: countries.filter(([, count]) => count >= total * shareOfCountry).map(([country]) => country),
  };
}

function countsBy(places: readonly TripPlace[], by: (place: TripPlace) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(by(place), (counts.get(by(place)) ?? 0) + place.count);
  return [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
}
