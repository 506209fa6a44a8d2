/**
 * The JSON types of the API, shared with the web UI, which imports nothing else of the server. The joi schemas of the routes
 * check the same shapes.
 */
export type * from './wire/accounts.ts';
export type * from './wire/albums.ts';
export type * from './wire/backup-targets.ts';
export type * from './wire/downloads.ts';
export type * from './wire/encryption.ts';
export type * from './wire/folders.ts';
export type * from './wire/household.ts';
export type * from './wire/own-hidden.ts';
export type * from './wire/people.ts';
export type * from './wire/photo-filter.ts';
export type * from './wire/photos.ts';
export type * from './wire/plugin-settings.ts';
export type * from './wire/plugins.ts';
export type * from './wire/search.ts';
export type * from './wire/server.ts';
export type * from './wire/shares.ts';
export type * from './wire/sources.ts';
export type * from './wire/stacks.ts';
export type * from './wire/sentences.ts';
export type * from './wire/trips.ts';
export type * from './wire/videos.ts';
