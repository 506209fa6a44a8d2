import type { SearchStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

/** Français. */
export const searchStrings: SearchStrings = {
  search: 'Rechercher',
  searchHint: 'Personnes, lieux, choses, mois…',
  found: (count: number) =>
    count === 0 ? 'Aucun résultat' : count === 1 ? '1 photo trouvée' : `${photos(count)} trouvées`,
  wordsAlone: 'dans le texte seulement : aucun modèle n’est installé',
  removeFilter: (name: string) => `Retirer le filtre ${name}`,
  nothingFound: 'Aucun résultat',
  nothingFoundBody:
    'Essayez d’autres mots, un nom, un lieu ou un mois. Mettez des mots entre guillemets pour les chercher tels quels.',
  searchByFace: 'Rechercher par visage',
  searchByFaceHint:
    'Déposez, collez ou choisissez une image de la personne. Le serveur l’analyse une fois et ne la conserve pas.',
  choosePicture: 'Choisir une image',
  chooseOtherPicture: 'Choisir une autre image',
  chooseFace: 'Il y a plusieurs personnes sur cette image. Laquelle cherchez-vous ?',
  searchFace: (number: number) => `Rechercher le visage ${number}`,
  searchedPicture: 'Votre image',
  noPreview: 'Votre navigateur ne peut pas afficher cette image, mais le serveur peut la lire.',
  lookingForFace: 'Recherche du visage…',
  nobodyFound: 'Aucun visage similaire',
  nobodyFoundBody: 'Essayez avec une image où le visage est plus grand, ou vu de face.',
  completions: 'Suggestions',
  forgetSearch: 'Oublier cette recherche',
  bestFirst: 'Meilleurs résultats d’abord',
  byDate: 'Par date',
};
