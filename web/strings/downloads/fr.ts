import type { DownloadStrings } from './en.ts';

const photos = (count: number): string => (count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`);

export const downloads: DownloadStrings = {
  all: 'Tout télécharger',
  started: (count, size) => `Téléchargement de ${photos(count)} dans un fichier ZIP, ${size}`,
  largeTitle: (count, size) => `Télécharger ${photos(count)}, ${size} ?`,
  largeBody: 'Cela peut prendre un moment. Vérifiez qu’il y a assez de place sur votre appareil.',
  tooMany: (limit) =>
    `Vous pouvez télécharger jusqu’à ${limit.toLocaleString('fr')} photos sélectionnées à la fois. Sélectionnez-en moins, ou téléchargez toute la liste.`,
};
