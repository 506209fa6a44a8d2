/** Who can see what, as far as every page may say it. The dialog is in `household`. */
export const keeping = {
  action: 'Who can see it',
  mark: 'Hidden from some people',
};

/** What every language has to say of it. */
export type KeepingStrings = typeof keeping;
