import type { grid as en } from './en.ts';

/** Français. */
export const grid: typeof en = {
  selectGroup: (group, photos) => `Sélectionner ${group}, ${photos}`,
  selectAllPhotos: 'Sélectionner toutes les photos',
  onlyFirstSelected: (count) => `Seules les ${count} premières photos sont sélectionnées : c’est le maximum à la fois.`,
  photoSize: 'Taille des photos',
  photoSizes: ['Minuscule', 'Petite', 'Moyenne', 'Grande', 'Très grande'],
  largerPhotos: 'Agrandir les photos',
  smallerPhotos: 'Réduire les photos',
  goToDate: 'Aller à une date',
  showDay: 'Voir ce jour parmi toutes les photos',
};
