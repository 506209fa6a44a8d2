/** Who can see what, for all pages. The dialog is in `household`. */
export const keeping = {
  action: 'Who can see this',
  mark: 'Hidden from some people',
};

/** The same strings in each language. */
export type KeepingStrings = typeof keeping;
