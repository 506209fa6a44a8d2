import { randomBytes } from 'node:crypto';

/** 128 random bits: unique among all stores, and without information about the file. */
export const newUid = (): string => randomBytes(16).toString('base64url');
