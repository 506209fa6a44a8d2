/** A user name out of what somebody is called: `Änna Müller` → `anna.muller`. Empty when none of its letters may be in one. */
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
