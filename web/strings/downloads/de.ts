import type { DownloadStrings } from './en.ts';

const photos = (count: number): string => (count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`);

export const downloads: DownloadStrings = {
  all: 'Alle herunterladen',
  started: (count, size) =>
    `${photos(count)} als ZIP-Datei ${count === 1 ? 'wird' : 'werden'} heruntergeladen, ${size}`,
  largeTitle: (count, size) => `${photos(count)} herunterladen, ${size}?`,
  largeBody: 'Das kann eine Weile dauern. Prüfe, ob auf deinem Gerät genug Platz ist.',
  tooMany: (limit) =>
    `Du kannst bis zu ${limit.toLocaleString('de')} ausgewählte Fotos auf einmal herunterladen. Wähle weniger aus, oder lade die ganze Liste herunter.`,
};
