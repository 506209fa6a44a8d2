import type { OfferedFactor } from '../core/http/wire.ts';
import { words } from './strings/second-step/index.ts';

/** The exports of a plugin's prompt module. */
interface Prompt {
  answer(challenge: unknown, options: { readonly signal: AbortSignal }): Promise<string>;
}

/**
 * Gets a code from a plugin's module.
 * @throws Error for people; a DOMException of the browser becomes one, too
 */
export async function promptedCode(
  { prompt, challenges }: Pick<OfferedFactor, 'challenges'> & { prompt: string },
  challenge: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<string> {
  const module = (await import(/* @vite-ignore */ prompt)) as Prompt;
  const challengeData = challenges ? await challenge() : null;
  try {
    return await module.answer(challengeData, { signal });
  } catch (error) {
    throw error instanceof DOMException ? new Error(words.promptFailed) : error;
  }
}
