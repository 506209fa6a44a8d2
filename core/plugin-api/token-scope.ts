/**
 * What a token may be used for: `library` is photos, albums, people and searches; `shares` are share links; `server` reads
 * the state of the server and runs its checks; `server-write` also controls its indexer. No token can access accounts,
 * sign-in, encryption, backups or settings.
 */
export type TokenScope = 'library' | 'shares' | 'server' | 'server-write';
