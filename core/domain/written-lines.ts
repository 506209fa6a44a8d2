/** The most lines of a photo that are kept. */
export const mostLines = 500;

/** The most characters of a line: more is no text that anybody wrote. */
export const longestLine = 1000;
