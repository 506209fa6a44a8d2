/**
 * The JSON types of the API, shared with the web UI, which imports nothing else of the server. Most follow from the schemas of
 * the routes; `wire` has the others: requests, errors, sentences, and answers of plugins.
 */
export type * from './schemas/accounts.ts';
export type * from './schemas/admin.ts';
export type * from './schemas/albums.ts';
export type * from './schemas/downloads.ts';
export type * from './schemas/encryption.ts';
export type * from './schemas/folders.ts';
export type * from './schemas/household.ts';
export type * from './schemas/parts.ts';
export type * from './schemas/people.ts';
export type * from './schemas/photos.ts';
export type * from './schemas/places.ts';
export type * from './schemas/plugins.ts';
export type * from './schemas/search.ts';
export type * from './schemas/second-factors.ts';
export type * from './schemas/server.ts';
export type * from './schemas/shares.ts';
export type * from './schemas/sources.ts';
export type * from './schemas/stacks.ts';
export type * from './schemas/trips.ts';
export type * from './wire/accounts.ts';
export type * from './wire/photo-filter.ts';
export type * from './wire/sentences.ts';
export type * from './wire/server.ts';
