/** One or two initials, shown in place of a picture: `Anna Maria Berg` → `AB`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first, ...laterWords] = words;
  if (first === undefined) return '?';
  const last = laterWords.at(-1);
  return (letter(first) + (last === undefined ? '' : letter(last))).toLocaleUpperCase();
}

/** The first user-perceived character, including its accents. */
function letter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
