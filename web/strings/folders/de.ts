import type { FolderStrings } from './en.ts';

export const folders: FolderStrings = {
  trail: 'Pfad',
  below: 'Ordner hier drin',
  withBelow: 'Auch die Ordner hier drin',
  none: 'Keine Ordner',
  noneBody: 'In deinem Fotospeicher gibt es keine Ordner.',
  noSuch: 'Ordner nicht gefunden',
  noSuchBody: 'Vielleicht wurde er in deinem Fotospeicher umbenannt oder verschoben, oder es sind keine Fotos darin.',
  readers: 'Ordner auch Betrachtern zeigen',
  readersHint: 'Betrachter sehen dann, wo Fotos in deinem Fotospeicher liegen.',
};
