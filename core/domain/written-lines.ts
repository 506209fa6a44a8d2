/** The most lines of a photo that are kept. */
export const mostLines = 500;

/** The most characters of a line: a longer one is no text. */
export const longestLine = 1000;
