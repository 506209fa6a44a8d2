/** Values of a face's embedding: the contract with plugins says so, and vectors of all models of faces have as many. */
export const faceDimensions = 512;
