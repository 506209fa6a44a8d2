/**
 * The name to store for one that was typed: the known name if it is that, or what the page shows for it. A town or a country
 * alone has to be known by the server's name, too: `München` is `Munich, Germany`, and `Deutschland` is `Germany`.
 * @param shown translates a place into the language of the page; undefined for other names
 */
export function knownName(typed: string, known: readonly string[], shown?: (name: string) => string): string {
  const isTyped = (name: string): boolean => name.toLocaleLowerCase() === typed.toLocaleLowerCase();
  const exact = known.find((name) => isTyped(name) || (shown !== undefined && isTyped(shown(name))));
  if (exact !== undefined || !shown) return exact ?? typed;
  // The server finds all places with such a name by itself.
  if (known.some((name) => partsOf(name).some(isTyped))) return typed;
  const town = known.find((name) => isTyped(partsOf(shown(name))[0]));
  if (town !== undefined) return town;
  const placeThere = known.find((name) => isTyped(partsOf(shown(name))[1]));
  return placeThere === undefined ? typed : partsOf(placeThere)[1];
}

/** `Munich, Germany` → `Munich`, `Germany`. */
function partsOf(place: string): [town: string, country: string] {
  const comma = place.lastIndexOf(', ');
  return comma < 0 ? [place, place] : [place.slice(0, comma), place.slice(comma + 2)];
}
