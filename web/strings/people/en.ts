function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;
}

/** People: names, merges, hidden people. */
export const peopleStrings = {
  peopleCount: (count: number) => people(count),
  findPeople: 'Find a name',
  addName: 'Add a name',
  rename: 'Rename',
  nameLabel: 'Name',
  save: 'Save',
  named: (name: string) => `Name saved: ${name}`,
  merged: (name: string | null, photos: string) => `Merged: ${name === null ? '' : `${name}, `}${photos}`,
  pickPerson: (name: string) => `Select ${name}`,
  noPeople: 'No people yet',
  noPeopleBody: 'People appear here once faces have been found in your photos.',
  noSuchName: 'No one by that name',
  noSuchNameBody: 'Part of a name is enough: “an” finds Anna and Jan.',
  showPassersBy: (count: number) =>
    count === 1
      ? 'Show one more, with only one or two photos'
      : `Show ${count.toLocaleString('en')} more, with only one or two photos`,
  compareTitle: 'Same person or not?',
  compareHint: (count: number) =>
    count === 1 ? 'Two people look alike.' : `${count.toLocaleString('en')} pairs of people look alike.`,
  compare: 'Compare',
  samePerson: 'Same person',
  differentPerson: 'Different people',
  pairsLeft: (count: number) => (count === 1 ? 'last pair' : `${count.toLocaleString('en')} pairs left`),
  mergePicked: 'Merge',
  showHiddenPeople: 'Show hidden',
  hiddenPerson: 'Hidden',
  personHidden: (name: string) => `${name} hidden from people, suggestions and search`,
  personShown: (name: string) => `${name} is back`,
  peopleHidden: (count: number, isOn: boolean) =>
    isOn ? `${people(count)} hidden` : `${people(count)} ${count === 1 ? 'is' : 'are'} back`,
  mergeInto: 'Merge with someone else',
  mergeTitle: (count: number) => `Merge ${count.toLocaleString('en')} people?`,
  mergeHint: 'All their photos come together. You can undo this for 30 days.',
  mergeKeep: 'Whose name and picture do you want to keep?',
  mergeIntoTitle: (name: string) => `Who else is ${name}?`,
  mergeBrokenOff: (done: number, total: number, reason: string) =>
    `Only ${done.toLocaleString('en')} of ${people(total)} were merged. ${reason}`,
  mergeConfirm: (name: string) => `Merge with ${name}`,
  sameNameTitle: (name: string) => `Is this the same ${name}?`,
  sameNameHint: 'You already have someone by that name. If it’s the same person, their photos come together.',
  sameNameYes: 'Yes, same person',
  sameNameNo: 'No, use another name',
  pastMerges: 'Recent merges',
  pastMergesHint: 'You can undo a merge for 30 days, the most recent one of each person first.',
  noPastMerges: 'No merges in the last 30 days.',
  pastMerge: (name: string | null, into: string | null) =>
    `${name ?? 'Someone unnamed'} merged into ${into ?? 'someone unnamed'}`,
  undoFirst: (merge: string) => `First undo: ${merge}`,
  backWithoutName: 'They’re two people again, but someone else has the name now',
  personPhotos: 'Photos',
  personFaces: 'Faces',
  personPlaces: 'Places',
  noPhotosOfPerson: 'No photos yet. Assign faces to this person and their photos appear here.',
};

/** The same strings in each language. */
export type PeopleStrings = typeof peopleStrings;
