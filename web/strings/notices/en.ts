/** What the page tells of the photo store and of models, and what can be done about it. */
export const notices = {
  syncNotice: 'The photo store',
  photosMissing: (missing: string, total: string) =>
    `${missing} of ${total} photos are no longer in your photo store. They stay here until you say otherwise. Is the store complete?`,
  otherStore: (missing: string) =>
    `The server finds another photo store than before. The ${missing} earlier photos stay here until you say otherwise. Is it the right one?`,
  lookAgain: 'Look again',
  lookNow: 'Look at the photo store now',
  lookingNow: 'The server looks at the photo store',
  takeBackup: 'Take a backup now',
  backupTaken: 'The backup is taken and verified',
  backupUnverified: 'The backup is taken, but it is damaged: see the checks',
  photosGone: 'The photos are really gone',
  letPhotosGo: (count: string, one: boolean) => (one ? 'Remove 1 photo' : `Remove ${count} photos`),
  keepPhotos: 'Keep them',
  demoWithoutModels:
    'The people in this demo come from a stored analysis. Search knows words only until models are installed.',
  withoutModels: 'No models are installed: people are not recognised, and search knows words only.',
  installModels: 'npx photofinch models pull',
};

/** What every language has to say of them. */
export type NoticeStrings = typeof notices;
