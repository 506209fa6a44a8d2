import type { OwnHiddenStrings } from './en.ts';

export const ownHidden: OwnHiddenStrings = {
  hide: 'Für mich verbergen',
  show: 'Mir wieder anzeigen',
  showOne: (name: string) => `„${name}“ mir wieder anzeigen`,
  hidden: (name: string) => `„${name}“ ist jetzt für dich verborgen. Für alle anderen ändert sich nichts.`,
  shown: (name: string) => `Du siehst „${name}“ wieder`,
  things: 'Verborgene Personen und Alben',
  nothing: 'Du hast nichts für dich verborgen',
  nothingBody:
    'Öffne ein Foto, eine Person oder ein Album und wähle „Für mich verbergen“. Nur du siehst es dann nicht mehr. Niemand sonst merkt oder erfährt etwas davon.',
};
