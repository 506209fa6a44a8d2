import type { NoticeStrings } from './en.ts';

/** Français. */
export const notices: NoticeStrings = {
  syncNotice: 'Stockage de photos',
  photosMissing: (missing: string, total: string) =>
    `${missing} photos sur ${total} ne sont plus dans votre stockage. Elles restent ici jusqu’à votre décision. Le stockage est-il complet ?`,
  otherStore: (missing: string) =>
    `Le serveur a trouvé un autre stockage de photos. Vos ${missing} photos d’avant restent ici jusqu’à votre décision. Si c’est le bon, les photos qui s’y trouvent aussi gardent leurs mots-clés et leurs albums ; les autres quittent la bibliothèque.`,
  lookAgain: 'Vérifier à nouveau',
  lookNow: 'Chercher de nouvelles photos',
  lookingNow: 'Recherche de nouvelles photos',
  takeBackup: 'Sauvegarder maintenant',
  backupTaken: 'Sauvegarde faite et vérifiée',
  backupUnverified: 'La sauvegarde est endommagée. Consultez les vérifications.',
  photosGone: 'Les photos ont vraiment disparu',
  letPhotosGo: (count: string, isOne: boolean) => (isOne ? 'Retirer 1 photo' : `Retirer ${count} photos`),
  rightStore: 'C’est le bon stockage',
  useStore: 'Utiliser ce stockage',
  keepPhotos: 'Les garder',
  demoWithoutModels:
    'Cette démo utilise des résultats enregistrés. Avec des modèles installés, la recherche trouve plus de photos.',
  withoutModels:
    'Aucun modèle n’est installé : les personnes ne sont pas reconnues, et la recherche ne trouve que du texte.',
  installModels: 'npx photofinch models pull',
};
