import { faceStrings } from './faces/en.ts';
import { grid } from './grid/en.ts';
import { downloads } from './downloads/en.ts';
import { folders } from './folders/en.ts';
import { duplicateFiles } from './duplicates/en.ts';
import { album } from './album/en.ts';
import { keeping } from './keeping/en.ts';
import { keys } from './keys/en.ts';
import { ownHidden } from './own-hidden/en.ts';
import { edits } from './edits/en.ts';
import { stacks } from './stacks/en.ts';
import { map } from './map/en.ts';
import { frame } from './frame/en.ts';
import { naming } from './naming/en.ts';
import { notices } from './notices/en.ts';
import { peopleStrings } from './people/en.ts';
import { refusals } from './refusals/en.ts';
import { searchStrings } from './search/en.ts';
import { signInStrings } from './sign-in/en.ts';
import { sentences } from './sentences/en.ts';
import { playing } from './playing/en.ts';
import { viewer } from './viewer/en.ts';
import { viewing } from './viewing/en.ts';

function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

function videos(count: number): string {
  return count === 1 ? '1 video' : `${count.toLocaleString('en')} videos`;
}

/** @param videoCount how many of all are videos */
function countText(all: number, videoCount = 0): string {
  if (videoCount === 0) return photos(all);
  return all === videoCount ? videos(videoCount) : `${photos(all - videoCount)}, ${videos(videoCount)}`;
}

/** All strings of the UI except those that are loaded on demand. */
export const en = {
  album,
  keeping,
  keys,
  ownHidden,
  map,
  downloads,
  folders,
  duplicateFiles,
  app: 'Photofinch',
  refusals,
  sentences,
  frame,
  ...signInStrings,
  ...grid,
  ...notices,
  ...searchStrings,
  ...peopleStrings,
  ...faceStrings,
  ...viewing,
  viewer,
  playing,
  edits,
  stacks,
  ...naming,
  serverLost: 'Can’t reach the server. Trying again…',
  /** A label and its value on one line. */
  labelled: (label: string, value: string) => `${label}: ${value}`,
  starting: 'Loading…',
  tryAgain: 'Try again',
  photosFailed: 'Couldn’t load your photos',
  emptyTitle: 'No photos yet',
  timeLeft: (duration: string) => `about ${duration} left`,
  photoCount: (count: string, isOne: boolean) => (isOne ? '1 photo' : `${count} photos`),
  photoLabel: (kind: string, time: string) => `${kind}, ${time}`,
  kinds: { image: 'Photo', video: 'Video', live: 'Live photo', raw: 'RAW photo' },
  favorite: 'favourite',
  notFoundTitle: 'Page not found',
  notFound: 'Check the link. It may also come from a newer version.',
  toTimeline: 'Go to your photos',
  noSuch: {
    albums: 'Album not found',
    places: 'Place not found',
    tags: 'Tag not found',
    people: 'Person not found',
  },
  noSuchBody: {
    albums: () => 'It may have been deleted, here or in your photo store. Or check the link.',
    places: (name: string) => `You have no photos taken in ${name}.`,
    tags: (name: string) => `No photo has the tag “${name}”.`,
    people: () => 'This person may have been merged with someone else. Or check the link.',
  },
  close: 'Close',
  newer: 'Newer photo',
  older: 'Older photo',
  addFavorite: 'Add to favourites',
  removeFavorite: 'Remove from favourites',
  archive: 'Archive',
  unarchive: 'Remove from archive',
  hide: 'Hide',
  unhide: 'Unhide',
  info: 'Information',
  download: 'Download',
  taken: 'Taken',
  place: 'Place',
  camera: 'Camera',
  file: 'File',
  albums: 'Albums',
  people: 'People',
  caption: 'Caption',
  tags: 'Tags',
  addTag: 'Add a tag',
  removeTag: (tag: string) => `Remove the tag ${tag}`,
  unnamedPerson: 'Unnamed',
  understood: 'Got it',
  picked: 'selected',
  palette: 'What would you like to do?',
  paletteEmpty: 'No matches',
  undo: 'Undo',
  toOpen: 'Open',
  dismiss: 'Dismiss',
  share: 'Share',
  clearSelection: 'Clear selection',
  selected: (count: string) => `${count} selected`,
  navigation: 'Pages',
  skipNavigation: 'Skip to content',
  more: 'More',
  add: 'Add',
  cancel: 'Cancel',
  stop: 'Stop',
  underWay: (label: string) => `${label}…`,
  tagPhotos: (count: string, isOne: boolean) => (isOne ? 'Add a tag' : `Add a tag to ${count} photos`),
  done: {
    favorited: (count: number, isOn: boolean) =>
      `${photos(count)} ${isOn ? 'added to' : 'removed from'} your favourites`,
    archived: (count: number, isOn: boolean) => `${photos(count)} ${isOn ? 'archived' : 'removed from the archive'}`,
    hidden: (count: number, isOn: boolean) => `${photos(count)} ${isOn ? 'hidden' : 'no longer hidden'}`,
    hidden_by_me: (count: number, isOn: boolean) =>
      `${photos(count)} ${isOn ? 'hidden for you' : 'shown to you again'}`,
    tagged: (count: number, tag: string) => `${photos(count)} tagged “${tag}”`,
    untagged: (count: number, tag: string) => `“${tag}” removed from ${photos(count)}`,
  },
  albumStays: 'The photos were removed again, but the album stays: others have been added to it since.',
  albumBrokenOff: (done: number, total: number, reason: string) =>
    `The album has only ${done.toLocaleString('en')} of ${photos(total)} so far. ${reason}`,
  stopped: (done: number, total: number) => `${done.toLocaleString('en')} of ${photos(total)} changed`,
  brokenOff: (done: number, total: number, reason: string) =>
    `Only ${done.toLocaleString('en')} of ${photos(total)} were changed. ${reason}`,
  pages: {
    timeline: 'Photos',
    search: 'Search',
    explore: 'Explore',
    people: 'People',
    faces: 'Faces to name',
    albums: 'Albums',
    trips: 'Trips',
    folders: 'Folders',
    places: 'Places',
    map: 'Map',
    tags: 'Tags',
    memories: 'On this day',
    favorites: 'Favourites',
    archive: 'Archive',
    hidden: 'Hidden',
    'hidden-by-me': 'Hidden by you',
    duplicates: 'Duplicates',
    settings: 'Settings',
    admin: 'Server',
    help: 'Help',
  },
  photos: countText,
  noAlbums: 'No albums yet',
  noAlbumsBody:
    'The albums of your photo store appear here. If it has none, its folders do. You can also make your own.',
  noTags: 'No tags yet',
  noTagsBody: 'Open a photo or select some, then choose “Add a tag”.',
  noPlaces: 'No places yet',
  noPlacesBody: 'Photos with a location appear here, by town.',
  /** Within a title; alone, it begins with a capital. */
  yearsAgo: (years: number) => (years === 0 ? 'this year' : years === 1 ? '1 year ago' : `${years} years ago`),
  showAll: 'Show all',
  showAllOf: (title: string) => `Show all: ${title}`,
  recentlyAdded: 'Recently added',
  dateRail: 'Months',
  noMemories: 'Nothing on this day',
  pageLost: 'Couldn’t load this page',
  pageLostBody: 'The server may have been updated since you opened it.',
  /** Instead, if the server cannot be reached. */
  pageAwayBody: 'The server can’t be reached right now. This page opens as soon as it’s back.',
  partLost: 'Couldn’t load this part of the page',
  reloadPage: 'Reload the page',
  noAccess: 'No access',
  forWriters: 'For editors only.',
  forAdmins: 'For administrators only.',
};

/** The same strings in each language. */
export type Strings = typeof en;
