/** Normalises words for comparison: lower case without accents, separated by single spaces. */
export function fold(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Spells out umlauts, as people without a German keyboard do: Vögel, Voegel. */
export function spellOutUmlauts(words: string): string {
  const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
  return words.toLowerCase().replace(/[äöü]/g, (letter) => spelled[letter] ?? letter);
}

/** Irregular English plurals. */
const irregular: Readonly<Record<string, string>> = {
  children: 'child',
  feet: 'foot',
  geese: 'goose',
  knives: 'knife',
  leaves: 'leaf',
  loaves: 'loaf',
  men: 'man',
  mice: 'mouse',
  scarves: 'scarf',
  shelves: 'shelf',
  teeth: 'tooth',
  wolves: 'wolf',
  women: 'woman',
};

/** Possible singulars of normalised words, most likely first; of several words, the last one is in the plural. */
export function singularsOf(words: string): string[] {
  const at = words.lastIndexOf(' ') + 1;
  const [before, last] = [words.slice(0, at), words.slice(at)];
  const forms: string[] = [];
  const singular = irregular[last];
  if (singular !== undefined) forms.push(singular);
  if (/[^s]s$/.test(last) && last.length > 3) forms.push(last.slice(0, -1));
  if (/(s|x|z|ch|sh|o)es$/.test(last)) forms.push(last.slice(0, -2));
  if (/[^aeiou]ies$/.test(last)) forms.push(`${last.slice(0, -3)}y`);
  return forms.map((form) => before + form);
}
