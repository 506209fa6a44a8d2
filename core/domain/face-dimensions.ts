/** The length of a face's embedding. The plugin contract requires it, so it is the same for all models. */
export const faceDimensions = 512;
