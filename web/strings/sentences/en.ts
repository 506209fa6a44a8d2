import type { SentenceKind } from '../../../core/http/wire.ts';

/** Templates by kind, in which `{x}` is a placeholder. */
export type SentenceStrings = Readonly<Record<SentenceKind, string>>;

/** The server's own messages are in English already. */
export const sentences = null as SentenceStrings | null;
