import type { grid as en } from './en.ts';

export const grid: typeof en = {
  selectGroup: (group, photos) => `${group} auswählen, ${photos}`,
  selectAllPhotos: 'Alle Fotos auswählen',
  onlyFirstSelected: (count) => `Nur die ersten ${count} Fotos sind ausgewählt: Mehr gehen nicht auf einmal.`,
  photoSize: 'Fotogröße',
  photoSizes: ['Winzig', 'Klein', 'Mittel', 'Groß', 'Riesig'],
  largerPhotos: 'Größere Fotos',
  smallerPhotos: 'Kleinere Fotos',
  goToDate: 'Zu einem Datum gehen',
  showDay: 'Diesen Tag unter allen Fotos zeigen',
};
