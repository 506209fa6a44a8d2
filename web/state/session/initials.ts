/** One or two letters that stand for a name where there is no picture: `Anna Maria Berg` → `AB`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first, ...more] = words;
  if (first === undefined) return '?';
  const last = more.at(-1);
  return (letter(first) + (last === undefined ? '' : letter(last))).toLocaleUpperCase();
}

/** What people take for one letter, accents and all. */
function letter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
