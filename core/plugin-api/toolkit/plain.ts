/** The parts of the toolkit that need nothing but Node: for the package of the contract. */
export * from './boxes.ts';
export * from './byte-source.ts';
export * from './client-errors.ts';
export * from './embedded-jpegs.ts';
export * from './exif-values.ts';
export * from './file-format.ts';
export * from './id-set.ts';
export * from './mass-loss.ts';
export * from './media-boxes.ts';
export * from './memory-budget.ts';
export * from './metadata-places.ts';
export * from './movie.ts';
export * from './retry-delay.ts';
export * from './one-time-tickets.ts';
export * from './time-limit.ts';
export * from './to-disk.ts';
export * from './word-forms.ts';
