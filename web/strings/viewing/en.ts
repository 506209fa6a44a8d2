function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** The sentences of the page for one photo, and for duplicates. */
export const viewing = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholePhoto: 'Show the whole photo',
  showFaces: 'Show faces',
  hideFaces: 'Hide faces',
  slideShow: 'Slide show',
  endSlideShow: 'End the slide show',
  livePhoto: 'Live photo: you see the still picture. Its video stays in your photo store.',
  seenByModel: 'Seen in the picture',
  moreLikeThis: 'More like this',
  copiesOfIt: 'Copies of it',
  exposure: 'Exposure',
  unknownFace: 'Unknown face',
  nameFace: 'Who is this?',
  namedWithOthers: (name: string, others: number) =>
    `Named ${name}, and ${others === 1 ? '1 similar face' : `${others.toLocaleString('en')} similar faces`} with it`,
  unassigned: (name: string) => `Taken from ${name}`,
  duplicatesSame: 'The same file',
  duplicatesAlike: 'Look alike',
  duplicatesHint:
    'Choose which photo of each group stays in the timeline; the rest goes to the archive. Nothing is deleted, neither here nor in your photo store.',
  duplicatesWaste: (groups: number, size: string) =>
    `${groups === 1 ? '1 group' : `${groups.toLocaleString('en')} groups`}, ${size} could be saved in your photo store`,
  noDuplicates: 'No duplicates',
  noDuplicatesSame: 'No file is in your photo store twice.',
  noDuplicatesAlike: 'No photos were found that look alike: scaled, recompressed or retouched versions of one picture.',
  keepThis: 'Keep',
  kept: 'Stays',
  goesToArchive: 'To the archive',
  inArchive: 'In the archive',
  archiveRest: (count: number) => (count === 1 ? 'Archive the other one' : `Archive the other ${count}`),
  archiveAll: 'Archive all as proposed',
  archiveAllQuestion: (count: number, groups: number) =>
    `Archive ${photos(count)} of ${groups === 1 ? '1 group' : `${groups.toLocaleString('en')} groups`}?`,
  archiveAllBody:
    'Of each group the photo that is marked stays. The others go to the archive, where you find them again; nothing is deleted.',
  openPhoto: (name: string) => `Open ${name}`,
  nothingHere: {
    favorites: 'Photos that you mark with a heart are gathered here.',
    archive: 'Archived photos leave the timeline and stay here. People, places and search still find them.',
    hidden: 'Hidden photos show here alone, for those who may edit.',
    other: 'There are no photos here.',
  },
  showText: 'Select text',
  hideText: 'Hide text boxes',
  textInPhoto: 'Text in the photo',
  copyText: 'Copy the text',
  copied: 'Copied',
  whyFound: 'Why this photo was found',
  reasons: {
    people: (who: string) => `${who} is in the photo`,
    tags: (tag: string) => `Tag: ${tag}`,
    caption: (caption: string) => `Caption: ${caption}`,
    albums: (album: string) => `Album: ${album}`,
    place: (place: string) => `Place: ${place}`,
    written: (line: string) => `It says “${line}”`,
    name: (name: string) => `File: ${name}`,
    auto_tags: (thing: string) => `It shows: ${thing}`,
    camera: (camera: string) => `Camera: ${camera}`,
    thing: (thing: string) => `It shows: ${thing}`,
    picture: () => 'It looks like what you searched for',
  },
};

/** What every language has to say of them. */
export type ViewingStrings = typeof viewing;
