import type { PeopleStrings } from './en.ts';

function people(count: number): string {
  return count < 2 ? `${count} personne` : `${count.toLocaleString('fr')} personnes`;
}

/** Français. */
export const peopleStrings: PeopleStrings = {
  peopleCount: (count: number) => people(count),
  findPeople: 'Chercher un nom',
  addName: 'Ajouter un nom',
  rename: 'Renommer',
  nameLabel: 'Nom',
  save: 'Enregistrer',
  named: (name: string) => `Nom enregistré : ${name}`,
  merged: (name: string | null, photos: string) => `Fusion effectuée : ${name === null ? '' : `${name}, `}${photos}`,
  pickPerson: (name: string) => `Sélectionner ${name}`,
  noPeople: 'Pas encore de personnes',
  noPeopleBody: 'Les personnes apparaissent ici dès que des visages sont trouvés sur vos photos.',
  noSuchName: 'Personne ne porte ce nom',
  noSuchNameBody: 'Une partie du nom suffit : « an » trouve Anna et Jan.',
  showPassersBy: (count: number) =>
    count < 2
      ? 'Afficher une autre personne, avec une ou deux photos seulement'
      : `Afficher ${count.toLocaleString('fr')} autres personnes, avec une ou deux photos seulement`,
  compareTitle: 'Est-ce la même personne ?',
  compareHint: (count: number) =>
    count < 2 ? 'Deux personnes se ressemblent.' : `${count.toLocaleString('fr')} paires de personnes se ressemblent.`,
  compare: 'Comparer',
  samePerson: 'Même personne',
  differentPerson: 'Personnes différentes',
  pairsLeft: (count: number) => (count < 2 ? 'dernière paire' : `encore ${count.toLocaleString('fr')} paires`),
  mergePicked: 'Fusionner',
  showHiddenPeople: 'Afficher les masquées',
  hiddenPerson: 'Masquée',
  personHidden: (name: string) => `${name} n’apparaît plus dans les personnes, les suggestions et la recherche`,
  personShown: (name: string) => `${name} est de nouveau visible`,
  peopleHidden: (count: number, isOn: boolean) =>
    count < 2
      ? `${people(count)} ${isOn ? 'masquée' : 'de nouveau visible'}`
      : `${people(count)} ${isOn ? 'masquées' : 'de nouveau visibles'}`,
  mergeInto: 'Fusionner avec quelqu’un d’autre',
  mergeTitle: (count: number) => `Fusionner ${people(count)} ?`,
  mergeHint: 'Toutes leurs photos sont réunies. Vous pouvez annuler pendant 30 jours.',
  mergeKeep: 'Quel nom et quelle photo voulez-vous garder ?',
  mergeIntoTitle: (name: string) => `Qui d’autre est ${name} ?`,
  mergeBrokenOff: (done: number, total: number, reason: string) =>
    `Fusion partielle : ${done.toLocaleString('fr')} sur ${people(total)}. ${reason}`,
  mergeConfirm: (name: string) => `Fusionner avec ${name}`,
  sameNameTitle: (name: string) => `${name} : est-ce la même personne ?`,
  sameNameHint: 'Quelqu’un porte déjà ce nom. Si c’est la même personne, toutes ses photos sont réunies.',
  sameNameYes: 'Oui, la même personne',
  sameNameNo: 'Non, un autre nom',
  pastMerges: 'Fusions récentes',
  pastMergesHint:
    'Vous pouvez annuler une fusion pendant 30 jours, en commençant par la plus récente de chaque personne.',
  noPastMerges: 'Aucune fusion au cours des 30 derniers jours.',
  pastMerge: (name: string | null, into: string | null) =>
    `${name ?? 'Une personne sans nom'} avec ${into ?? 'une personne sans nom'}`,
  undoFirst: (merge: string) => `Annulez d’abord cette fusion : ${merge}`,
  backWithoutName: 'Ce sont à nouveau deux personnes, mais quelqu’un d’autre porte ce nom maintenant',
  personPhotos: 'Photos',
  personFaces: 'Visages',
  personPlaces: 'Lieux',
  noPhotosOfPerson: 'Pas encore de photos. Attribuez des visages à cette personne et ses photos apparaîtront ici.',
};
