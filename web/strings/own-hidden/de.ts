import type { OwnHiddenStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

export const ownHidden: OwnHiddenStrings = {
  hide: 'Für mich verbergen',
  show: 'Mir wieder anzeigen',
  showOne: (name: string) => `„${name}“ mir wieder anzeigen`,
  hidden: (name: string) => `„${name}“ ist jetzt für dich verborgen. Für alle anderen ändert sich nichts.`,
  askPerson: (name: string) => `„${name}“ für dich verbergen?`,
  askPersonBody: (count: number) =>
    `${photos(count)} mit dieser Person ${count === 1 ? 'verschwindet' : 'verschwinden'} für dich, auch wenn noch andere darauf sind. Für alle anderen ändert sich nichts. Unter „Von dir verborgen“ kannst du es rückgängig machen.`,
  hiddenPerson: (name: string, count: number) =>
    `„${name}“ und ${photos(count)} sind jetzt für dich verborgen. Für alle anderen ändert sich nichts.`,
  shown: (name: string) => `Du siehst „${name}“ wieder`,
  things: 'Verborgene Personen und Alben',
  nothing: 'Du hast nichts für dich verborgen',
  nothingBody:
    'Öffne ein Foto, eine Person oder ein Album und wähle „Für mich verbergen“. Nur du siehst es dann nicht mehr. Niemand sonst merkt oder erfährt etwas davon.',
};
