/**
 * A cell of the grid by which places are grouped, as one number: a tenth of a degree, some 11 km from north to south. That
 * separates most towns from each other, but not a home from its garden.
 */
export type GridCell = number;

const perDegree = 10;
const columns = 360 * perDegree;
const earthRadiusKm = 6371;

/** @param lat, lng degrees */
export function cellOf(lat: number, lng: number): GridCell {
  const row = Math.min(180 * perDegree - 1, Math.max(0, Math.floor((lat + 90) * perDegree)));
  const column = ((Math.floor((lng + 180) * perDegree) % columns) + columns) % columns;
  return row * columns + column;
}

/** The centre of a cell, in degrees. */
function centreOf(cell: GridCell): { readonly lat: number; readonly lng: number } {
  return {
    lat: (Math.floor(cell / columns) + 0.5) / perDegree - 90,
    lng: ((cell % columns) + 0.5) / perDegree - 180,
  };
}

/** The great-circle distance between the centres of two cells, across the antimeridian if that is shorter. */
export function kilometresBetween(cell: GridCell, other: GridCell): number {
  if (cell === other) return 0;
  const [a, b] = [centreOf(cell), centreOf(other)];
  const radians = Math.PI / 180;
  const half = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * half(b.lng - a.lng);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}
