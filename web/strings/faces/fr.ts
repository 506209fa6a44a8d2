import type { FaceStrings } from './en.ts';

/** Français. */
export const faceStrings: FaceStrings = {
  faces: (count: number) => (count < 2 ? `${count} visage` : `${count.toLocaleString('fr')} visages`),
  useAsCover: 'Choisir comme couverture',
  isCover: 'Couverture',
  notThisPerson: 'Pas cette personne',
  notAFace: 'Pas un visage',
  faceRejected: 'Ce n’est pas un visage',
  saidNoFace: 'Vous avez dit : pas un visage',
  isAFace: 'C’est bien un visage',
  faceRestored: 'Compte à nouveau comme un visage',
  rejectedFaces: 'Pas des visages',
  rejectedFacesHint: 'Vous avez dit que ce ne sont pas des visages. Ils n’ont ni suggestions, ni cadre sur les photos.',
  noRejectedFaces: 'Rien ici',
  noRejectedFacesBody: 'Ce que vous marquez « pas un visage » reste ici, au cas où vous changeriez d’avis.',
  coverChosen: 'Couverture enregistrée',
  faceTaken: (name: string) => `N’est plus attribué à ${name}`,
  openPhotoOf: 'Ouvrir la photo',
  noFaces: 'Aucun visage à afficher',
  noFacesBody: 'Les photos sont peut-être masquées, ou pas encore lues.',
  faceAssigned: (name: string | null) => (name === null ? 'Attribué à une personne sans nom' : `Attribué à ${name}`),
  followed: (count: number) =>
    count < 2
      ? 'Un visage similaire a aussi été attribué.'
      : `${count.toLocaleString('fr')} visages similaires ont aussi été attribués.`,
  whoIsThis: 'Qui est-ce ?',
  thisIs: (name: string | null) => (name === null ? 'C’est une personne sans nom' : `C’est ${name}`),
  nthSuggestion: (n: number) => `Choisir la suggestion ${n}`,
  saidToBe: (name: string | null) => `Vous avez dit : ${name ?? 'une personne sans nom'}`,
  typeName: 'Saisissez un nom',
  newName: (name: string) => `Nouveau : ${name}`,
  skip: 'Passer',
  faceBefore: 'Précédent',
  faceOf: (at: string, total: string) => `${at} sur ${total}`,
  facePhoto: 'La photo avec ce visage',
};
