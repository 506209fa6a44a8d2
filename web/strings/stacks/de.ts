import type { StacksStrings } from './en.ts';

const photos = (count: number): string => (count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`);

export const stacks: StacksStrings = {
  of: (count: number) => `Stapel mit ${photos(count)}`,
  strip: 'Fotos dieses Stapels',
  cover: 'Titelbild',
  make: 'Stapeln',
  made: (count: number) => `${photos(count)} gestapelt`,
  dissolve: 'Stapel auflösen',
  dissolved: 'Stapel aufgelöst',
  chooseCover: 'Als Titelbild des Stapels',
  coverChosen: 'Titelbild des Stapels gewählt',
  takeOut: 'Aus dem Stapel nehmen',
  takenOut: 'Aus dem Stapel genommen',
  next: 'Nächstes im Stapel',
  previous: 'Voriges im Stapel',
  selected: (count: string, stackCount: number) =>
    `${count} ausgewählt, mit allen Fotos aus ${stackCount === 1 ? '1 Stapel' : `${stackCount.toLocaleString('de')} Stapeln`}`,
};
