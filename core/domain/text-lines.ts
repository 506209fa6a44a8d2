/** The most lines of text that are stored for a photo. */
export const maxLines = 500;

/** The most characters of a line: a longer one is not real text. */
export const longestLine = 1000;
