/** A user name made from a display name: `Änna Müller` → `anna.muller`. Empty if none of its letters are allowed. */
export function nameToSignInWith(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^a-z0-9._-]/g, '')
    .slice(0, 64);
}
