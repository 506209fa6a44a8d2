import type { AlbumStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

/** Français: actions on albums. */
export const album: AlbumStrings = {
  add: 'Ajouter à un album',
  addPhotos: 'Ajouter des photos',
  addNone: 'Annuler l’ajout de photos',
  taken: 'Déjà dans l’album',
  remove: 'Retirer de l’album',
  removed: (count, name) => `${photos(count)} ${count < 2 ? 'retirée' : 'retirées'} de « ${name} »`,
  cover: 'Utiliser comme couverture',
  coverSet: (name) => `« ${name} » a une nouvelle couverture`,
  tripCover: 'Utiliser comme couverture du voyage',
  tripCoverSet: 'Le voyage a une nouvelle couverture',
  make: 'Nouvel album',
  makeSmart: 'Nouvel album intelligent',
  save: 'Enregistrer comme album intelligent',
  edit: 'Modifier l’album',
  rule: 'Changer ce qu’il cherche',
  arrange: 'Ranger les photos',
  delete: 'Supprimer l’album',
  empty: 'Cet album est vide.',
  emptySmart: 'Aucune photo ne correspond encore. Les photos qui correspondent apparaîtront ici automatiquement.',
  smart: 'Album intelligent',
  left: 'Pas sous « Photos »',
};
