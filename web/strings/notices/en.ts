/** Notices about the photo store and models, with what can be done. */
export const notices = {
  syncNotice: 'Photo store',
  photosMissing: (missing: string, total: string) =>
    `${missing} of ${total} photos are no longer in your photo store. They stay here until you decide. Is the store complete?`,
  otherStore: (missing: string) =>
    `The server found a different photo store. Your ${missing} photos from before stay here until you decide. If this is the right store, photos that are also in it keep their tags and albums; the others leave the library.`,
  lookAgain: 'Check again',
  lookNow: 'Check for new photos',
  lookingNow: 'Checking for new photos',
  takeBackup: 'Back up now',
  backupTaken: 'Backup done and verified',
  backupUnverified: 'The backup is damaged. See the checks.',
  photosGone: 'The photos really are gone',
  letPhotosGo: (count: string, isOne: boolean) => (isOne ? 'Remove 1 photo' : `Remove ${count} photos`),
  rightStore: 'This is the right store',
  useStore: 'Use this store',
  keepPhotos: 'Keep them',
  demoWithoutModels: 'This demo uses stored results. With models installed, search finds more.',
  withoutModels: 'No models are installed: people aren’t recognised, and search only finds text.',
  installModels: 'npx photofinch models pull',
};

/** The same strings in each language. */
export type NoticeStrings = typeof notices;
