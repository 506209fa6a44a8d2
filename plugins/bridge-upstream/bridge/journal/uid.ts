import { randomBytes } from 'node:crypto';

/** 128 random bits: no two files of any store ever share one, and it reveals nothing about the file. */
export const newUid = (): string => randomBytes(16).toString('base64url');
