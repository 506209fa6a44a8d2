import type { ViewingStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

function groups(count: number): string {
  return count < 2 ? `${count} groupe` : `${count.toLocaleString('fr')} groupes`;
}

/** Français. */
export const viewing: ViewingStrings = {
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  wholePhoto: 'Afficher la photo entière',
  showFaces: 'Afficher les visages',
  hideFaces: 'Masquer les visages',
  slideShow: 'Diaporama',
  endSlideShow: 'Arrêter le diaporama',
  livePhoto: 'Photo live : seule l’image fixe peut être affichée.',
  originalFailed: 'Impossible de charger l’original. Voici son aperçu.',
  seenByModel: 'Sur cette photo',
  moreLikeThis: 'Photos similaires',
  copiesOfIt: 'Copies',
  exposure: 'Exposition',
  unknownFace: 'Visage inconnu',
  nameFace: 'Qui est-ce ?',
  namedInStore: 'Personnes nommées dans votre stockage',
  itIs: (name: string) => `C’est ${name}`,
  namedWithOthers: (name: string, others: number) =>
    `Nom enregistré : ${name}, aussi pour ${others < 2 ? `${others} visage similaire` : `${others.toLocaleString('fr')} visages similaires`}`,
  unassigned: (name: string) => `N’est plus attribué à ${name}`,
  duplicatesSame: 'Identiques',
  duplicatesAlike: 'Similaires',
  duplicatesHint:
    'Choisissez la photo à garder dans chaque groupe. Les autres vont dans les archives. Rien n’est supprimé, ni ici ni dans votre stockage.',
  duplicatesWaste: (count: number, size: string) => `${groups(count)}, ${size} à libérer dans votre stockage de photos`,
  noDuplicates: 'Aucun doublon',
  noDuplicatesSame: 'Aucun fichier n’est deux fois dans votre stockage de photos.',
  noDuplicatesAlike: 'Aucune photo ne semble être une copie réduite, recompressée ou retouchée d’une autre.',
  keepThis: 'Garder',
  kept: 'Gardée',
  goesToArchive: 'À archiver',
  inArchive: 'Archivée',
  archiveRest: (count: number) => (count < 2 ? 'Archiver l’autre' : `Archiver les ${count} autres`),
  archiveAll: 'Tout archiver comme proposé',
  archiveAllQuestion: (count: number, groupCount: number) => `Archiver ${photos(count)} de ${groups(groupCount)} ?`,
  archiveAllBody:
    'La photo marquée de chaque groupe reste. Vous retrouvez les autres dans les archives. Rien n’est supprimé.',
  openPhoto: (name: string) => `Ouvrir ${name}`,
  nothingHere: {
    favorites: 'Touchez le cœur d’une photo et elle apparaît ici.',
    archive:
      'Les photos archivées quittent « Photos » et restent ici. Vous les retrouvez toujours dans les personnes, les lieux et la recherche.',
    hidden: 'Les photos masquées n’apparaissent qu’ici. Les lecteurs ne les voient pas.',
    other: 'Aucune photo ici.',
  },
  showText: 'Sélectionner le texte',
  hideText: 'Masquer les cadres de texte',
  textInPhoto: 'Texte sur cette photo',
  copyText: 'Copier le texte',
  frameRate: (rate: string) => `${rate} i/s`,
  copied: 'Copié',
  whyFound: 'Pourquoi cette photo a été trouvée',
  reasons: {
    people: (name: string) => `${name} est sur la photo`,
    tags: (tag: string) => `Mot-clé : ${tag}`,
    caption: (caption: string) => `Légende : ${caption}`,
    albums: (album: string) => `Album : ${album}`,
    place: (place: string) => `Lieu : ${place}`,
    written: (line: string) => `On y lit « ${line} »`,
    name: (name: string) => `Fichier : ${name}`,
    auto_tags: (thing: string) => `On y voit : ${thing}`,
    camera: (camera: string) => `Appareil photo : ${camera}`,
    thing: (thing: string) => `On y voit : ${thing}`,
    picture: () => 'Ressemble à ce que vous cherchez',
  },
};
