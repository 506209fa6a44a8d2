import { ApiError } from '../../api/errors.ts';
import { text } from '../../strings/index.ts';

/**
 * The server speaks one language; what everybody meets who mistypes is said in the reader's.
 * @param wrong what is said when the server refuses what was given
 */
export async function inOwnWords(step: () => Promise<void>, wrong?: string): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, retryAfter } = error;
    if (status === 429 && retryAfter !== null) {
      throw new ApiError(status, text.tooManyAttempts(Math.ceil(retryAfter / 60)), retryAfter);
    }
    throw status === 401 && wrong !== undefined ? new ApiError(status, wrong) : error;
  }
}
