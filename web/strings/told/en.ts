import type { ToldKind } from '../../../core/http/wire.ts';

/** `{x}` stands for what the sentence is about. */
export type ToldStrings = Readonly<Record<ToldKind, string>>;

/** The server's own sentences are English: there is nothing to say in their place. */
export const told = null as ToldStrings | null;
