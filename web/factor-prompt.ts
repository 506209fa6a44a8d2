import type { OfferedFactor } from '../core/http/wire.ts';
import { words } from './strings/second-step/index.ts';

/** What the module of a plugin's prompt exports. */
interface Prompt {
  answer(challenge: unknown, options: { readonly signal: AbortSignal }): Promise<string>;
}

/**
 * Gets a code from a plugin's module.
 * @throws Error for people; one of the browser's own says that it was cancelled
 */
export async function promptedCode(
  { prompt, challenges }: Pick<OfferedFactor, 'challenges'> & { prompt: string },
  challenge: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<string> {
  const module = (await import(/* @vite-ignore */ prompt)) as Prompt;
  const asked = challenges ? await challenge() : null;
  try {
    return await module.answer(asked, { signal });
  } catch (error) {
    throw error instanceof DOMException ? new Error(words.promptFailed) : error;
  }
}
