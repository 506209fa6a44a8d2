/** Kinds of photos, as viewers see them. */
export const photoKinds = ['image', 'video', 'live', 'raw'] as const;
export type PhotoKind = (typeof photoKinds)[number];
