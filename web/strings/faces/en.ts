/** Faces: their people, and what is not a face. */
export const faceStrings = {
  faces: (count: number) => (count === 1 ? '1 face' : `${count.toLocaleString('en')} faces`),
  useAsCover: 'Use as cover',
  isCover: 'Cover',
  notThisPerson: 'Not this person',
  notAFace: 'Not a face',
  faceRejected: 'Not a face',
  saidNoFace: 'You said: not a face',
  isAFace: 'It’s a face',
  faceRestored: 'Counts as a face again',
  rejectedFaces: 'Not faces',
  rejectedFacesHint: 'You marked these as not faces. They get no suggestions and no box in photos.',
  noRejectedFaces: 'Nothing here',
  noRejectedFacesBody: 'What you mark as “not a face” stays here, so you can change your mind.',
  coverChosen: 'Cover saved',
  faceTaken: (name: string) => `Removed from ${name}`,
  openPhotoOf: 'Open the photo',
  noFaces: 'No faces to show',
  noFacesBody: 'The photos may be hidden, or not read yet.',
  faceAssigned: (name: string | null) => (name === null ? 'Added to someone unnamed' : `Added to ${name}`),
  followed: (count: number) =>
    count === 1 ? 'A similar face was added too.' : `${count.toLocaleString('en')} similar faces were added too.`,
  whoIsThis: 'Who is this?',
  thisIs: (name: string | null) => (name === null ? 'This is someone unnamed' : `This is ${name}`),
  nthSuggestion: (n: number) => `Take suggestion ${n}`,
  saidToBe: (name: string | null) => `You said: ${name ?? 'someone unnamed'}`,
  typeName: 'Type a name',
  newName: (name: string) => `New: ${name}`,
  skip: 'Skip',
  faceBefore: 'Previous',
  faceOf: (at: string, total: string) => `${at} of ${total}`,
  facePhoto: 'The photo with this face',
};

/** The same strings in each language. */
export type FaceStrings = typeof faceStrings;
