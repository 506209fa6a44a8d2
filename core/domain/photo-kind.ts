/** What a photo is to a viewer. */
export const photoKinds = ['image', 'video', 'live', 'raw'] as const;
export type PhotoKind = (typeof photoKinds)[number];
