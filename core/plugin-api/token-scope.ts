/**
 * What calls with a token may be about: `library` is photos, albums, people and searches; `shares` are share links; `server`
 * is its state, its indexer and checks. No token reaches accounts, signing in, encryption, backups or settings.
 */
export type TokenScope = 'library' | 'shares' | 'server';
