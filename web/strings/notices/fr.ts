import type { NoticeStrings } from './en.ts';

/** Français. */
export const notices: NoticeStrings = {
  syncNotice: 'Stockage de photos',
  photosMissing: (missing: string, total: string) =>
    `${missing} photos sur ${total} ne sont plus dans votre stockage. Elles restent ici jusqu’à votre décision. Le stockage est-il complet ?`,
  otherStore: (missing: string) =>
    `Le serveur a trouvé un autre stockage de photos. Vos ${missing} photos d’avant restent ici jusqu’à votre décision. Est-ce le bon ?`,
  lookAgain: 'Vérifier à nouveau',
  lookNow: 'Chercher de nouvelles photos',
  lookingNow: 'Recherche de nouvelles photos',
  takeBackup: 'Sauvegarder maintenant',
  backupTaken: 'Sauvegarde faite et vérifiée',
  backupUnverified: 'La sauvegarde est endommagée. Consultez les vérifications.',
  photosGone: 'Les photos ont vraiment disparu',
  letPhotosGo: (count: string, one: boolean) => (one ? 'Retirer 1 photo' : `Retirer ${count} photos`),
  keepPhotos: 'Les garder',
  demoWithoutModels:
    'Les personnes de cette démo viennent d’une analyse enregistrée. Sans modèles, la recherche ne connaît que le texte. Pour en installer :',
  withoutModels:
    'Aucun modèle n’est installé : personne n’est reconnu, et la recherche ne connaît que le texte. Pour en installer :',
  installModels: 'npx photofinch models pull',
};
