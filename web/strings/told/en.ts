import type { ToldKind } from '../../../core/http/wire.ts';

/** Templates by kind, in which `{x}` is a placeholder. */
export type ToldStrings = Readonly<Record<ToldKind, string>>;

/** The server's own messages are in English already. */
export const told = null as ToldStrings | null;
