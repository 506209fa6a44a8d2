/** The kinds of photos that viewers see. */
export const photoKinds = ['image', 'video', 'live', 'raw'] as const;
export type PhotoKind = (typeof photoKinds)[number];
