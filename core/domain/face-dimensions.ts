/**
 * Values of a face's embedding. The contract with plugins sets it, so the vectors of all models of faces have the same
 * length.
 */
export const faceDimensions = 512;
