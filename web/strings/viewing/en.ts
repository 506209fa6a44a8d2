function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

function groups(count: number): string {
  return count === 1 ? '1 group' : `${count.toLocaleString('en')} groups`;
}

/** The page of a photo, and duplicates. */
export const viewing = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholePhoto: 'Fit to screen',
  showFaces: 'Show faces',
  hideFaces: 'Hide faces',
  slideShow: 'Slide show',
  endSlideShow: 'End slide show',
  livePhoto: 'Live photo: only the still picture can be shown.',
  originalFailed: 'Couldn’t load the original. This is its thumbnail.',
  seenByModel: 'In this photo',
  moreLikeThis: 'More like this',
  copiesOfIt: 'Copies',
  exposure: 'Exposure',
  unknownFace: 'Unknown face',
  nameFace: 'Who is this?',
  namedInStore: 'Named in your photo store',
  itIs: (name: string) => `It’s ${name}`,
  namedWithOthers: (name: string, others: number) =>
    `Name saved: ${name}, also for ${others === 1 ? '1 similar face' : `${others.toLocaleString('en')} similar faces`}`,
  unassigned: (name: string) => `Removed from ${name}`,
  duplicatesSame: 'Identical',
  duplicatesAlike: 'Similar',
  duplicatesHint:
    'Choose which photo of each group to keep. The others go to the archive. Nothing is deleted, neither here nor in your photo store.',
  duplicatesWaste: (count: number, size: string) => `${groups(count)}, ${size} could be freed in your photo store`,
  noDuplicates: 'No duplicates',
  noDuplicatesSame: 'No file is in your photo store twice.',
  noDuplicatesAlike: 'No photos look like resized, recompressed or edited copies of each other.',
  keepThis: 'Keep',
  kept: 'Kept',
  goesToArchive: 'To archive',
  inArchive: 'In archive',
  archiveRest: (count: number) => (count === 1 ? 'Archive the other one' : `Archive the other ${count}`),
  archiveAll: 'Archive all as suggested',
  archiveAllQuestion: (count: number, groupCount: number) => `Archive ${photos(count)} from ${groups(groupCount)}?`,
  archiveAllBody: 'The marked photo of each group stays. You find the others in the archive. Nothing is deleted.',
  openPhoto: (name: string) => `Open ${name}`,
  nothingHere: {
    favorites: 'Tap the heart on a photo and it appears here.',
    archive: 'Archived photos leave “Photos” and stay here. You still find them in people, places and search.',
    hidden: 'Hidden photos appear only here. Viewers can’t see them.',
    other: 'No photos here.',
  },
  showText: 'Select text',
  hideText: 'Hide text boxes',
  textInPhoto: 'Text in this photo',
  copyText: 'Copy text',
  frameRate: (rate: string) => `${rate} fps`,
  copied: 'Copied',
  whyFound: 'Why this photo was found',
  reasons: {
    people: (name: string) => `${name} is in the photo`,
    tags: (tag: string) => `Tag: ${tag}`,
    caption: (caption: string) => `Caption: ${caption}`,
    albums: (album: string) => `Album: ${album}`,
    place: (place: string) => `Place: ${place}`,
    written: (line: string) => `It says “${line}”`,
    name: (name: string) => `File: ${name}`,
    auto_tags: (thing: string) => `It shows: ${thing}`,
    camera: (camera: string) => `Camera: ${camera}`,
    thing: (thing: string) => `It shows: ${thing}`,
    picture: () => 'Looks like what you searched for',
  },
};

/** The same strings in each language. */
export type ViewingStrings = typeof viewing;
