function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** The search, by text and by face. */
export const searchStrings = {
  search: 'Search',
  searchHint: 'People, places, things, months…',
  found: (count: number) => (count === 0 ? 'No results' : `${photos(count)} found`),
  wordsAlone: 'text only: no models are installed',
  removeFilter: (name: string) => `Remove the filter ${name}`,
  nothingFound: 'No results',
  nothingFoundBody: 'Try other words, a name, a place or a month. Put words in quotes to search for them exactly.',
  searchByFace: 'Search by face',
  searchByFaceHint: 'Drop, paste or choose a picture of somebody. The server looks at it once and doesn’t keep it.',
  choosePicture: 'Choose a picture',
  chooseOtherPicture: 'Choose another picture',
  chooseFace: 'There are several people in this picture. Who do you mean?',
  searchFace: (number: number) => `Search for face ${number}`,
  searchedPicture: 'Your picture',
  noPreview: 'Your browser can’t show this picture, but the server can read it.',
  lookingForFace: 'Looking for the face…',
  nobodyFound: 'No matching faces',
  nobodyFoundBody: 'Try a picture with a larger face, seen from the front.',
  completions: 'Suggestions',
  forgetSearch: 'Forget this search',
  bestFirst: 'Best matches first',
  byDate: 'By date',
};

/** The same strings in each language. */
export type SearchStrings = typeof searchStrings;
